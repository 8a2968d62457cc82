/** What the provider has taken, beside what the site and the buyers know. */
import { existsSync, readFileSync } from "node:fs";
import { seconds } from "../parts/site.ts";
import { providerDatabase, query, siteDatabase } from "./databases.ts";
import type { AcknowledgedPurchase } from "./load.ts";
import type { NotedMail } from "./mail-relay.ts";
import type { School } from "./school.ts";
import { mailsIn, runJob } from "./site-hosts.ts";

interface Intent {
  readonly id: string;
  readonly status: string;
  readonly amount_refunded: number;
  readonly student: string;
  readonly class: string;
}
interface Seat {
  readonly student: string;
  readonly class: string;
}
interface Receipt {
  readonly intent: string;
  readonly email: string;
  readonly class_name: string;
}

export interface Books {
  readonly charges: number;
  readonly chargesWithoutSeat: number;
  readonly heldWithoutSeat: number;
  readonly seatsWithoutCharge: number;
  readonly chargedTwice: number;
  /** Acknowledged purchases without a seat. */
  readonly lost: number;
  readonly receiptsMissing: number;
  readonly receiptsTwice: { readonly sameMessageId: number; readonly newMessageId: number };
}

const keyOf = (each: Seat): string => `${each.student} ${each.class}`;

const listIntents = (students: readonly string[]): Promise<Intent[]> =>
  query<Intent>(
    providerDatabase,
    `select id, status, amount_refunded, metadata ->> 'studentId' as student, metadata ->> 'classId' as class
     from sandbox_stripe.payment_intents where metadata ->> 'studentId' = any($1)`,
    [students],
  );

export async function readBooks(
  folder: string,
  { studentIds }: School,
  acknowledged: readonly AcknowledgedPurchase[],
): Promise<Books> {
  const students = [...studentIds];
  const intents = await listIntents(students);
  const charged = intents.filter((each) => each.status === "succeeded" && each.amount_refunded === 0);
  const held = intents.filter(({ status }) => status === "requires_capture");
  const seats = await query<Seat>(
    siteDatabase,
    "select student_id as student, class_id as class from enrollments where student_id = any($1)",
    [students],
  );
  const receipts = await query<Receipt>(
    siteDatabase,
    `select intent_id as intent, email, class_name from payments join users on users.id = student_id
     where student_id = any($1) and captured_at is not null`,
    [students],
  );
  const seatKeys = new Set(seats.map(keyOf));
  const chargesOf = Map.groupBy(charged, keyOf);
  const withoutSeat = (some: readonly Intent[]): number =>
    some.filter((each) => !seatKeys.has(keyOf(each))).length;
  const isSeated = ({ studentId, classId }: AcknowledgedPurchase): boolean =>
    seatKeys.has(keyOf({ student: studentId, class: classId }));
  const mails = mailsOf(folder);
  const mailsFor = ({ email, class_name: name }: Receipt): NotedMail[] =>
    mails.get(`${email} You are enrolled in ${name}`) ?? [];
  const twice = receipts.map(mailsFor).filter(({ length }) => length > 1);
  const isSame = (some: readonly NotedMail[]): boolean =>
    new Set(some.map(({ messageId }) => messageId)).size === 1;
  return {
    charges: charged.length,
    chargesWithoutSeat: withoutSeat(charged),
    heldWithoutSeat: withoutSeat(held),
    seatsWithoutCharge: seats.filter((seat) => !chargesOf.has(keyOf(seat))).length,
    chargedTwice: [...chargesOf.values()].filter(({ length }) => length > 1).length,
    lost: acknowledged.filter((each) => !isSeated(each)).length,
    receiptsMissing: receipts.filter((each) => mailsFor(each).length === 0).length,
    receiptsTwice: {
      sameMessageId: twice.filter(isSame).length,
      newMessageId: twice.filter((some) => !isSame(some)).length,
    },
  };
}

function mailsOf(folder: string): Map<string, NotedMail[]> {
  const file = mailsIn(folder);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  const mails = lines.map((line) => JSON.parse(line) as NotedMail);
  return Map.groupBy(mails, ({ to, subject }) => `${to} ${subject}`);
}

/** Seconds that the jobs get, whose own waits are cut short. */
const settlingTime = 100;

/** Lets the jobs finish what the load has begun. Returns whether nothing is left. */
export async function settle({ studentIds }: School): Promise<boolean> {
  const students = [...studentIds];
  const limit = performance.now() + settlingTime * 1000;
  while (performance.now() < limit) {
    await cutWaits();
    // A build without the search for lost payments has no such job.
    for (const job of ["payments", "lost payments", "mail"]) await runJob("site1", job);
    const isHeld = (await listIntents(students)).some(({ status }) => status === "requires_capture");
    const [left] = await query<{ count: number }>(
      siteDatabase,
      `select (select count(*) from outbox where failed_at is null)::int
        + (select count(*) from payment_attempts where student_id = any($1)
           and state in ('seated', 'refused', 'refunding'))::int as count`,
      [students],
    );
    if (!isHeld && left?.count === 0) return true;
    await seconds(3);
  }
  return false;
}

/** Of attempts, of the search for lost payments, and of mail whose lease is of ten minutes and has lasted for one. */
async function cutWaits(): Promise<void> {
  await query(siteDatabase, "update payment_attempts set check_at = now() where check_at > now()");
  await query(
    siteDatabase,
    `update outbox set next_try_at = now() where failed_at is null
     and next_try_at between now() + interval '61 seconds' and now() + interval '540 seconds'`,
  );
  const [search] = await query(siteDatabase, "select 1 where to_regclass('payment_search') is not null");
  if (search) await query(siteDatabase, "update payment_search set next_at = now()");
}
