import { expect } from "vitest";
import type { TestSite, Visitor } from "./identity-site.ts";

export const password = "Draw!2026";

export const newAccount = (email: string) => ({
  name: "Mina Park",
  email,
  password,
  photoURL: "/drawings/portrait-cat.svg",
  adult: true,
});

export async function signUp(site: TestSite, email: string): Promise<Visitor> {
  const visitor = site.visitor();
  expect((await visitor.post("/identity/sign-up", newAccount(email))).status).toBe(200);
  return visitor;
}

interface Mail {
  readonly subject: string;
  readonly links: readonly [string, ...string[]];
}

/** Newest first. */
export const mailboxOf = async (site: TestSite, email: string): Promise<readonly Mail[]> =>
  (await site.visitor().get(`/sandbox/mailbox.json?to=${email}`)).body;

export const resetMailsTo = async (site: TestSite, email: string): Promise<readonly Mail[]> =>
  (await mailboxOf(site, email)).filter(({ subject }) => subject === "Reset your Senga password");

/** The answer does not wait for the email. */
export async function expectResetMails(site: TestSite, email: string, count: number): Promise<void> {
  await expect.poll(() => resetMailsTo(site, email)).toHaveLength(count);
}

export async function resetTokenFor(site: TestSite, email: string): Promise<string | null> {
  const before = (await resetMailsTo(site, email)).length;
  await site.visitor().post("/identity/forgot-password", { email });
  await expectResetMails(site, email, before + 1);
  return new URL((await resetMailsTo(site, email))[0]!.links[0]).searchParams.get("token");
}

export const problem = (code: string, status: number, detail: string) => ({
  status,
  body: expect.objectContaining({
    type: `urn:senga:problem:${code}`,
    title: expect.any(String),
    status,
    code,
    detail,
  }),
});
