/** @databases both */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { main } from "../../scripts/doctor.ts";
import { runBuilt, runMain } from "../support/commands.ts";
import { isPostgres } from "../support/database.ts";
import { onServer } from "../support/on-server.ts";
import { startAppAt, usePlaces } from "../support/places.ts";

const { newDemoSchool, newFolder, newPlace } = usePlaces();

test("shows its usage, and what the settings lack", async () => {
  const place = newFolder("empty");
  expect(await runMain(main, ["--fix"], place)).toEqual({
    code: 2,
    output: "",
    errors: "Usage: npm run doctor\n",
  });
  const { code, errors } = await runMain(main, [], { ...place, STRIPE_SECRET_KEY: "sk_test_1" });
  expect(code).toBe(1);
  expect(errors).toContain("STRIPE_SECRET_KEY without STRIPE_PUBLISHABLE_KEY");
});

test("makes no data folder, which would be this account's", async () => {
  const place = newFolder("missing");
  const { output } = await runMain(main, [], place);
  expect(output).toMatch(/look +data folder +.+ does not exist yet/);
  expect(existsSync(place.DATA_DIR)).toBe(false);
});

test.skipIf(isPostgres)("finds nothing wrong with a site that runs, and leaves nothing behind", async () => {
  const place = await newDemoSchool("school");
  const app = await startAppAt(place);
  try {
    const { code, said } = await runBuilt("doctor", [], { ...place, PORT: new URL(app.origin).port });
    expect(said).toContain("Nothing is wrong.");
    expect(code).toBe(0);
    expect(said).toMatch(/ok +database +PGlite, in use by the site/);
    expect(said).toMatch(/ok +address +http:\/\/localhost:\d+ answers, and is ready/);
    expect(said).toMatch(/ok +pictures +.+ stores files, returns parts of them, and removes them/);
    expect(readdirSync(join(place.DATA_DIR, "pictures")).join(" ")).not.toContain("doctor");
  } finally {
    await app.close();
  }
});

test("says that a school has lost its secret, or got another", async () => {
  const place = await newDemoSchool("school");
  const secretOf = async (env: Record<string, string>): Promise<string> =>
    (await runMain(main, [], env)).output.split("\n").find((line) => line.includes(" secret ")) ?? "";
  expect(await secretOf(place)).toMatch(/^ok /);
  if (isPostgres)
    expect(await secretOf({ ...place, SECRET: "another".repeat(5) })).toMatch(/^WRONG .*is not the one/);
  rmSync(join(place.DATA_DIR, "secret"));
  expect(await secretOf(place)).toMatch(/^WRONG .*is missing, and this school had one/);
});

test.runIf(isPostgres)("looks at the version, the clock and the migrations of a server", async () => {
  const { output } = await runMain(main, [], await newPlace("empty"));
  expect(output).toMatch(/ok +database +PostgreSQL \d+/);
  expect(output).toMatch(/ok +clock +agrees with the database's/);
  expect(output).toMatch(/ok +migrations +\d+ pending, run by the next start/);

  const place = await newDemoSchool("newer");
  const migrationsOf = async (statement: string): Promise<string> => {
    await onServer(place["DATABASE_URL"]!, statement);
    return (await runMain(main, [], place)).output;
  };
  expect(
    await migrationsOf(
      "insert into migrations_product.migrations (hash, created_at) values ('', 9999999999999)",
    ),
  ).toMatch(/look +migrations +the database belongs to a newer version/);
  expect(await migrationsOf("insert into migrations_product.breaking values (9999999999999)")).toMatch(
    /WRONG +migrations +another version of Senga has changed this database/,
  );
});
