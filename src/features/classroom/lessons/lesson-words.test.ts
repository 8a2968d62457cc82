import { expect, test } from "vitest";
import { exactTime, hoursAndMinutes, isoDuration, lengthOf } from "./lesson-words.ts";
import { formatDate, opensInZone, zoneName } from "./pages/opening-words.ts";

test.each([
  [{ kind: "video", seconds: 15 }, "15 sec"],
  [{ kind: "video", seconds: 754 }, "13 min"],
  [{ kind: "video", seconds: null }, undefined],
  [{ kind: "text", seconds: null, words: 401 }, "3 min read"],
  [{ kind: "text", seconds: null, words: 0 }, undefined],
  [{ kind: "exercise", seconds: null, words: 900 }, undefined],
] as const)("the length of %o", (lesson, length) => {
  expect(lengthOf(lesson)).toBe(length);
});

test("lengths of whole classes", () => {
  expect([45, 900, 3600, 4800].map(hoursAndMinutes)).toEqual(["45 sec", "15 min", "1 h", "1 h 20 min"]);
  expect([10, 4800].map(isoDuration)).toEqual(["PT1M", "PT80M"]);
});

test("an opening names its zone, on both sides of a clock change", () => {
  const newYork = "America/New_York";
  expect(opensInZone("2026-03-03T23:00:00Z", newYork)).toBe("Opens Mar 3, 2026, 6:00 PM New York time");
  expect(opensInZone("2026-03-10T22:00:00Z", newYork)).toBe("Opens Mar 10, 2026, 6:00 PM New York time");
  expect(zoneName("UTC")).toBe("UTC");
  expect(formatDate("2026-03-03")).toBe("March 3, 2026");
});

test.each([
  [0, "0 s"],
  [59, "59 s"],
  [60, "1 min"],
  [552, "9 min 12 s"],
  [3600, "1 h"],
  [4805, "1 h 20 min 5 s"],
])("%d seconds are exactly %s", (seconds, words) => {
  expect(exactTime(seconds)).toBe(words);
});
