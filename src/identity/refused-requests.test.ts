import { expect, test } from "vitest";
import { password, problem } from "../../test/support/identity-accounts.ts";
import { useSite } from "../../test/support/identity-site.ts";

const site = useSite();

test("requests from other origins are refused", async () => {
  for (const origin of ["https://evil.example", "null", `${site.current.origin}.evil.example`]) {
    const answer = await site.current
      .visitor()
      .post("/identity/sign-in", { email: "a@example.org", password }, { origin });
    expect(answer).toMatchObject(
      problem("unauthorized-domain", 403, expect.stringContaining(site.current.origin)),
    );
  }
  const hidden = await fetch(`${site.current.origin}/identity/sign-out`, {
    method: "POST",
    headers: { "sec-fetch-site": "cross-site" },
  });
  expect(hidden.status).toBe(403);
});

test("bodies other than small JSON objects are refused", async () => {
  const visitor = site.current.visitor();
  expect(await visitor.post("/identity/sign-in", "{")).toMatchObject(
    problem("malformed-json", 400, expect.any(String)),
  );
  expect(await visitor.post("/identity/sign-in", "[1]")).toMatchObject(
    problem("invalid-input", 400, expect.any(String)),
  );
  expect(await visitor.post("/identity/sign-in", '{"__proto__":{"email":"a"}}')).toMatchObject({
    status: 400,
  });
  expect(await visitor.post("/identity/sign-in", "email=a", { "content-type": "text/plain" })).toMatchObject(
    problem("unsupported-media-type", 415, expect.any(String)),
  );
  const large = { email: "a@example.org", password: "x".repeat(20_000) };
  expect(await visitor.post("/identity/sign-in", large)).toMatchObject(
    problem("body-too-large", 413, expect.any(String)),
  );
  const stream = await visitor.fetch("/identity/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: new Blob([JSON.stringify(large)]).stream(),
    duplex: "half",
  } as RequestInit);
  expect(stream.status).toBe(413);
});

test.each([
  "/identity",
  "/identity/nothing",
  "/identity/sign-up/email",
  "/identity/get-session",
  "/identity/update-user",
])("%s is not found", async (path) => {
  for (const method of ["GET", "POST", "DELETE"]) {
    const response = await site.current
      .visitor()
      .fetch(path, { method, headers: { origin: site.current.origin } });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      404,
      expect.stringContaining(path === "/identity" ? "json" : "application/problem+json"),
    ]);
  }
});
