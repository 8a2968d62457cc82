import { describe, expect, test } from "vitest";
import { orFirstPage } from "./first-page.ts";

const first = new URL("https://senga.example/classes?q=eyes");
const later = new URL(`${first.href}&cursor=WzFd`);
const empty = { answer: [] };
const full = { answer: ["Eyes That Speak"] };
const notFound = new Response(null, { status: 404 });

/** What a visitor of `address` gets: the page, or where they are redirected, or the error. */
const visit = (address: URL, work: () => Promise<{ readonly answer: readonly string[] }>) =>
  orFirstPage(address, work).catch((error: unknown) =>
    error instanceof Response ? (error.headers.get("location") ?? error) : error,
  );

describe("a page of the catalog", () => {
  test.each([
    ["that has something is shown", later, full],
    ["that is the first is shown, even if it is empty", first, empty],
  ])("%s", async (_, address, page) => {
    expect(await visit(address, async () => page)).toBe(page);
  });

  test("that nothing is left of leads to the first", async () => {
    expect(await visit(later, async () => empty)).toBe("/classes?q=eyes");
  });

  test("by an invalid cursor leads to the first, and other errors remain", async () => {
    const failing = (error: unknown) => async () => {
      throw error;
    };
    expect(await visit(later, failing(notFound))).toBe("/classes?q=eyes");
    expect(await visit(first, failing(notFound))).toBe(notFound);
    const away = new Response(null, { status: 503 });
    expect(await visit(later, failing(away))).toBe(away);
  });
});
