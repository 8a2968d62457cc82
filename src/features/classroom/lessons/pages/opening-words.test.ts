import { expect, test } from "vitest";
import { dayIn } from "../../../../ui/day.ts";
import { opensInZone, untilNextOpening } from "./opening-words.ts";

test("a moment is told in the time zone of the class", () => {
  const opens = "2031-03-10T22:00:00.000Z";
  expect(opensInZone(opens, "America/New_York")).toBe("Opens Mar 10, 2031, 6:00 PM New York time");
  expect(opensInZone(opens, "UTC")).toBe("Opens Mar 10, 2031, 10:00 PM UTC");
});

test("a day begins in the time zone of the class", () => {
  const at = new Date("2027-03-02T16:00:00Z");
  expect(["America/New_York", "UTC", "Asia/Tokyo"].map((zone) => dayIn(zone, at))).toEqual([
    "2027-03-02",
    "2027-03-02",
    "2027-03-03",
  ]);
});

test("a page looks again when the next section opens, hourly until then, and soon when its clock is ahead", () => {
  const now = new Date("2027-03-10T17:00:00Z");
  const later = (opens: string) => ({ opens, isOpen: false });
  const open = { opens: "2027-03-01T00:00:00Z", isOpen: true };
  expect(untilNextOpening([open, { opens: null, isOpen: true }], now)).toBe(false);
  expect(untilNextOpening([open, later("2027-03-17T17:00:00Z"), later("2027-03-10T17:20:00Z")], now)).toBe(
    1_200_000,
  );
  expect(untilNextOpening([later("2027-03-17T17:00:00Z")], now)).toBe(3_600_000);
  expect(untilNextOpening([later("2027-03-10T16:59:00Z")], now)).toBe(5000);
});
