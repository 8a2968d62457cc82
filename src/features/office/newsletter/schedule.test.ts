import { expect, test } from "vitest";
import { nextRelease, releaseTime } from "./issue.ts";

test("the weekly release is due from Thursday, 16:00 UTC, for a day", () => {
  const at = (time: string) => releaseTime(new Date(time));
  const thursday = new Date("2026-11-19T16:00:00Z");
  expect(at("2026-11-19T15:59:59Z")).toBeUndefined();
  expect(at("2026-11-19T16:00:00Z")).toEqual(thursday);
  expect(at("2026-11-20T15:59:59Z")).toEqual(thursday);
  expect(at("2026-11-20T16:00:00Z")).toBeUndefined();
  expect(at("2026-11-25T16:00:00Z")).toBeUndefined();
  expect(at("2026-11-26T16:00:01Z")).toEqual(new Date("2026-11-26T16:00:00Z"));
});

test("two releases are a week apart, or two hours less", () => {
  const last = new Date("2026-11-19T17:00:00Z");
  expect(nextRelease(new Date("2026-11-26T14:59:59Z"), last)).toEqual(new Date("2026-11-26T15:00:00Z"));
  expect(nextRelease(new Date("2026-11-26T15:00:00Z"), last)).toBeUndefined();
  expect(nextRelease(last, undefined)).toBeUndefined();
});
