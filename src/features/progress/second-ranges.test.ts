/** @databases both */
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestApp } from "../../../test/support/app.ts";
import { sentMargin } from "./policy.ts";
import { earliest, newSeconds, rangesWithin, secondsIn } from "./second-ranges.ts";
import { wholeSeconds } from "./sent-seconds.ts";

const app = useTestApp();

/** mulberry32 */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Ranges = [number, number][];
interface Step {
  readonly claimed: Ranges;
  readonly sent: Ranges;
  readonly allowance: number;
}

/** Second by second. */
function countByHand(steps: readonly Step[], seconds: number): number[] {
  const sent = new Set<number>();
  const watched = new Set<number>();
  for (const step of steps) {
    for (const [from, to] of step.sent.filter(([first, end]) => first < end))
      for (let at = from - sentMargin; at < to + sentMargin; at += 1) sent.add(at);
    const claimed = new Set(
      step.claimed.flatMap(([from, to]) =>
        Array.from({ length: Math.max(to - from, 0) }, (_, i) => from + i),
      ),
    );
    let left = step.allowance;
    for (let at = 0; at < seconds && left > 0; at += 1) {
      if (!claimed.has(at) || !sent.has(at) || watched.has(at)) continue;
      watched.add(at);
      left -= 1;
    }
  }
  return [...watched].toSorted((a, b) => a - b);
}

test("10,000 random sequences of reports count what is counted second by second, in any order and repeated", async () => {
  const random = randomFrom(20_261_121);
  const anyRanges = (count: number): Ranges =>
    Array.from({ length: random(count + 1) }, () => {
      const from = random(90);
      return [from, from + random(40) - 4];
    });
  for (let round = 0; round < 10; round += 1) {
    const sequences = Array.from({ length: 1000 }, () => {
      const seconds = 1 + random(100);
      const steps = Array.from({ length: 1 + random(6) }, (): Step => ({
        claimed: anyRanges(5),
        sent: anyRanges(3),
        allowance: random(3) === 0 ? random(5) : random(80),
      }));
      return { seconds, steps: random(4) === 0 ? [...steps, ...steps.toReversed()] : steps };
    });
    const rows = sequences.flatMap(({ seconds, steps }, sequence) =>
      steps.map(({ claimed, sent, allowance }, step) => ({
        sequence,
        step: step + 1,
        claimed: rangesWithin(claimed, seconds),
        sent: rangesWithin(sent, 1000),
        allowance,
      })),
    );
    const after = (await app.current.context.db.execute(sql`
      with recursive steps as (
        select * from json_to_recordset(${JSON.stringify(rows)}::json)
          as (sequence int, step int, claimed int4multirange, sent int4multirange, allowance int)
      ), done as (
        select sequence, 0 as step, '{}'::int4multirange as watched, '{}'::int4multirange as sent
        from steps where step = 1
        union all
        select sequence, step, watched + ${earliest(sql`fresh`, sql`allowance`)}, sent
        from (
          select sequence, steps.step, done.watched, done.sent + steps.sent as sent, allowance,
            ${newSeconds(sql`claimed`, sql`(done.sent + steps.sent)`, sql`watched`)} as fresh
          from done inner join steps using (sequence) where steps.step = done.step + 1
        ) next
      )
      select distinct on (sequence) sequence, watched::text, ${secondsIn(sql`watched`)} as seconds
      from done order by sequence, step desc
    `)) as { rows: { watched: string; seconds: number }[] };
    for (const [index, { seconds, steps }] of sequences.entries()) {
      const byHand = countByHand(steps, seconds);
      const parts = [...(after.rows[index]?.watched.matchAll(/(\d+),(\d+)/g) ?? [])];
      const counted = parts.flatMap(([, from, to]) =>
        Array.from({ length: Number(to) - Number(from) }, (_, offset) => Number(from) + offset),
      );
      expect(counted, JSON.stringify({ seconds, steps })).toEqual(byHand);
      expect(after.rows[index]?.seconds).toBe(byHand.length);
    }
  }
});

test("what was sent is rounded inward, after neighbors are joined", () => {
  expect(wholeSeconds([])).toBe("{}");
  expect(wholeSeconds([[0, 2002]])).toBe("{[0,2)}");
  expect(wholeSeconds([[100, 900]])).toBe("{}");
  expect(
    wholeSeconds([
      [2400, 3000],
      [0, 700],
      [700, 1500],
      [1500, 2400],
      [9000, 12_700],
    ]),
  ).toBe("{[0,3),[9,12)}");
});
