import { expect, test } from "vitest";
import { demoPassword } from "../../db/demo-school/people.ts";
import { main } from "../../scripts/change-email.ts";
import { runBuilt, runMain } from "../support/commands.ts";
import { demoOrigin } from "../support/demo-template.ts";
import { join, mailedToken } from "../support/joining.ts";
import { call } from "../support/people.ts";
import { startAppAt, usePlaces } from "../support/places.ts";
import { tablesWith } from "../support/traces.ts";
import { asDemo } from "../journeys/support/school.ts";

const { newDemoSchool, newPlace } = usePlaces();
const [from, to] = ["ada@senga.example", "ada.winter@example.org"];

test("support moves an account to another email, in the identity and in the record", async () => {
  // The origin is the issuer of every sign-in.
  const place = { ...(await newDemoSchool("school")), ORIGIN: demoOrigin };
  expect(await runMain(main, [from], place)).toMatchObject({
    code: 2,
    errors: expect.stringContaining("npm run"),
  });
  for (const [old, wanted, why] of [
    ["nobody@senga.example", to, "There is no account"],
    [from, "student@senga.example", "There is another account"],
  ] as const)
    expect(await runMain(main, [old, wanted], place)).toMatchObject({
      code: 1,
      errors: expect.stringContaining(why),
    });
  expect(await runBuilt("change-email", [from, to], place)).toMatchObject({
    code: 0,
    said: expect.stringContaining("The email of Ada Winter is now ada.winter@example.org"),
  });

  const app = await startAppAt(place);
  try {
    expect(await asDemo(app, to, "GET", "/me")).toMatchObject({ name: "Ada Winter", email: to });
    const signIn = await fetch(`${app.origin}/identity/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: to, password: demoPassword }),
    });
    expect(await signIn.json()).toMatchObject({ user: { email: to, emailVerified: true } });
    await expect(asDemo(app, from, "GET", "/me")).rejects.toThrow("401");
  } finally {
    await app.close();
  }
});

test.each([
  ["follow an email that was confirmed", true],
  ["stay with the owner of an email that someone mistyped", false],
])("messages and the newsletter %s", async (_, isConfirmed) => {
  const place = { ...(await newPlace("school")), ORIGIN: demoOrigin };
  const school = await startAppAt(place);
  try {
    const body = { name: "Ada", email: from };
    await call(school, "POST /contact", { body: { ...body, message: "Hello" } });
    await call(school, "POST /newsletter", { body });
    const { visitor } = await join(school, from);
    const token = await mailedToken(school, from, "/confirm-email");
    if (isConfirmed) await visitor.post("/identity/verify-email", { token });
  } finally {
    await school.close();
  }
  expect(await runMain(main, [from, to], place)).toMatchObject({ code: 0 });

  const app = await startAppAt(place);
  try {
    const letters = ["contact_messages", "newsletter_subscriptions"];
    const foundWith = async (email: string) =>
      (await tablesWith(app, email)).filter((table) => letters.includes(table)).toSorted();
    expect(await foundWith(isConfirmed ? to : from)).toEqual(letters);
    expect(await foundWith(isConfirmed ? from : to)).toEqual([]);
  } finally {
    await app.close();
  }
});
