import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { OpenedLesson, OpenedVersion } from "../../classroom/progress/list-opened.ts";
import { facts as factsSchema } from "./refund-contract.ts";
import { type StandingFacts, refundStanding, weightOf } from "./refund-standing.ts";

const capturedAt = new Date("2026-11-21T14:02:00.000Z");
const [second, hour, day] = [1000, 3_600_000, 86_400_000];

const text = (seconds: number, isOpened = false): OpenedVersion => ({
  film: null,
  words: (seconds * 200) / 60,
  isOpened,
});
const film = (
  seconds: number | null,
  sent: [number, number][] = [],
  watched: [number, number][] = [],
): OpenedVersion => ({ film: { seconds, sent, watched }, words: 500, isOpened: true });

const lesson = (version: OpenedVersion, more: Partial<OpenedLesson> = {}): OpenedLesson => ({
  _id: "a",
  title: "Eyes",
  kind: "text",
  isRetired: false,
  versions: [version],
  materials: { count: 0, opened: 0 },
  ...more,
});

const standing = (facts: Partial<StandingFacts>) =>
  refundStanding({
    now: capturedAt,
    capturedAt,
    firstLessonAt: capturedAt,
    paidPercent: 100,
    weightAtPurchase: 0,
    lessons: [],
    withdrawals: { ofThisClass: 0, lately: 0 },
    ...facts,
  });

describe("the days", () => {
  test.each([
    [-second, 1, true],
    [0, 1, true],
    [day, 1, true],
    [day + 1, 2, true],
    [6 * day + 23 * hour + 59 * 60 * second + 59 * second, 7, true],
    [7 * day, 7, true],
    [7 * day + second, 8, false],
    [40 * day, 40, false],
  ])("%d ms after the payment are day %d", (elapsed, number, holds) => {
    const { days, until, isAllowed } = standing({ now: new Date(capturedAt.getTime() + elapsed) });
    expect(days).toMatchObject({ number, limit: 7, holds });
    expect(until).toBe("2026-11-28T14:02:00.000Z");
    expect(isAllowed).toBe(holds);
  });

  test.each([
    ["a year before the payment", -365 * day, 8, "Day 8: refunds are open for 7 days after the payment."],
    ["with the payment", 0, 8, "Day 8: refunds are open for 7 days after the payment."],
    ["a second after it", second, 7, "Day 7 of 7 after the first lesson came out."],
    ["now", 7 * day + second, 1, "Day 1 of 7 after the first lesson came out."],
  ])("8 days after the payment, with the first lesson %s", (_, after, number, says) => {
    const firstLessonAt = new Date(capturedAt.getTime() + after);
    const now = new Date(capturedAt.getTime() + 7 * day + second);
    expect(standing({ now, firstLessonAt }).days).toEqual({ number, says, limit: 7, holds: number <= 7 });
  });

  test("have no end before the first lesson", () => {
    const now = new Date(capturedAt.getTime() + 365 * day);
    expect(standing({ now, firstLessonAt: null })).toMatchObject({
      days: { number: 0, holds: true, says: "The 7 days haven’t started yet: no lessons are out." },
      until: null,
      isAllowed: true,
    });
  });
});

describe("the share", () => {
  test.each([
    [0, 0, true],
    [1199, 119, true],
    [1999, 199, true],
    [2000, 200, false],
    [10_000, 1000, false],
  ])("of %d seconds in 10,000 is %d tenths of a percent", (opened, number, holds) => {
    const lessons = [lesson(text(opened, true)), lesson(text(10_000 - opened))];
    expect(standing({ lessons }).share).toMatchObject({ number, limit: 200, holds });
  });

  test("of an empty class, or one that opens later, is nothing", () => {
    expect(standing({}).share).toMatchObject({ number: 0, holds: true });
    const later = [lesson(text(600)), lesson(film(600)), lesson(film(null))];
    expect(standing({ lessons: later }).share).toMatchObject({ number: 0, holds: true });
    expect(standing({ lessons: [], weightAtPurchase: 60 }).share.number).toBe(0);
  });

  test("counts materials as a minute each, and texts whole", () => {
    const lessons = [
      lesson(text(300, true), { materials: { count: 2, opened: 1 } }),
      lesson(film(540), { materials: { count: 1, opened: 0 } }),
    ];
    expect(standing({ lessons })).toMatchObject({ opened: 360, total: 1020, share: { number: 352 } });
  });

  test.each([
    ["what was sent, less what the player read ahead", [[0, 100]], [[0, 80]], 80],
    ["never less than what was watched", [], [[0, 50]], 50],
    ["whole what nobody watched", [[0, 100]], [], 100],
    ["a minute of reading ahead at most", [[0, 300]], [[0, 100]], 240],
    ["no more as read ahead than was watched", [[0, 30]], [[0, 4]], 26],
    [
      "what was read ahead at each place where watching stopped",
      [
        [0, 40],
        [100, 140],
      ],
      [
        [0, 20],
        [100, 125],
      ],
      45,
    ],
    [
      "a gap between two places as read ahead once",
      [[0, 100]],
      [
        [0, 40],
        [50, 90],
      ],
      80,
    ],
    ["as sent what comes before the watched part", [[0, 100]], [[40, 90]], 90],
    [
      "for half at least when it is fetched in pieces with a second watched in each",
      Array.from({ length: 20 }, (_, at) => [at * 30, at * 30 + 29]),
      Array.from({ length: 20 }, (_, at) => [at * 30, at * 30 + 1]),
      560,
    ],
    ["the film at most", [[0, 700]], [[0, 700]], 600],
  ] as [string, [number, number][], [number, number][], number][])(
    "counts of a film %s",
    (_, sent, watched, opened) => {
      expect(standing({ lessons: [lesson(film(600, sent, watched))] }).opened).toBe(opened);
    },
  );

  test("counts the heaviest version that stood, and the most that was opened of one", () => {
    const versions = [film(120, [[0, 60]], [[0, 60]]), film(600, [[0, 100]], [[0, 100]])];
    expect(standing({ lessons: [lesson(film(1), { versions })] })).toMatchObject({ opened: 100, total: 600 });
  });
});

