import { setTimeout as wait } from "node:timers/promises";
import { and, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { certificates } from "../../src/features/studio/certificates/tables.ts";
import { finishChecks } from "../../src/features/classroom/lessons/tables.ts";
import { notifications } from "../../src/features/school/notifications/tables.ts";
import { unfinishedStates } from "../../src/features/office/payments/state.ts";
import { paymentAttempts, paymentSearch, payments } from "../../src/features/office/payments/tables.ts";
import type { JobName } from "../../src/jobs.ts";
import type { Database } from "../../src/platform/database.ts";
import { outbox } from "../../src/platform/outbox.ts";
import type { Finding } from "./audit.ts";

const now = sql`now()`;

/** As if a day had passed: whatever waits for a later moment, or for the end of a lease, is due. Nothing runs meanwhile. */
export async function letTimePass(db: Database): Promise<void> {
  await db
    .update(paymentAttempts)
    .set({ checkAt: now })
    .where(inArray(paymentAttempts.state, unfinishedStates));
  await db.update(payments).set({ reviewAt: now }).where(isNotNull(payments.reviewAt));
  await db.update(paymentSearch).set({ nextAt: now });
  await db.update(outbox).set({ nextTryAt: now }).where(isNull(outbox.failedAt));
  await db.update(certificates).set({ signAt: now }).where(isNotNull(certificates.signAt));
  await db.update(finishChecks).set({ requestedAt: now });
  await db.update(notifications).set({ mailAt: now }).where(isNotNull(notifications.mailAt));
}

const jobs: readonly JobName[] = [
  "lost payments",
  "payments",
  "collected payments",
  "certificates",
  "notifications",
  "mail",
];
/** Without progress. */
const timeoutMilliseconds = 45_000;

/** Runs the jobs until they find nothing more to do, or get no further. Returns what is left. */
export async function settle(db: Database, origins: readonly string[]): Promise<readonly Finding[]> {
  let [fewest, end] = [Infinity, 0];
  for (;;) {
    for (const job of jobs) await Promise.all(origins.map((origin) => runJob(origin, job)));
    const left = await countWork(db);
    const count = left.reduce((sum, { cases }) => sum + cases.length, 0);
    if (count < fewest) [fewest, end] = [count, performance.now() + timeoutMilliseconds];
    if (count === 0 || performance.now() > end) return left;
    await wait(200);
  }
}

async function runJob(origin: string, job: JobName): Promise<void> {
  const answer = await fetch(`${origin}/sandbox/jobs/${encodeURIComponent(job)}`, { method: "POST" });
  if (answer.status !== 204) throw new Error(`the job ${job} answered ${answer.status}`);
}

async function countWork(db: Database): Promise<readonly Finding[]> {
  const isUnfinished = inArray(paymentAttempts.state, unfinishedStates);
  const counts = {
    "payment attempt": await db.$count(paymentAttempts, and(isUnfinished, lte(paymentAttempts.checkAt, now))),
    "refund or seat in between": await db.$count(
      paymentAttempts,
      inArray(paymentAttempts.state, ["seated", "refunding", "refused"]),
    ),
    "payment to look at": await db.$count(payments, lte(payments.reviewAt, now)),
    "search for lost payments": await db.$count(paymentSearch, lte(paymentSearch.nextAt, now)),
    "mail in the outbox": await db.$count(outbox),
    "class to certify": await db.$count(finishChecks),
    "certificate to sign": await db.$count(certificates, isNotNull(certificates.signAt)),
    "notification to mail": await db.$count(notifications, lte(notifications.mailAt, now)),
  };
  return Object.entries(counts).map(([what, count]) => ({
    group: "unsettled",
    what,
    cases: Array.from({ length: count }, (_, index) => String(index + 1)),
  }));
}
