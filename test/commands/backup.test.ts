/** @databases both */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { main as backup } from "../../scripts/backup.ts";
import { main as restore } from "../../scripts/restore.ts";
import { findPersonByEmail } from "../../src/access/queries.ts";
import { videos } from "../../src/features/classroom/videos/tables.ts";
import { newId } from "../../src/platform/ids.ts";
import { runBuilt, runMain } from "../support/commands.ts";
import { isPostgres } from "../support/database.ts";
import { type Place, startAppAt, usePlaces } from "../support/places.ts";
import { type StartingSite, end, startSite } from "../support/site-process.ts";
import { asDemo } from "../journeys/support/school.ts";

const { newDemoSchool, newFolder, newPlace, path } = usePlaces();
let running: StartingSite | undefined;

afterEach(async () => {
  if (running) await end(running, "SIGKILL");
  running = undefined;
});

async function start(place: Place): Promise<StartingSite & { readonly origin: string }> {
  const site = (running = startSite(place));
  return { ...site, origin: await site.untilOpen() };
}

/** Returns the folder of the backup. */
async function backUp(place: Place, name: string): Promise<string> {
  const into = path(name);
  const { code, output } = await runMain(backup, [into], place);
  expect(output).toMatch(/contains \d{3,} rows and [1-9]\d* files/);
  expect(code).toBe(0);
  return newest(into);
}

const newest = (folder: string): string => join(folder, readdirSync(folder)[0] ?? "");

/** The rows of each table, in no order. */
function rowsIn(folder: string): Record<string, string[]> {
  const files = readdirSync(join(folder, "database"));
  return Object.fromEntries(
    files.map((file) => [
      file,
      gunzipSync(readFileSync(join(folder, "database", file)))
        .toString()
        .split("\n")
        .toSorted(),
    ]),
  );
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(folder, "files"), { recursive: true, encoding: "utf8" }).toSorted();

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

test("a video that waits to be prepared is in the backup, and waits where it is restored", async () => {
  const [first, second] = [await newDemoSchool("with-a-video"), newFolder("with-its-copy")];
  const id = newId();
  const app = await startAppAt(first);
  try {
    const { clock, db } = app.context;
    const owner = await findPersonByEmail(db, "instructor@senga.example");
    const [createdAt, changedAt] = [clock.now(), clock.now()];
    const file = { fileName: "hands.mp4", bytes: 9, state: "uploaded" } as const;
    await db.insert(videos).values({ id, ownerId: owner!.id, ...file, createdAt, changedAt });
  } finally {
    await app.close();
  }
  const originalAt = ({ DATA_DIR }: Place) => join(DATA_DIR, "uploads", id);
  mkdirSync(join(first.DATA_DIR, "uploads"), { recursive: true });
  writeFileSync(originalAt(first), "two hands");
  const written = await backUp(first, "backups-with-a-video");
  expect(await runMain(restore, [written], second)).toMatchObject({ code: 0 });
  expect(readFileSync(originalAt(second), "utf8")).toBe("two hands");
});

test("a school is backed up while it runs, and restored elsewhere, on either database", async () => {
  const first = await newDemoSchool("first");
  const site = await start(first);
  await addClass(site, "Kept — “筆” & ink");
  const written = await backUp(first, "backups");
  await addClass(site, "Added afterwards");
  expect(await end(site, "SIGTERM")).toBe(0);

  const second = newFolder("second");
  expect(await runBuilt("restore", [written], second)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Restored \d+ rows and [1-9]\d* files/),
  });
  expect(await runBuilt("backup", [path("again")], second)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/contains \d{3,} rows and [1-9]\d* files/),
  });
  const again = newest(path("again"));
  expect(rowsIn(again)).toEqual(rowsIn(written));
  expect(filesIn(again)).toEqual(filesIn(written));
  expect(readFileSync(join(again, "secret"), "utf8")).toBe(
    readFileSync(join(first.DATA_DIR, "secret"), "utf8"),
  );

  if (isPostgres) {
    const third = await newPlace("third");
    expect(await runMain(restore, [again], third)).toMatchObject({ code: 0 });
    expect(rowsIn(await backUp(third, "once-more"))).toEqual(rowsIn(written));
  }

  const app = await startAppAt(second);
  try {
    const names = await classNames(app);
    expect(names).toContain("Kept — “筆” & ink");
    expect(names).not.toContain("Added afterwards");
    // What the rows count on is there again: keys between tables, triggers, and the next number.
    await addClass(app, "Added to the restored school");
    expect(await classNames(app)).toContain("Added to the restored school");
  } finally {
    await app.close();
  }
});

test.skipIf(isPostgres)("a site that was restarted meanwhile says so", async () => {
  const place = await newDemoSchool("restarted");
  const site = await start(place);
  site.child.kill("SIGSTOP");
  const asked = runMain(backup, [path("backups")], place);
  const request = join(place.DATA_DIR, "backup-request.json");
  await expect.poll(() => existsSync(request), { timeout: 30_000 }).toBe(true);
  // As an earlier process leaves it.
  const begun = { ...JSON.parse(readFileSync(request, "utf8")), isBegun: true };
  writeFileSync(request, JSON.stringify(begun));
  site.child.kill("SIGCONT");
  expect(await asked).toMatchObject({ code: 1, errors: expect.stringContaining("restarted meanwhile") });
  await expect.poll(() => existsSync(request)).toBe(false);
});

test.skipIf(isPostgres)("a site that dies meanwhile is noticed", async () => {
  const place = await newDemoSchool("dying");
  const site = await start(place);
  site.child.kill("SIGSTOP");
  const asked = runMain(backup, [path("backups")], place);
  const request = join(place.DATA_DIR, "backup-request.json");
  await expect.poll(() => existsSync(request), { timeout: 30_000 }).toBe(true);
  site.child.kill("SIGKILL");
  expect(await asked).toMatchObject({
    code: 1,
    errors: expect.stringContaining("The site stopped before"),
  });
  expect(existsSync(request)).toBe(false);
});
