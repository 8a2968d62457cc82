import { expect, test } from "vitest";
import { isReleaseWindow, nextRelease } from "./issue.ts";

test("the weekly release is due from Thursday, 16:00 UTC, for a day", () => {
  const at = (time: string) => isReleaseWindow(new Date(time));
  expect(at("2026-11-19T15:59:59Z")).toBe(false);
  expect(at("2026-11-19T16:00:00Z")).toBe(true);
  expect(at("2026-11-20T15:59:59Z")).toBe(true);
  expect(at("2026-11-20T16:00:00Z")).toBe(false);
  expect(at("2026-11-25T16:00:00Z")).toBe(false);
  expect(at("2026-11-26T16:00:01Z")).toBe(true);
});

test("two releases are a week apart, or two hours less", () => {
  const last = new Date("2026-11-19T17:00:00Z");
  expect(nextRelease(new Date("2026-11-26T14:59:59Z"), last)).toEqual(new Date("2026-11-26T15:00:00Z"));
  expect(nextRelease(new Date("2026-11-26T15:00:00Z"), last)).toBeUndefined();
  expect(nextRelease(last, undefined)).toBeUndefined();
});
