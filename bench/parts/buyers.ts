import pg from "pg";
import type { AppContext } from "../../src/context.ts";
import { type RecordedSettlement, recordSettlement } from "./record-settlement.ts";
import { addClass, addPeople } from "./school.ts";

/** A prime, so that the clients of pgbench do not move from class to class together. */
const classCount = 101;

export interface Buyer {
  readonly id: string;
  readonly classId: string;
  readonly token: string;
}

export interface SchoolWithBuyers {
  readonly buyers: readonly Buyer[];
  /** Of the sandbox of Stripe. */
  readonly keys: { readonly secretKey: string; readonly webhookSecret: string };
  readonly settlement: RecordedSettlement;
}

/** They buy classes of ten lessons, which have seats for all of them. */
export async function addBuyers(context: AppContext, count: number): Promise<SchoolWithBuyers> {
  const { db } = context;
  const [instructorId = ""] = await addPeople(context, "instructor", 1);
  const classes: string[] = [];
  for (let index = 0; index < classCount; index += 1)
    classes.push(
      (await addClass(context, instructorId, { name: `Lines ${index}`, lessonCount: 10 })).classId,
    );
  await db.execute(`update classes set available_seats = ${count + 1}`);
  const [first = "", ...students] = await addPeople(context, "student", count + 1);
  const buyers = await Promise.all(
    students.map(async (id, index) => ({
      id,
      classId: classes[index % classCount]!,
      token: await context.accessTokens.issue(id),
    })),
  );
  const settlement = await recordSettlement(context, first, { classId: classes[0]!, instructorId });
  return { buyers, keys: context.stripeSandbox!.keys, settlement };
}

/** An open attempt of each buyer, who is one of pgbench's turns. */
export async function addTurns(url: string, buyers: readonly Buyer[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `create table turns as
     select n::int as number, student, class, instructor_id as instructor, gen_random_uuid() as attempt, 'pi_' || n as intent
     from unnest($1::uuid[], $2::uuid[]) with ordinality as buyers (student, class, n)
     join classes on classes.id = class`,
    [buyers.map(({ id }) => id), buyers.map(({ classId }) => classId)],
  );
  await client.query(`
    alter table turns add primary key (number);
    insert into payment_attempts (id, student_id, class_id, amount_cents, currency, intent_id, state, revision, created_at,
      check_at) select attempt, student, class, 4900, 'usd', intent, 'open', 1, now(), now() from turns;
    analyze`);
  await client.end();
}

export async function countPaid(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from payments join payment_attempts on payment_attempts.id = attempt_id
     join enrollments on enrollments.student_id = payments.student_id and enrollments.class_id = payments.class_id
     where state = 'paid' and captured_at is not null`,
  );
  await client.end();
  return rows[0]!.count;
}
