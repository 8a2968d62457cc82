import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { mailboxOf, newAccount, password, problem, signUp } from "../../test/support/identity-accounts.ts";
import { useSite } from "../../test/support/identity-site.ts";
import { accounts } from "./tables.ts";

const site = useSite();

describe("signing up", () => {
  test("signs the person in and sends an email that confirms the address", async () => {
    const visitor = site.current.visitor();
    const answer = await visitor.post("/identity/sign-up", {
      ...newAccount("New.Person@Example.org"),
      emailVerified: true,
    });
    const user = {
      email: "new.person@example.org",
      displayName: "Mina Park",
      photoURL: "/drawings/portrait-cat.svg",
      emailVerified: false,
    };
    expect(answer).toMatchObject({ status: 200, body: { user } });
    expect((await visitor.get("/identity/session")).body).toEqual({ user });

    const [mail] = await mailboxOf(site.current, "new.person@example.org");
    const { subject, links } = mail!;
    expect(subject).toBe("Confirm your email for Senga");
    const token = new URL(links[0]).searchParams.get("token") ?? "";
    expect(links[0]).toBe(`${site.current.origin}/confirm-email?token=${token}`);
    // Mail scanners follow links, also those of mails that an earlier version sent.
    const followed = await site.current.visitor().fetch(`/identity/verify-email?token=${token}`);
    expect(followed.headers.get("location")).toBe(links[0]);
    expect((await visitor.get("/identity/session")).body.user.emailVerified).toBe(false);

    const confirm = (sent: unknown) => visitor.post("/identity/verify-email", { token: sent });
    for (const broken of [`${token}x`, token.slice(0, -90), "", undefined])
      expect(await confirm(broken)).toMatchObject({ status: 400, body: { code: "token-expired" } });
    expect((await confirm(token)).body).toEqual({ result: "confirmed" });
    expect((await visitor.get("/identity/session")).body.user.emailVerified).toBe(true);
    expect((await confirm(token)).body).toEqual({ result: "already" });
    expect((await site.current.visitor().post("/identity/verify-email", { token })).body).toEqual({
      result: "already",
    });
  });

  test.each([
    ["name", "", "Name is required"],
    ["name", undefined, "Name is required"],
    ["name", "Mina\0", "Enter a name without control characters"],
    ["email", " ", "Email is required"],
    ["email", ["mina@example.org"], "Email is required"],
    ["email", "mina@", "Enter a valid email address, like name@example.com"],
    ["photoURL", "", "PhotoURL is Required"],
    ["photoURL", "/drawings/\0.svg", "Enter a link to a picture, starting with https://"],
    ["photoURL", "javascript:alert(1)", "Enter a link to a picture, starting with https://"],
  ])("refuses %s %j", async (field, value, message) => {
    const answer = await site.current
      .visitor()
      .post("/identity/sign-up", { ...newAccount("rules@example.org"), [field]: value });
    expect(answer).toMatchObject(problem("invalid-input", 400, message));
    expect(answer.body.fields).toEqual([{ field, message }]);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
  });

  test.each([
    ["", "Password is required"],
    ["aB1!x", "Password Must Be 8 Characters"],
    ["aB1!5678901234567890x", "Password Must Be Less Then 20 Characters"],
    [
      "draw-2026",
      "Password Must have one uppercase, one lowercase, one number, one special character [!@#$&*]",
    ],
  ])("refuses the password %j", async (weak, message) => {
    const answer = await site.current
      .visitor()
      .post("/identity/sign-up", { ...newAccount("rules@example.org"), password: weak });
    expect(answer).toMatchObject(problem("weak-password", 400, message));
  });

  test("refuses an email that has an account, in any letter case and in concurrent requests", async () => {
    await signUp(site.current, "taken@example.org");
    const again = await site.current.visitor().post("/identity/sign-up", newAccount("TAKEN@example.org"));
    expect(again).toMatchObject(problem("email-already-in-use", 409, expect.stringContaining("account")));

    const both = await Promise.all(
      [1, 2].map(() => site.current.visitor().post("/identity/sign-up", newAccount("both@example.org"))),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

test("the verification email is sent again on request until the address is confirmed", async () => {
  const visitor = await signUp(site.current, "again@example.org");
  expect((await visitor.post("/identity/verification-mail")).status).toBe(200);
  const mails = await mailboxOf(site.current, "again@example.org");
  expect(mails).toHaveLength(2);
  const token = new URL(mails[0]!.links[0]).searchParams.get("token");
  await visitor.post("/identity/verify-email", { token });
  await visitor.post("/identity/verification-mail");
  expect(await mailboxOf(site.current, "again@example.org")).toHaveLength(2);
  expect((await site.current.visitor().post("/identity/verification-mail")).body.code).toBe("token-expired");
});

test("only name and photo of a profile can be changed", async () => {
  const visitor = await signUp(site.current, "profile@example.org");
  const changed = await visitor.post("/identity/profile", {
    displayName: "Mina P.",
    photoURL: "https://example.org/mina.png",
    email: "other@example.org",
    emailVerified: true,
  });
  const user = {
    email: "profile@example.org",
    displayName: "Mina P.",
    photoURL: "https://example.org/mina.png",
    emailVerified: false,
  };
  expect(changed).toMatchObject({ status: 200, body: { user } });
  expect((await visitor.get("/identity/session")).body).toEqual({ user });
  expect((await visitor.post("/identity/profile", { displayName: "Mina" })).body.user.photoURL).toBe(
    user.photoURL,
  );
  expect(await visitor.post("/identity/profile", { displayName: "" })).toMatchObject(
    problem("invalid-input", 400, "Name is required"),
  );
  expect(await site.current.visitor().post("/identity/profile", { displayName: "Nobody" })).toMatchObject(
    problem("token-expired", 401, "Your session has expired. Log in again."),
  );
});

test("accounts created in bulk are verified, created once, and can sign in", async () => {
  const people = ["one", "two", "three"].map((name) => ({
    name,
    email: `${name}@senga.example`,
    password,
    image: "/drawings/portrait-fox.svg",
  }));
  const subjects = await site.current.identity.createAccounts(people);
  expect([...subjects.keys()].toSorted()).toEqual([
    "one@senga.example",
    "three@senga.example",
    "two@senga.example",
  ]);
  expect(await site.current.identity.createAccounts(people)).toEqual(subjects);
  const { user } = (
    await site.current.visitor().post("/identity/sign-in", { email: "two@senga.example", password })
  ).body;
  expect(user).toMatchObject({ displayName: "two", emailVerified: true });
  expect(
    await site.current.db
      .select()
      .from(accounts)
      .where(eq(accounts.userId, subjects.get("two@senga.example")!)),
  ).toHaveLength(1);
});
