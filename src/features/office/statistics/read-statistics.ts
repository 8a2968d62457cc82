import { sql } from "drizzle-orm";
import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database.ts";
import { type Cents, cents } from "../../../platform/money.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { hasNetRevenue, netRevenue } from "../payments/queries.ts";
import { payments } from "../payments/tables.ts";
import type { Range } from "./ranges.ts";

/** One day or month (UTC). */
export interface StatisticsStep {
  /** The first day, as in "2026-11-01". */
  readonly from: string;
  readonly revenue: Cents;
  readonly enrollments: number;
}

const intervals = {
  "30-days": { unit: "day", lookback: "29 days", step: "1 day" },
  "12-months": { unit: "month", lookback: "11 months", step: "1 month" },
} as const;

/** Revenue counts on the day of the capture. Includes steps without any activity. */
export async function readStatistics(db: Database, clock: Clock, range: Range): Promise<StatisticsStep[]> {
  const { unit, lookback, step } = intervals[range];
  const { rows } = (await db.execute(sql`
    with steps as (
      select generate_series(last - ${lookback}::interval, last, ${step}::interval) as at
      from (select date_trunc(${unit}::text, ${clock.now().toISOString()}::timestamptz at time zone 'UTC') as last) as now
    ), first as (
      select min(at) at time zone 'UTC' as at from steps
    ), collected as (
      select date_trunc(${unit}::text, ${payments.capturedAt} at time zone 'UTC') as at, ${netRevenue} as cents
      from ${payments} where ${hasNetRevenue} and ${payments.capturedAt} >= (select at from first) group by 1
    ), taken as (
      select date_trunc(${unit}::text, ${enrollments.createdAt} at time zone 'UTC') as at, count(*) as seats
      from ${enrollments} where ${enrollments.createdAt} >= (select at from first) group by 1
    )
    select to_char(at, 'YYYY-MM-DD') as "from", coalesce(cents, 0)::float8 as revenue, coalesce(seats, 0)::int as enrollments
    from steps left join collected using (at) left join taken using (at) order by at
  `)) as { rows: { from: string; revenue: number; enrollments: number }[] };
  return rows.map((row) => ({ ...row, revenue: cents(row.revenue) }));
}
