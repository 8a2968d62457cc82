/** @databases both */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isPostgres } from "../support/database.ts";
import { asDemo } from "../journeys/support/school.ts";
import { onServer } from "../support/on-server.ts";
import { type SiteProcess, end, runNode, startSite } from "../support/site-process.ts";

const server = process.env["SENGA_TEST_SERVER"] ?? "";
let folder: string;
let running: SiteProcess | undefined;
let made: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "senga-backup-"));
});
afterEach(async () => {
  await stop();
  for (const name of made) await onServer(server, `drop database ${name} with (force)`);
  made = [];
  rmSync(folder, { recursive: true, force: true });
});

type Place = Readonly<Record<string, string>>;

const newFolder = (name: string): Place => ({ DATA_DIR: join(folder, name) });
async function newServerDatabase(name: string): Promise<Place> {
  const database = `senga_backup_${process.pid}_${name}`;
  await onServer(server, `create database ${database}`);
  made.push(database);
  const url = new URL(server);
  url.pathname = `/${database}`;
  return { ...newFolder(name), DATABASE_URL: url.href };
}
const newPlace = (name: string): Place | Promise<Place> =>
  isPostgres ? newServerDatabase(name) : newFolder(name);

async function start(place: Place): Promise<{ origin: string }> {
  const site = startSite({ ...place });
  running = site;
  return { origin: await site.untilOpen() };
}

async function stop(): Promise<void> {
  const site = running;
  running = undefined;
  if (site) await end(site, "SIGTERM");
}

async function command(name: "backup" | "restore", words: readonly string[], place: Place) {
  const { ended, said } = runNode([`build/node/${name}.js`, ...words], { ...place });
  const code = await ended;
  return { code, said: said() };
}

/** Returns the folder of the backup. */
async function backUp(place: Place, name: string): Promise<string> {
  const into = join(folder, name);
  const { code, said } = await command("backup", [into], place);
  expect(said).toMatch(/holds \d{3,} rows and \d+ files/);
  expect(code).toBe(0);
  return join(into, readdirSync(into)[0] ?? "");
}

/** The rows of each table, in no order. */
function rowsIn(backup: string): Record<string, string[]> {
  const files = readdirSync(join(backup, "database"));
  return Object.fromEntries(
    files.map((file) => [
      file,
      gunzipSync(readFileSync(join(backup, "database", file)))
        .toString()
        .split("\n")
        .toSorted(),
    ]),
  );
}

const filesIn = (backup: string): string[] =>
  readdirSync(join(backup, "files"), { recursive: true, encoding: "utf8" }).toSorted();

const addClass = ({ origin }: { origin: string }, className: string): Promise<unknown> =>
  asDemo({ origin }, "instructor@senga.example", "POST", "/classes", {
    className,
    price: 49,
    availableSeats: 5,
    image: "/drawings/cover-eyes.svg",
    level: "beginner",
  });

const classNames = async (site: { origin: string }): Promise<string[]> => {
  const own = (await asDemo(
    site,
    "instructor@senga.example",
    "GET",
    "/classes/instructor/instructor@senga.example",
  )) as {
    className: string;
  }[];
  return own.map(({ className }) => className);
};

test("a school is backed up while it runs, and restored elsewhere, on either database", async () => {
  const first = await newPlace("first");
  const site = await start(first);
  await addClass(site, "Kept — “筆” & ink");
  const backup = await backUp(first, "backups");
  await addClass(site, "Added afterwards");
  await stop();

  const second = newFolder("second");
  const restored = await command("restore", [backup], second);
  expect(restored).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Restored \d+ rows and \d+ files/),
  });
  const again = await backUp(second, "again");
  expect(rowsIn(again)).toEqual(rowsIn(backup));
  expect(filesIn(again)).toEqual(filesIn(backup));
  expect(readFileSync(join(again, "secret"), "utf8")).toBe(
    readFileSync(join(first["DATA_DIR"]!, "secret"), "utf8"),
  );

  if (isPostgres) {
    const third = await newServerDatabase("third");
    expect(await command("restore", [again], third)).toMatchObject({ code: 0 });
    expect(rowsIn(await backUp(third, "once-more"))).toEqual(rowsIn(backup));
  }

  const anew = await start(second);
  const names = await classNames(anew);
  expect(names).toContain("Kept — “筆” & ink");
  expect(names).not.toContain("Added afterwards");
  // What the rows count on is there again: keys between tables, triggers, and the next number.
  await addClass(anew, "Added to the restored school");
  expect(await classNames(anew)).toContain("Added to the restored school");
}, 240_000);

test.skipIf(isPostgres)(
  "a site that dies meanwhile is noticed",
  async () => {
    const place = newFolder("dying");
    await start(place);
    running?.child.kill("SIGSTOP");
    const asked = command("backup", [join(folder, "backups")], place);
    await expect
      .poll(() => existsSync(join(folder, "dying", "backup-request.json")), { timeout: 30_000 })
      .toBe(true);
    running?.child.kill("SIGKILL");
    expect(await asked).toMatchObject({ code: 1, said: expect.stringContaining("The site ended before") });
    expect(existsSync(join(folder, "dying", "backup-request.json"))).toBe(false);
  },
  120_000,
);

describe("a restore is refused, and changes nothing,", () => {
  let backup: string;
  let source: Place;

  beforeEach(async () => {
    source = await newPlace("source");
    await start(source);
    backup = await backUp(source, "backups");
    await stop();
  }, 120_000);

  test("where it cannot be whole", async () => {
    const refuse = async (place: Place, reason: string): Promise<void> => {
      const { code, said } = await command("restore", [backup], place);
      expect(said).toContain(reason);
      expect(code).toBe(1);
    };
    await refuse(source, "This database is not empty");
    await refuse({ ...newFolder("other"), SECRET: "another".repeat(5) }, "SECRET is another than the one in");

    const manifest = join(backup, "manifest.json");
    const whole = readFileSync(manifest, "utf8");
    writeFileSync(manifest, whole.replace('"migrations_product": ', '"migrations_product": 9'));
    await refuse(newFolder("newer"), "made by a newer version");
    writeFileSync(manifest, whole.replace('"public.users.jsonl.gz": ', '"public.users.jsonl.gz": 9'));
    await refuse(newFolder("damaged"), "the backup is damaged");
    rmSync(manifest);
    await refuse(newFolder("cut"), "it has no manifest.json");
    writeFileSync(manifest, whole);

    // What failed left the place empty.
    expect(await command("restore", [backup], newFolder("damaged"))).toMatchObject({ code: 0 });
  }, 240_000);
});

test("show their usage, and need something to work on", async () => {
  expect(await command("backup", ["--all"], newFolder("none"))).toMatchObject({ code: 2 });
  expect(await command("restore", [], newFolder("none"))).toMatchObject({ code: 2 });
  expect(await command("backup", [folder], newFolder("none"))).toMatchObject({
    code: 1,
    said: expect.stringContaining("nothing to back up yet"),
  });
  expect(await command("restore", [folder], newFolder("none"))).toMatchObject({
    code: 1,
    said: expect.stringContaining("has no manifest.json"),
  });
});