test("a reduced price, the same class again and a fourth class are for the school", () => {
  expect(standing({ paidPercent: 99 })).toMatchObject({ price: { holds: false }, isAllowed: false });
  expect(standing({ withdrawals: { ofThisClass: 1, lately: 1 } })).toMatchObject({
    heldBack: "same-class-again",
    isAllowed: false,
  });
  expect(standing({ withdrawals: { ofThisClass: 0, lately: 2 } }).isAllowed).toBe(true);
  expect(standing({ withdrawals: { ofThisClass: 0, lately: 3 } })).toMatchObject({
    heldBack: "many-withdrawals",
    isAllowed: false,
  });
});

const seconds = fc.nat({ max: 7200 });
const ranges = fc
  .uniqueArray(seconds, { maxLength: 12 })
  .map((ends) => ends.toSorted((a, b) => a - b))
  .map((ends) =>
    Array.from({ length: Math.floor(ends.length / 2) }, (_, at): [number, number] => [
      ends[2 * at]!,
      ends[2 * at + 1]!,
    ]),
  );
const anyVersion = fc.record({
  film: fc.option(
    fc.record({ seconds: fc.option(fc.integer({ min: 1, max: 7200 })), sent: ranges, watched: ranges }),
  ),
  words: fc.nat({ max: 5000 }),
  isOpened: fc.boolean(),
});
const anyLesson: fc.Arbitrary<OpenedLesson> = fc.record({
  _id: fc.uuid(),
  title: fc.string(),
  kind: fc.constantFrom("video" as const, "text" as const, "exercise" as const),
  isRetired: fc.boolean(),
  versions: fc.array(anyVersion, { maxLength: 3 }),
  materials: fc
    .tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 }))
    .map(([a, b]) => ({ count: Math.max(a, b), opened: Math.min(a, b) })),
});
const moment = fc.integer({ min: 0, max: 20 * day }).map((after) => new Date(capturedAt.getTime() + after));
const anyFacts: fc.Arbitrary<StandingFacts<Date>> = fc.record({
  now: moment,
  capturedAt: fc.constant(capturedAt),
  firstLessonAt: fc.option(moment),
  paidPercent: fc.constantFrom(100, 100, 100, 50),
  weightAtPurchase: fc.nat({ max: 20_000 }),
  lessons: fc.array(anyLesson, { maxLength: 6 }),
  withdrawals: fc.record({ ofThisClass: fc.nat({ max: 1 }), lately: fc.nat({ max: 4 }) }),
});

test("the page finds in the facts that it is sent what the server finds, in 10,000 cases", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const sent = JSON.parse(JSON.stringify(z.encode(factsSchema, facts))) as StandingFacts;
      const found = refundStanding(sent);
      expect(found).toEqual(refundStanding(facts));
      expect(found.opened).toBeLessThanOrEqual(found.total);
      expect(Number.isInteger(found.share.number)).toBe(true);
      expect(found.share.holds).toBe(found.total === 0 || found.opened * 5 < found.total);
    }),
    { numRuns: 10_000 },
  );
});

test("no history of watching makes less of a film than half of what was sent", () => {
  fc.assert(
    fc.property(ranges, ranges, (sent, watched) => {
      const { opened } = standing({ lessons: [lesson(film(7200, sent, watched))] });
      const sentSeconds = sent.reduce((sum, [from, to]) => sum + to - from, 0);
      expect(opened * 2).toBeGreaterThanOrEqual(sentSeconds);
      expect(opened).toBeLessThanOrEqual(7200);
    }),
    { numRuns: 2000 },
  );
});

test("a class that is cut, whatever is left of it, raises nobody's share", () => {
  fc.assert(
    fc.property(anyFacts, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), (facts, stays) => {
      const whole = { ...facts, weightAtPurchase: weightOf(facts.lessons) };
      const cut = { ...whole, lessons: whole.lessons.filter((_, at) => stays[at]) };
      expect(refundStanding(cut).share.number).toBeLessThanOrEqual(refundStanding(whole).share.number);
    }),
    { numRuns: 2000 },
  );
});
