import { type SQL, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { users } from "../../../access/tables.ts";
import { isOpenApplication } from "../../school/applications/queries.ts";
import { classes } from "../../school/classes/tables.ts";
import { contactMessages } from "../../school/contact/tables.ts";
import { teachingApplications } from "../../school/users/tables.ts";
import { reports } from "../../studio/moderation/tables.ts";
import { paymentAttempts, payments, refundRequests, unknownPayments } from "../payments/tables.ts";
import { type DecisionKind, decisionKinds } from "./policy.ts";

const all = sql`count(*)`;

/** What is counted, since when, and in which rows. */
const questions: Readonly<Record<DecisionKind, readonly [counted: SQL, since: SQL, rows: SQL]>> = {
  "failed-refunds": [
    all,
    sql`${payments.createdAt}`,
    sql`${paymentAttempts} inner join ${payments} on ${eq(payments.attemptId, paymentAttempts.id)}
      where ${eq(paymentAttempts.state, "refund-failed")}`,
  ],
  "refund-requests": [
    all,
    sql`${refundRequests.createdAt}`,
    sql`${refundRequests} where ${isNull(refundRequests.decision)}`,
  ],
  // The bank settles a pending refund.
  "unknown-payments": [
    all,
    sql`${unknownPayments.createdAt}`,
    sql`${unknownPayments} where ${ne(unknownPayments.reason, "refund-pending")}`,
  ],
  reports: [
    sql`count(distinct (${reports.kind}, ${reports.subjectId}))`,
    sql`${reports.createdAt}`,
    sql`${reports} where ${isNull(reports.decidedAt)}`,
  ],
  classes: [all, sql`${classes.createdAt}`, sql`${classes} where ${eq(classes.status, "pending")}`],
  applications: [
    all,
    sql`${teachingApplications.createdAt}`,
    sql`${teachingApplications} inner join ${users} on ${eq(users.id, teachingApplications.userId)}
      where ${isOpenApplication}`,
  ],
  messages: [
    all,
    sql`${contactMessages.createdAt}`,
    sql`${contactMessages} where ${isNull(contactMessages.doneAt)}`,
  ],
};

interface Waiting {
  readonly kind: DecisionKind;
  readonly count: number;
  /** Milliseconds; the drivers read timestamps differently. */
  readonly since: number | null;
}

export async function readAdminOverview(db: Database) {
  const selects = decisionKinds.map((kind) => {
    const [counted, since, rows] = questions[kind];
    return sql`select ${kind}::text as kind, ${counted}::int as count,
      (extract(epoch from min(${since})) * 1000)::float8 as since from ${rows}`;
  });
  const { rows } = (await db.execute(sql.join(selects, sql` union all `))) as { rows: Waiting[] };
  return decisionKinds.flatMap((kind) => {
    const { count = 0, since = null } = rows.find((row) => row.kind === kind) ?? {};
    return since === null ? [] : [{ kind, count, since: new Date(since) }];
  });
}
