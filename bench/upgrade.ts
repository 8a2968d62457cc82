/**
 * `npm run bench -- upgrade`: kills `npm run upgrade` at twenty moments, from its start to its end, and looks at what is left: the
 * tables before or the tables after, each with every row and the operator's own things, and a second run that ends the job.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createLog } from "../src/platform/log.ts";
import { openDatabase } from "../src/open-database.ts";
import { root } from "../src/platform/root.ts";
import { writeOldBackup } from "../test/support/old-school.ts";
import { say } from "./parts/figures.ts";
import { type SiteSettings, seconds, withDatabase, withFolder } from "./parts/site.ts";

const moments = 20;

function run(command: string, args: readonly string[], settings: SiteSettings) {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(root, "build", "node", `${command}.js`), ...args],
    {
      cwd: root,
      env: { PATH: process.env["PATH"], ...settings },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once("close", done));
  return { child, ended, errors: () => errors };
}

async function succeed(command: string, args: readonly string[], settings: SiteSettings): Promise<void> {
  const { ended, errors } = run(command, args, settings);
  const code = await ended;
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${errors()}`);
}

async function ask<Row>(settings: SiteSettings, ...statements: readonly string[]): Promise<Row[]> {
  const url = settings["DATABASE_URL"];
  const database = await openDatabase(
    { dataDir: settings.DATA_DIR, postgres: url === undefined ? undefined : { url } },
    createLog("silent"),
  );
  try {
    let rows: Row[] = [];
    for (const statement of statements)
      ({ rows } = (await database.db.execute(sql.raw(statement))) as { rows: Row[] });
    return rows;
  } finally {
    await database.close();
  }
}

const own = [
  "create schema reports",
  "create table reports.monthly (class_id uuid references public.classes (id), sold int)",
  "insert into reports.monthly select id, 7 from public.classes",
  "create view public.open_classes as select id, name from public.classes",
];
const look = `select (select count(*)::int from migrations_product.migrations) as done,
  (select count(*)::int from users) as people, (select count(*)::int from classes) as classes,
  (select count(*)::int from reports.monthly) as own, (select count(*)::int from open_classes) as seen`;

interface Found {
  readonly done: number;
  readonly people: number;
  readonly classes: number;
  readonly own: number;
  readonly seen: number;
}

await withFolder(async (outer) => {
  const backup = join(outer.DATA_DIR, "old");
  writeOldBackup(backup);
  const counts = { before: 0, after: 0, other: 0 };
  /** Seconds. */
  let whole = 0;
  /** Migrations of an upgraded school. */
  let after = 0;
  for (let moment = 0; moment <= moments; moment += 1)
    await withDatabase(async (database) => {
      const settings = { ...outer, ...database, DATA_DIR: join(outer.DATA_DIR, "school") };
      const kept = join(outer.DATA_DIR, "kept");
      // The embedded database is copied, since making one takes seconds.
      if (moment > 0 && !("DATABASE_URL" in database)) cpSync(kept, settings.DATA_DIR, { recursive: true });
      else {
        await succeed("restore", [backup], settings);
        await ask(settings, ...own);
        cpSync(settings.DATA_DIR, kept, { recursive: true });
      }
      const begun = performance.now();
      if (moment === 0) {
        await succeed("upgrade", [join(outer.DATA_DIR, "backups", "first")], settings);
        whole = (performance.now() - begun) / 1000;
      } else {
        const { child, ended } = run("upgrade", [join(outer.DATA_DIR, "backups", `${moment}`)], settings);
        await Promise.race([ended, seconds((whole * moment) / moments)]);
        child.kill("SIGKILL");
        // It was faster than the first one.
        if ((await ended) === 0) whole = Math.min(whole, (performance.now() - begun) / 1000);
        const [found] = await ask<Found>(settings, look);
        const isWhole = [found?.people, found?.classes, found?.own, found?.seen].every(
          (count) => count === 1,
        );
        const state = !isWhole
          ? "other"
          : found?.done === 14
            ? "before"
            : found?.done === after
              ? "after"
              : "other";
        counts[state] += 1;
        await succeed("upgrade", [join(outer.DATA_DIR, "backups", `${moment}-again`)], settings);
      }
      const [ended] = await ask<Found>(settings, look);
      after ||= ended?.done ?? 0;
      if (ended?.done !== after || ended.people !== 1 || ended.own !== 1) counts.other += 1;
      rmSync(settings.DATA_DIR, { recursive: true });
    });
  say(
    `killed ${moments} times within ${whole.toFixed(1)} s: the tables before ${counts.before}, after ${counts.after}, anything else ${counts.other}`,
  );
  if (counts.other > 0) process.exitCode = 1;
});
