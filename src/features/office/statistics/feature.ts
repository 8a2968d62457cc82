import { count, eq, isNull, sql } from "drizzle-orm";
import type { Clock } from "../../../platform/clock.ts";
import { type Database, readRows } from "../../../platform/database.ts";
import { type Cents, cents } from "../../../platform/money.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { isOpenApplication } from "../../school/applications/applications.ts";
import { classes } from "../../school/classes/tables.ts";
import { teachingApplications } from "../../school/users/tables.ts";
import { defineFeature } from "../../feature.ts";
import { hasNetRevenue, netRevenue, sumPayments } from "../payments/queries.ts";
import { payments } from "../payments/tables.ts";
import { type Range, statisticsContract } from "./contract.ts";

interface StatisticsStep {
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
async function readStatistics(db: Database, clock: Clock, range: Range): Promise<StatisticsStep[]> {
  const { unit, lookback, step } = intervals[range];
  const rows = await readRows<{ from: string; revenue: number; enrollments: number }>(
    db,
    sql`
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
  `,
  );
  return rows.map((row) => ({ ...row, revenue: cents(row.revenue) }));
}

async function readTotals(db: Database) {
  const [applications] = await db
    .select({ pending: count() })
    .from(teachingApplications)
    .innerJoin(users, eq(users.id, teachingApplications.userId))
    .where(isOpenApplication);
  return {
    ...(await sumPayments(db)),
    totalUsers: await db.$count(users, hasAccount),
    totalClasses: await db.$count(classes, isNull(classes.archivedAt)),
    totalEnrolled: await db.$count(enrollments),
    pendingClasses: await db.$count(classes, eq(classes.status, "pending")),
    pendingApplications: applications?.pending ?? 0,
  };
}

export const statisticsFeature = defineFeature({
  name: "Statistics",
  contract: statisticsContract,
  handlers: ({ clock, db }) => ({
    "GET /admin/payments": () => readTotals(db),
    "GET /admin/statistics": async ({ query: { range } }) => ({
      range,
      steps: await readStatistics(db, clock, range),
    }),
  }),
});
