import { type SQL, sql } from "drizzle-orm";
import { sentMargin } from "./policy.ts";

/** An `int4multirange` literal of what lies within `[0, seconds)`; PostgreSQL merges what overlaps. */
export function rangesWithin(ranges: readonly (readonly [number, number])[], seconds: number): string {
  const parts = ranges
    .map(([from, to]) => [Math.max(from, 0), Math.min(to, seconds)] as const)
    .filter(([from, to]) => from < to);
  return `{${parts.map(([from, to]) => `[${from},${to})`).join(",")}}`;
}

export const secondsIn = (ranges: SQL): SQL<number> =>
  sql<number>`(select coalesce(sum(upper(part) - lower(part)), 0)::int from unnest(${ranges}) part)`;

const margin = sql.raw(String(sentMargin));

/** Of the claimed seconds those that were sent, about, and are not counted yet. */
export const newSeconds = (claimed: SQL, sent: SQL, watched: SQL): SQL =>
  sql`coalesce(${claimed} * (
    select range_agg(int4range(lower(part) - ${margin}, upper(part) + ${margin}))
    from unnest(${sent}) part
  ) - ${watched}, '{}')`;

export const earliest = (ranges: SQL, seconds: SQL): SQL =>
  sql`(
    select coalesce(range_agg(int4range(first, least(last, first + greatest(${seconds} - before, 0)::int))), '{}')
    from (
      select lower(part) as first, upper(part) as last,
        sum(upper(part) - lower(part)) over (order by part) - (upper(part) - lower(part)) as before
      from unnest(${ranges}) part
    ) parts
  )`;
