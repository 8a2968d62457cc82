import { expect, test } from "vitest";
import { main } from "../../scripts/delete-account.ts";
import { asDemo } from "../journeys/support/school.ts";
import { runBuilt, runMain } from "../support/commands.ts";
import { demoOrigin } from "../support/demo-template.ts";
import { startAppAt, usePlaces } from "../support/places.ts";

const { newDemoSchool } = usePlaces();

test("support deletes an account that nothing depends on", async () => {
  // The origin is the issuer of every sign-in.
  const place = { ...(await newDemoSchool("school")), ORIGIN: demoOrigin };
  expect(await runMain(main, ["ada"], place)).toMatchObject({
    code: 2,
    errors: expect.stringContaining("npm run"),
  });
  for (const [email, why] of [
    ["nobody@senga.example", "There is no account"],
    ["admin@senga.example", "Make them a student first"],
    ["mio@senga.example", "transfer it to another instructor first"],
  ] as const)
    expect(await runMain(main, [email], place)).toMatchObject({
      code: 1,
      errors: expect.stringContaining(why),
    });
  expect(await runBuilt("delete-account", ["Ada@senga.example"], place)).toMatchObject({
    code: 0,
    said: expect.stringContaining("ada@senga.example is deleted"),
  });

  const app = await startAppAt(place);
  try {
    await expect(asDemo(app, "ada@senga.example", "GET", "/me")).rejects.toThrow("401");
    const found = await asDemo(app, "admin@senga.example", "GET", "/admin/manage/users?q=ada@senga.example");
    expect(found).not.toContainEqual(expect.objectContaining({ email: "ada@senga.example" }));
  } finally {
    await app.close();
  }
});
