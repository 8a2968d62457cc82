import { describe, expect, test } from "vitest";
import { useTestApp } from "../support/app.ts";
import { call, makePerson } from "../support/people.ts";
import { classRow, makeClass } from "../support/school.ts";

const app = useTestApp();

function expectProblem(answer: Awaited<ReturnType<typeof call>>, status: number, code: string): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(answer.headers.get("content-type")).toContain("application/problem+json");
  expect(answer.body).toMatchObject({ status, code, title: expect.any(String), detail: expect.any(String) });
  expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|at \w+ \(|\.ts:/);
}

const raw = (path: string, init: RequestInit) =>
  fetch(`${app.current.origin}${path}`, init).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    body: await response.json(),
  }));

describe("invalid input is refused with a problem", () => {
  test("malformed JSON", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const headers = { "content-type": "application/json", authorization: `Bearer ${instructor.token}` };
    expectProblem(
      await raw("/api/classes", { method: "POST", headers, body: '{"className":' }),
      400,
      "malformed-json",
    );
    expectProblem(await raw("/api/classes", { method: "POST", headers, body: "" }), 400, "malformed-json");
  });

  test("wrong types name the fields", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const body = { className: "", price: "49", availableSeats: 1.5, image: "/drawings/cover-eyes.svg" };
    const answer = await call(app.current, "POST /classes", { body }, instructor);
    expectProblem(answer, 400, "invalid-input");
    expect(answer.body.fields.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      "availableSeats",
      "className",
      "price",
    ]);
  });

  test.each([
    ["a fraction of a cent", 10.001],
    ["less than the card provider takes", 0.49],
    ["a negative price", -5],
  ])("%s", async (_, price) => {
    const instructor = await makePerson(app.current, "instructor");
    const id = await makeClass(app.current, instructor);
    const body = { className: "Cheaper", price, availableSeats: 1 };
    expectProblem(
      await call(app.current, "PATCH /class/{id}", { params: { id }, body }, instructor),
      400,
      "invalid-input",
    );
    expect(await classRow(app.current, id)).toMatchObject({ priceCents: 4900, name: "Eyes That Speak" });
  });

  test("an oversized body", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const body = {
      className: "Long",
      price: 5,
      availableSeats: 1,
      image: "/x",
      description: "x".repeat(200_000),
    };
    expectProblem(await call(app.current, "POST /classes", { body }, instructor), 413, "body-too-large");
  });

  test("a body of another type", async () => {
    const { token } = await makePerson(app.current, "instructor");
    const headers = { "content-type": "text/plain", authorization: `Bearer ${token}` };
    expectProblem(
      await raw("/api/classes", { method: "POST", headers, body: "hello" }),
      415,
      "unsupported-media-type",
    );
  });

  test("malformed and unknown ids", async () => {
    expectProblem(
      await call(app.current, "GET /class/{id}", { params: { id: "1 or 1=1" } }),
      400,
      "invalid-input",
    );
    const id = "0198c0de-0000-7000-8000-000000000000";
    expectProblem(await call(app.current, "GET /class/{id}", { params: { id } }), 404, "class-not-found");
  });

  test("unknown paths and methods", async () => {
    expectProblem(await raw("/api/nothing/here", {}), 404, "not-found");
    expectProblem(await raw("/api/approvedClasses", { method: "DELETE" }), 404, "not-found");
    expectProblem(await raw("/api/users/admin/%E0%A4%A", {}), 404, "not-found");
  });

  test("made-up cursors", async () => {
    for (const cursor of ["!!!", "WyJ4Il0", Buffer.from('["a","b"]').toString("base64url")]) {
      expectProblem(
        await call(app.current, "GET /approvedClasses", { query: { cursor } }),
        400,
        "invalid-input",
      );
    }
    expectProblem(
      await call(app.current, "GET /approvedClasses", { query: { limit: "0" } }),
      400,
      "invalid-input",
    );
  });
});

test("invalid tokens are refused everywhere", async () => {
  const visitor = await call(app.current, "GET /admin/payments", {
    headers: { authorization: "Bearer nonsense" },
  });
  expectProblem(visitor, 401, "unauthenticated");
  // A valid signature over an impossible subject.
  for (const subject of ["not-an-id", "", "a\0b", "x".repeat(5000)]) {
    const token = await app.current.context.accessTokens.issue(subject);
    for (const key of ["GET /approvedClasses", "GET /admin/payments", "POST /payments", "GET /admin/audit"])
      expectProblem(await call(app.current, key, {}, { token }), 401, "unauthenticated");
  }
  expectProblem(
    await call(app.current, "GET /approvedClasses", {}, { token: "nonsense" }),
    401,
    "unauthenticated",
  );
});

const records = {
  class: "_id className instructorName instructorEmail price availableSeats image status enrolledStudents",
  instructor: "_id name email image",
  user: "_id name email image role",
  selected: "_id classId className classImage price instructorName instructorEmail studentEmail",
  enrolled: "className classImage instructorName instructorEmail",
  payment: "_id className price tax total transactionId date",
};
test.each([
  ["/approvedClasses", records.class],
  ["/class/{id}", records.class],
  ["/classes/instructor/{email}", records.class],
  ["/admin/manage/classes", records.class],
  ["/instructors", records.instructor],
  ["/instructors/popular", records.instructor],
  ["/instructors/{id}", records.instructor],
  ["/admin/manage/users", records.user],
  ["/selected/classes/{email}", records.selected],
  ["/selected/class/{email}/{id}", records.selected],
  ["/enrolled/classes/{email}", records.enrolled],
  ["/enrolled/class/{email}/{id}", records.enrolled],
  ["/payments/{email}", records.payment],
  ["/admin/payments/latest", records.payment],
])("GET %s returns every field that the specification names", async (path, fields) => {
  const { body } = await call(app.current, "GET /openapi.json");
  const schema = body.paths[`/api${path}`].get.responses["200"].content["application/json"].schema;
  expect((schema.items ?? schema).required).toEqual(expect.arrayContaining(fields.split(" ")));
});

test("a limit above a hundred is accepted and capped", async () => {
  const instructor = await makePerson(app.current, "instructor");
  await makeClass(app.current, instructor);
  for (const limit of ["101", "100000"]) {
    const answer = await call(app.current, "GET /approvedClasses", { query: { limit } });
    expect([answer.status, answer.body.length]).toEqual([200, 1]);
  }
});

test("health and readiness are reported", async () => {
  expect((await call(app.current, "GET /health")).body).toEqual({ status: "alive" });
  expect((await call(app.current, "GET /ready")).body).toEqual({ status: "ready" });
});
