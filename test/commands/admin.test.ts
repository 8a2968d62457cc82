/** @databases both */
import { expect, test } from "vitest";
import { main } from "../../scripts/admin.ts";
import { lockDataFolder } from "../../src/platform/data-folder.ts";
import type { TestApp } from "../support/app.ts";
import { runBuilt, runMain } from "../support/commands.ts";
import { isPostgres } from "../support/database.ts";
import { startAppAt, usePlaces } from "../support/places.ts";
import { asDemo } from "../journeys/support/school.ts";

const { newDemoSchool, newFolder, newPlace } = usePlaces();

const latest = async (app: TestApp) =>
  ((await asDemo(app, "admin@senga.example", "GET", "/admin/audit?kind=role-changed")) as object[])[0];
const recorded = {
  by: { _id: null, name: "command line" },
  about: { name: "Ada Winter" },
  before: "student",
  after: "admin",
};

test("shows its usage, and needs an existing account", async () => {
  const place = newFolder("empty");
  expect(await runMain(main, [], place)).toMatchObject({
    code: 2,
    output: "",
    errors: expect.stringContaining("npm run admin --"),
  });
  expect(await runMain(main, ["ada"], place)).toMatchObject({ code: 2 });
  expect(await runMain(main, ["ada@senga.example", "more"], place)).toMatchObject({ code: 2 });
  expect(await runMain(main, ["ada@senga.example"], place)).toMatchObject({
    code: 1,
    output: "",
    errors: expect.stringContaining("There are no accounts yet"),
  });
});

test.skipIf(isPostgres)("makes an admin in the embedded database while the site is stopped", async () => {
  const place = await newDemoSchool("school");
  const unlock = lockDataFolder(place.DATA_DIR);
  const busy = await runMain(main, ["ada@senga.example"], place);
  unlock();
  expect(busy).toMatchObject({ code: 1, errors: expect.stringContaining("Senga is running on") });
  expect(busy.errors).not.toMatch(/\n\s+at /);
  const unknown = await runMain(main, ["nobody@senga.example"], place);
  expect(unknown).toMatchObject({ code: 1, errors: expect.stringContaining("There is no account") });
  expect(unknown.errors).not.toMatch(/\n\s+at /);
  expect(await runBuilt("admin", ["Ada@senga.example"], place)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/Ada Winter .+ is an admin now/),
  });
  expect(await runMain(main, ["ada@senga.example"], place)).toMatchObject({
    code: 0,
    output: expect.stringContaining("is already an admin"),
  });
  expect(await runMain(main, ["rotate-certificate-key"], place)).toMatchObject({
    code: 0,
    output: expect.stringContaining("a new key signs the next one"),
  });
  expect(await runMain(main, ["strike-certificate-key", "z6MkUnknown"], place)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/Published keys:\n +[\w-]{43}\n/),
  });
  const app = await startAppAt(place);
  try {
    expect(await latest(app)).toMatchObject(recorded);
    expect(await asDemo(app, "ada@senga.example", "GET", "/admin/payments")).toHaveProperty("revenue");
  } finally {
    await app.close();
  }
});

test.runIf(isPostgres)("makes an admin on a PostgreSQL server while the site runs", async () => {
  expect(await runMain(main, ["ada@senga.example"], await newPlace("empty"))).toMatchObject({
    code: 1,
    errors: expect.stringContaining("There are no accounts yet"),
  });
  const place = await newDemoSchool("school");
  const app = await startAppAt(place);
  try {
    expect(await runBuilt("admin", ["ada@senga.example"], place)).toMatchObject({ code: 0 });
    expect(await latest(app)).toMatchObject(recorded);
    expect(await asDemo(app, "ada@senga.example", "GET", "/admin/payments")).toHaveProperty("revenue");
  } finally {
    await app.close();
  }
  const away = { ...place, DATABASE_URL: "postgres://x@127.0.0.1:1/x" };
  expect(await runMain(main, ["ada@senga.example"], away)).toMatchObject({
    code: 1,
    errors: expect.stringContaining("does not answer"),
  });
});
