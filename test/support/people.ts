import type { Role } from "../../src/access/policy.ts";
import type { Person } from "../../src/access/queries.ts";
import { users } from "../../src/access/tables.ts";
import { newId } from "../../src/platform/ids.ts";
import { erasePerson } from "../../src/features/office/privacy/erase-person.ts";
import { fillPath, splitKey } from "../../src/http/contract.ts";
import type { TestApp } from "./app.ts";

export interface TestPerson extends Person {
  readonly token: string;
}

let made = 0;

/** In letters, because a search for digits must not match names. */
const inLetters = (count: number): string =>
  Array.from(String(count), (digit) => "abcdefghij"[Number(digit)]).join("");

export async function makePerson({ context }: TestApp, role: Role): Promise<TestPerson> {
  made += 1;
  const id = newId();
  const person = {
    id,
    name: `${role} ${inLetters(made)}`,
    email: `${role}${made}@example.org`,
    image: "/drawings/portrait-cat.svg",
    role,
  };
  await context.db.insert(users).values({ ...person, createdAt: context.clock.now() });
  return { ...person, isAgeKnown: true, isSuspended: false, token: await context.accessTokens.issue(id) };
}

/** For use after the token's expiry. */
export const renewToken = async ({ context }: TestApp, person: TestPerson): Promise<TestPerson> => ({
  ...person,
  token: await context.accessTokens.issue(person.id),
});

export interface Sent {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // Tests read answers freely; the contract checks their shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export async function call(
  app: Pick<TestApp, "origin">,
  key: string,
  sent: Sent = {},
  person?: Pick<TestPerson, "token">,
): Promise<Answer> {
  const { method, path } = splitKey(key);
  const search = sent.query ? `?${new URLSearchParams(sent.query)}` : "";
  const isForm = sent.body instanceof FormData;
  const response = await fetch(`${app.origin}/api${fillPath(path, sent.params)}${search}`, {
    method,
    headers: {
      ...(sent.body !== undefined && !isForm && { "content-type": "application/json" }),
      ...(person && { authorization: `Bearer ${person.token}` }),
      ...sent.headers,
    },
    ...(sent.body !== undefined && {
      body: sent.body instanceof FormData ? sent.body : JSON.stringify(sent.body),
    }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text,
  };
}

/** The state after the deletion of the account. */
export const erase = ({ context }: TestApp, person: TestPerson): Promise<void> =>
  context.db.transaction((tx) => erasePerson(tx, context, person, true));
