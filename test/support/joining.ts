import { expect } from "vitest";
import type { TestApp } from "./app.ts";
import { newAccount } from "./identity-accounts.ts";
import { Visitor } from "./identity-site.ts";
import { mailsTo } from "./mails.ts";
import { type TestPerson, call } from "./people.ts";

export interface Joined extends Pick<TestPerson, "token"> {
  readonly email: string;
  readonly visitor: Visitor;
}

export const visitorOf = ({ context, origin }: TestApp): Visitor =>
  new Visitor(context.settings.origin, origin);

/** Signs up at the site's own identity provider, by default as an adult, and creates the record. */
export async function join(
  app: TestApp,
  email: string,
  age: { readonly adult?: boolean; readonly born?: string; readonly guardianEmail?: string } = {
    adult: true,
  },
): Promise<Joined> {
  const visitor = visitorOf(app);
  const { name, photoURL: image, ...account } = newAccount(email);
  const signedUp = await visitor.post("/identity/sign-up", { ...account, name, photoURL: image, ...age });
  expect(signedUp.status, JSON.stringify(signedUp.body)).toBe(200);
  const stored = await call(
    app,
    "POST /users",
    { body: { name, email, image, ...age } },
    { token: await identityTokenOf(visitor) },
  );
  expect(stored.status, JSON.stringify(stored.body)).toBe(200);
  return { email, visitor, token: await exchange(app, visitor, email) };
}

export const identityTokenOf = async (visitor: Visitor): Promise<string> =>
  (await visitor.get("/identity/token")).body.token;

export async function exchange(app: TestApp, visitor: Visitor, email: string): Promise<string> {
  const answer = await call(app, "POST /jwt", { body: { email } }, { token: await identityTokenOf(visitor) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.token;
}

/** The token of the last mailed link to that page. */
export async function mailedToken(app: TestApp, email: string, page: string): Promise<string> {
  const links = (await mailsTo(app, email)).flatMap(
    ({ text }) => text.match(new RegExp(String.raw`\S*${page}\?token=\S+`, "g")) ?? [],
  );
  return new URL(links.at(-1) ?? "http://none").searchParams.get("token") ?? "";
}
