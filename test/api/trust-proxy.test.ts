import { describe, expect, test } from "vitest";
import { useTestApp } from "../support/app.ts";

/** Simulates a proxy that appends the caller's real IP to X-Forwarded-For. */
const ask = (origin: string, said: string, seen: string) =>
  fetch(`${origin}/api/health`, { headers: { "x-forwarded-for": said ? `${said}, ${seen}` : seen } });

describe.each([
  ["one proxy", { TRUST_PROXY: "1" }],
  ["proxies of this network", { TRUST_PROXY: "127.0.0.0/8,::1" }],
])("behind %s", (_, env) => {
  // Six calls per minute.
  const app = useTestApp({ ...env, RATE_LIMIT_FACTOR: "0.01" });

  test("a caller is limited whatever address it claims, and others are not", async () => {
    const statuses: number[] = [];
    for (let each = 0; each < 12; each += 1) {
      statuses.push((await ask(app.current.origin, `198.51.100.${each}`, "203.0.113.7")).status);
    }
    expect(statuses).toContain(429);
    expect((await ask(app.current.origin, "", "203.0.113.8")).status).toBe(200);
  });
});

describe("without a proxy", () => {
  const app = useTestApp({ RATE_LIMIT_FACTOR: "0.01" });

  test("the address that a caller claims is ignored", async () => {
    const statuses: number[] = [];
    for (let each = 0; each < 12; each += 1) {
      statuses.push((await ask(app.current.origin, "", `198.51.100.${each}`)).status);
    }
    expect(statuses).toContain(429);
  });
});
