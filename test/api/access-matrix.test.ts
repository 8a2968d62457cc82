import { afterAll, beforeAll, expect, test } from "vitest";
import type { Access, Role } from "../../src/access/policy.ts";
import { splitKey } from "../../src/http/contract.ts";
import { contracts } from "../../src/features.ts";
import { type TestApp, startTestApp } from "../support/app.ts";
import { emptyTables } from "../support/database.ts";
import type { Callers } from "../support/endpoints/endpoint-case.ts";
import { endpoints } from "../support/endpoints/endpoints.ts";
import { createFixtures } from "../support/endpoints/fixtures.ts";
import { call } from "../support/people.ts";

type Made = Awaited<ReturnType<typeof createFixtures>>;

let app: TestApp;
let ofReads: Made;
beforeAll(async () => {
  app = await startTestApp();
  ofReads = await createFixtures(app);
}, 180_000);
afterAll(() => app?.close());

function expected(access: Access, who: keyof Callers, role: Role | undefined): 400 | 401 | 403 | "open" {
  switch (access.as) {
    case "anyone":
      return "open";
    // An access token is not an identity token, and no caller is Stripe.
    case "identity":
      return 401;
    case "stripe":
      return 400;
    case "person": {
      if (!role) return 401;
      if (!access.roles.includes(role)) return 403;
      const owner = access.roles.includes("student") ? "student" : "instructor";
      const isOwner = who === owner;
      return access.own && !isOwner && !access.exceptFor?.includes(role) ? 403 : "open";
    }
  }
}

const isRead = (key: string): boolean => splitKey(key).method === "GET";

/** Those that read share one set of fixtures, so they come first. */
const inOrder = Object.entries(contracts).toSorted(([a], [b]) => Number(isRead(b)) - Number(isRead(a)));

async function createOwnFixtures(): Promise<Made> {
  await emptyTables(app.context.database);
  return createFixtures(app);
}

test.each(inOrder)("%s admits the callers that it declares and no others", async (key, { access }) => {
  const { send, status = 200 } = endpoints[key as keyof typeof contracts];
  const { callers, fixtures } = isRead(key) ? ofReads : await createOwnFixtures();
  // Owners come last, so their resources still exist while the others are refused.
  for (const who of [
    "visitor",
    "otherStudent",
    "otherInstructor",
    "instructor",
    "student",
    "admin",
  ] as const) {
    const person = callers[who];
    const answer = await call(app, key, send(callers, fixtures), person);
    const promised = expected(access, who, person?.role);
    // The fixtures have selected it for this student.
    const isSelected = key === "POST /selected/class" && who === "student";
    const wanted = isSelected ? 409 : promised === "open" ? status : promised;
    expect.soft(answer.status, `${who}: ${JSON.stringify(answer.body)}`).toBe(wanted);
  }
});

test("the served endpoints are those that the contracts declare", () => {
  const served = app.routes
    .filter(({ url }) => url.startsWith("/api/") && !url.startsWith("/api/docs") && url !== "/api/*")
    .flatMap(({ method, url }) =>
      [method].flat().map((each) => `${each} ${url.slice("/api".length).replace(/:(\w+)/g, "{$1}")}`),
    )
    .filter(
      (key) => splitKey(key).method !== ("HEAD" as string) && splitKey(key).method !== ("OPTIONS" as string),
    );
  expect(served.toSorted()).toEqual(Object.keys(contracts).toSorted());
});

const securityOf: Record<Access["as"], object[]> = {
  anyone: [],
  identity: [{ identityToken: [] }],
  stripe: [],
  person: [{ accessToken: [] }],
};

test("every declared endpoint is in the OpenAPI document, with who may call it", async () => {
  const { body } = await call(app, "GET /openapi.json");
  expect(body.openapi).toMatch(/^3\.1/);
  type Operation = { readonly security: object[]; readonly description: string };
  const described = Object.entries<Record<string, Operation>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, description }]) => [
      `${method.toUpperCase()} ${path.replace("/api", "")}`,
      { security, isForOwn: description.includes("for what is their own") },
    ]),
  );
  const declared = Object.entries(contracts).map(([key, { access }]: [string, { access: Access }]) => [
    key,
    { security: securityOf[access.as], isForOwn: access.as === "person" && access.own !== undefined },
  ]);
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(declared));
});
