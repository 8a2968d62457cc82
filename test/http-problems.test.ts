import { describe, expect, test } from "vitest";
import { useTestApp } from "./app.ts";
import { call, makePerson } from "./people.ts";
import { classRow, makeClass } from "./school.ts";

const app = useTestApp();

/** Every refusal is a problem document with a stable code, and never tells a stack. */
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

describe("bad input changes nothing and says what is wrong", () => {
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

  test("ids that are none, and ids of nothing", async () => {
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
  });

  test("cursors that no list gave", async () => {
    for (const cursor of ["!!!", "WyJ4Il0", Buffer.from('["a","b"]').toString("base64url")]) {
      expectProblem(
        await call(app.current, "GET /approvedClasses", { query: { cursor } }),
        400,
        "invalid-input",
      );
    }
    expectProblem(
      await call(app.current, "GET /approvedClasses", { query: { limit: "101" } }),
      400,
      "invalid-input",
    );
  });
});

test("tokens that are not ours are refused everywhere", async () => {
  const visitor = await call(app.current, "GET /admin/payments", {
    headers: { authorization: "Bearer nonsense" },
  });
  expectProblem(visitor, 401, "unauthenticated");
  expectProblem(
    await call(app.current, "GET /approvedClasses", {}, { token: "nonsense" }),
    401,
    "unauthenticated",
  );
});

test("alive and ready", async () => {
  expect((await call(app.current, "GET /health")).body).toEqual({ status: "alive" });
  expect((await call(app.current, "GET /ready")).body).toEqual({ status: "ready" });
});
