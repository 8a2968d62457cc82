import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { main as backup } from "../../scripts/backup.ts";
import { main as restore } from "../../scripts/restore.ts";
import { readManifest, writeManifest } from "../../src/features/office/backups/manifest.ts";
import { runMain } from "../support/commands.ts";
import { isPostgres } from "../support/database.ts";
import { onServer } from "../support/on-server.ts";
import { type Place, usePlaces } from "../support/places.ts";

const { newDemoSchool, newFolder, newPlace, path } = usePlaces();

test("a restore is refused, and changes nothing, where it cannot be whole", async () => {
  const source = await newDemoSchool("source");
  expect(await runMain(backup, [path("backups")], source)).toMatchObject({ code: 0 });
  const [made = ""] = readdirSync(path("backups"));
  const written = path(join("backups", made));
  const refuse = async (place: Place, reason: string): Promise<void> => {
    const { code, errors } = await runMain(restore, [written], place);
    expect(errors).toContain(reason);
    expect(errors.trimEnd().split("\n")).toHaveLength(1);
    expect(code).toBe(1);
  };
  await refuse(source, "This database is not empty");
  await refuse({ ...newFolder("other"), SECRET: "another".repeat(5) }, "SECRET differs from");

  const place = await newPlace("new");
  const files = readdirSync(join(written, "files"), { recursive: true, encoding: "utf8" });
  const picture = files.find((name) => name.endsWith(".webp")) ?? "";
  const damages = {
    flipped: (bytes: Buffer) =>
      Buffer.from(bytes.map((byte, index) => (index === bytes.length >> 1 ? byte ^ 1 : byte))),
    cut: (bytes: Buffer) => bytes.subarray(0, 10),
    emptied: () => Buffer.alloc(0),
    missing: () => undefined,
  };
  const table = "database/public.users.jsonl.gz";
  for (const [file, damage] of [
    [table, "flipped"],
    [table, "cut"],
    [table, "missing"],
    [join("files", picture), "flipped"],
    [join("files", picture), "missing"],
    ["secret", "emptied"],
    ["manifest.json", "cut"],
  ] as const) {
    const whole = readFileSync(join(written, file));
    const bytes = damages[damage](whole);
    if (bytes) writeFileSync(join(written, file), bytes);
    else rmSync(join(written, file));
    await refuse(place, file);
    writeFileSync(join(written, file), whole);
  }

  const manifest = await readManifest(written);
  if (manifest.format !== 2) throw new Error("a new backup has checksums");
  const { sum: _, ...contents } = manifest;
  await writeManifest(written, { ...contents, migrations: { migrations_product: 999 } });
  await refuse(place, "made by a newer version");
  await writeManifest(written, contents);

  if (isPostgres) {
    const ofAnother = await newPlace("another");
    await onServer(ofAnother.DATABASE_URL!, "create table users (id int)");
    await refuse(ofAnother, "a table users that is not Senga's");
  }
  // In the way of the files, which come before the rows.
  mkdirSync(place.DATA_DIR, { recursive: true });
  writeFileSync(join(place.DATA_DIR, "pictures"), "");
  await refuse(place, "There is a file where a folder is needed");
  rmSync(join(place.DATA_DIR, "pictures"));

  // What failed left the place empty.
  expect(await runMain(restore, [written], place)).toMatchObject({ code: 0 });

  rmSync(join(written, "files"), { recursive: true });
  expect(await runMain(restore, [written], await newPlace("without-files"))).toMatchObject({
    code: 0,
    output: expect.stringMatching(/has no files\/ folder: copy its \d+ files back/),
  });
});

test("show their usage, and need something to work on", async () => {
  const place = newFolder("none");
  expect(await runMain(backup, ["--all"], place)).toMatchObject({ code: 2 });
  expect(await runMain(restore, [], place)).toMatchObject({ code: 2 });
  expect(await runMain(backup, [path("backups")], place)).toMatchObject({
    code: 1,
    errors: expect.stringContaining("nothing to back up yet"),
  });
  expect(await runMain(restore, [path("backups")], place)).toMatchObject({
    code: 1,
    errors: expect.stringContaining("has no manifest.json"),
  });
});
