import { afterAll, beforeAll, expect, test } from "vitest";
import type { Access, Role } from "../../src/access/policy.ts";
import { splitKey } from "../../src/http/contract.ts";
import { contracts } from "../../src/features.ts";
import { type TestApp, startTestApp } from "../support/app.ts";
import { emptyTables } from "../support/database.ts";
import { type Callers, createFixtures, requests } from "../support/every-request.ts";
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

/** The status for callers who are let in, where the fixtures give them another than 200. */
const openStatuses: Readonly<Partial<Record<keyof typeof contracts, number>>> = {
  "GET /class/{classId}/gallery": 404,
  "GET /class/{classId}/gallery/{id}": 404,
  "POST /class/{classId}/gallery/{id}": 404,
  "DELETE /class/{classId}/gallery/{id}": 404,
  "POST /class/{classId}/gallery/{id}/public": 404,
  "DELETE /class/{classId}/gallery/{id}/public": 404,
  "GET /class/{classId}/gallery/{id}/comments": 404,
  "POST /class/{classId}/gallery/{id}/comments": 404,
  "GET /class/{classId}/gallery/{id}/nices": 404,
  "POST /class/{classId}/gallery/{id}/nice": 404,
  "DELETE /comment/{id}": 404,
  "POST /blocks/{id}": 404,
  "POST /reports": 404,
  "POST /admin/reports/{id}/decision": 404,
  "GET /enrolled/class/{email}/{id}": 404,
  "GET /learning/{email}/class/{classId}": 404,
  "DELETE /class/{classId}/lesson/{id}/submission": 409,
  "POST /class/{classId}/lesson/{id}/pictures": 409,
  "POST /class/{classId}/lesson/{id}/submission": 409,
  "GET /certificates/{number}": 404,
  "GET /learning/{email}/class/{classId}/certificate": 404,
  "PATCH /learning/{email}/class/{classId}/certificate": 404,
  "POST /admin/certificates/{id}/revoke": 404,
  "DELETE /curriculum/{classId}/lesson/{id}": 409,
  "DELETE /curriculum/{classId}/lesson/{id}/captions/{language}": 409,
  "DELETE /curriculum/{classId}/material/{id}": 404,
  "DELETE /curriculum/{classId}/section/{id}": 409,
  "PATCH /curriculum/{classId}/lesson/{id}/video": 409,
  "PATCH /curriculum/{classId}/order": 409,
  "POST /curriculum/{classId}/lesson/{id}/captions": 409,
  "GET /notifications/mail-link": 404,
  "PATCH /notifications/mail-link": 404,
  "POST /notifications/unsubscribe": 404,
  "PATCH /admin/accept/application/{id}": 404,
  "PATCH /admin/decline/application/{id}": 404,
  "PATCH /admin/messages/{id}": 404,
  "PATCH /users/adult/{id}": 409,
  "PATCH /users/reinstate/{id}": 409,
  "GET /guardian/{token}": 410,
  "POST /account/email": 410,
  "POST /account/guardian": 409,
  "POST /admin/messages/{id}/replies": 404,
  "POST /admin/newsletter/release": 409,
  "POST /admin/newsletter/test": 409,
  "POST /admin/payments/{id}/refund": 404,
  "POST /admin/payments/{id}/repaid": 404,
  "POST /admin/refund-requests/{id}/decline": 404,
  "POST /images": 400,
  "POST /guardian/{token}": 410,
  "POST /newsletter/confirm": 410,
  "POST /payments": 409,
  "POST /payments/{id}/refund": 409,
};

const isRead = (key: string): boolean => splitKey(key).method === "GET";

/** Those that read share one set of fixtures, so they come first. */
const inOrder = Object.entries(contracts).toSorted(([a], [b]) => Number(isRead(b)) - Number(isRead(a)));

async function createOwnFixtures(): Promise<Made> {
  await emptyTables(app.context.database);
  return createFixtures(app);
}

test.each(inOrder)("%s admits the callers that it declares and no others", async (key, { access }) => {
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
    const answer = await call(app, key, requests[key as keyof typeof contracts](callers, fixtures), person);
    const promised = expected(access, who, person?.role);
    // The fixtures have selected it for this student.
    const isSelected = key === "POST /selected/class" && who === "student";
    const wanted = isSelected
      ? 409
      : promised === "open"
        ? (openStatuses[key as keyof typeof contracts] ?? 200)
        : promised;
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
