import { sql } from "drizzle-orm";
import type { Clock } from "../../src/platform/clock.ts";
import type { Database, Transaction } from "../../src/platform/database.ts";
import { demote, findUntrustedAdmins } from "./demote-admins.ts";
import { demoEmails, tableExists, isSandboxIntent, rowsOf } from "./recognize.ts";
import { type RemoveWhere, addRemoved, prepareRemoval } from "./remove-rows.ts";

interface RemainingPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly classes: number;
  readonly enrollments: number;
}

export interface Removal {
  /** Rows per table. */
  readonly removed: ReadonlyMap<string, number>;
  readonly remaining: readonly RemainingPerson[];
  /** Admins appointed only by the demo, with their new role. */
  readonly demoted: readonly { readonly email: string; readonly role: string }[];
}

/** Thrown before anything is removed: a real payment depends on demo data. */
export class RealPaymentsOnDemo extends Error {
  constructor(count: number) {
    super(
      `${count} payments through a real Stripe account belong to demo accounts or their classes. ` +
        "Nothing was removed. Refund them in Stripe's dashboard, and start the school on a separate database.",
    );
    this.name = "RealPaymentsOnDemo";
  }
}

/** Rolls back a trial run and carries its result. */
class DryRunRollback extends Error {
  readonly removal: Removal;

  constructor(removal: Removal) {
    super("this was a trial");
    this.removal = removal;
  }
}

const demoUsers = sql`(select id from users where email in ${demoEmails})`;
const demoClasses = sql`(select id from classes where instructor_id in ${demoUsers})`;

const abandonedCurricula = sql`(select id from curricula where id not in (select curriculum_id from classes))`;

/**
 * Removes demo accounts with their data, sandbox payments with their seats, all sessions and the sandboxes' tables, in
 * one transaction. Keeps people who signed up, with their classes. They log in and confirm their email again, because a
 * sandbox may have accepted a false identity; consents and newsletter subscriptions end for the same reason.
 * `isDryRun` rolls everything back. Throws RealPaymentsOnDemo.
 */
export async function removeDemonstration(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  isDryRun: boolean,
): Promise<Removal> {
  try {
    return await db.transaction(async (tx) => {
      const removal = await remove(tx, clock);
      if (isDryRun) throw new DryRunRollback(removal);
      return removal;
    });
  } catch (error) {
    if (error instanceof DryRunRollback) return error.removal;
    throw error;
  }
}

async function remove(tx: Transaction, clock: Clock): Promise<Removal> {
  const hasSandbox = await tableExists(tx, "sandbox_stripe.payment_intents");
  const isSandboxed = isSandboxIntent(sql`intent_id`, hasSandbox);
  const [real] = await rowsOf<{ count: number }>(
    tx,
    sql`select count(*)::int as count from payment_attempts where intent_id is not null and not ${isSandboxed}
        and (student_id in ${demoUsers} or class_id in ${demoClasses})`,
  );
  if (real && real.count > 0) throw new RealPaymentsOnDemo(real.count);

  const before = await remainingPeople(tx);
  const untrusted = await findUntrustedAdmins(tx);
  const removed = new Map<string, number>();
  const removeWhere = await prepareRemoval(tx, removed);

  await removeAuditEntries(tx, removed);
  // Sandbox payments moved no money, so their seats become free, also in classes that stay.
  await removeWhere(
    "enrollments",
    sql`(student_id, class_id) in (select student_id, class_id from payment_attempts where ${isSandboxed})`,
  );
  await removeWhere("payment_attempts", isSandboxed);
  // Without their sandbox nobody can settle them.
  await tx.execute(sql`delete from unknown_payments`);
  // The site's cleanup of unused pictures removes their uploads.
  await tx.execute(
    sql`update pictures set changed_at = now() - interval '2 days' where uploaded_by in ${demoUsers}`,
  );
  await removeWhere("classes", sql`id in ${demoClasses}`);
  await releaseFiles(tx, clock, removed);
  // A lesson and its versions refer to each other.
  await tx.execute(
    sql`update lessons set published_version_id = null, retired_at = null where curriculum_id in ${abandonedCurricula}`,
  );
  await removeWhere(
    "lesson_versions",
    sql`lesson_id in (select id from lessons where curriculum_id in ${abandonedCurricula})`,
  );
  await removeWhere("curricula", sql`id in ${abandonedCurricula}`);
  for (const table of ["opened_lessons", "completed_lessons", "watching", "finish_checks"])
    await removeWhere(table, sql`lesson_id not in (select id from lessons) or student_id in ${demoUsers}`);
  await removeWhere(
    "opened_materials",
    sql`material_id not in (select id from materials) or student_id in ${demoUsers}`,
  );
  await removeWhere("learners", sql`student_id in ${demoUsers}`);
  await removeWhere("newsletter_issues", sql`released_by in ${demoUsers}`);
  await passOnVersions(tx);
  // A decided report must have a decider.
  await removeWhere("reports", sql`decided_by in ${demoUsers}`);
  await removeWhere("users", sql`email in ${demoEmails}`);
  await removeWhere("pictures", sql`url like '/drawings/%' and url not in (select image from classes)`);
  for (const { table, column } of await columnsWithEmails(tx)) {
    await removeWhere(table, sql`${sql.identifier(column)} in ${demoEmails}`);
  }
  await tx.execute(sql`
    update classes set available_seats = available_seats + enrolled_students - taken.seats, enrolled_students = taken.seats
    from (select classes.id, count(enrollments.id)::int as seats from classes
          left join enrollments on enrollments.class_id = classes.id group by classes.id) as taken
    where taken.id = classes.id and taken.seats <> enrolled_students`);
  await forgetMailedAnswers(tx, removeWhere, removed);
  const demoted = await demote(tx, clock, untrusted);
  await removeIdentities(tx, removed);
  await tx.execute(sql`delete from demonstrations`);
  for (const schema of ["sandbox_stripe", "sandbox_google", "sandbox_mailbox", "migrations_sandbox"]) {
    await tx.execute(sql`drop schema if exists ${sql.identifier(schema)} cascade`);
  }
  // Makes other processes invalidate their response cache.
  await tx.execute(sql`select pg_notify('senga_changes', '')`);

  const after = await remainingPeople(tx);
  const remaining = after.map((person) => {
    const enrollmentsBefore = before.find(({ id }) => id === person.id)?.enrollments ?? 0;
    return { ...person, enrollments: enrollmentsBefore - person.enrollments };
  });
  return { removed, remaining, demoted };
}

const remainingPeople = (tx: Transaction): Promise<RemainingPerson[]> =>
  rowsOf(
    tx,
    sql`select id, name, email, role,
          (select count(*)::int from classes where instructor_id = users.id) as classes,
          (select count(*)::int from enrollments where student_id = users.id) as enrollments
        from users where email not in ${demoEmails} order by id`,
  );

/** Rows that lead to files stay until the site's cleanups have removed the files. */
async function releaseFiles(tx: Transaction, clock: Clock, removed: Map<string, number>): Promise<void> {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  // A demo admin's video in a remaining class becomes its instructor's.
  await tx.execute(sql`
    update videos set owner_id = used.instructor_id
    from (
      select distinct on (film) film, classes.instructor_id from (
        select curriculum_id, draft ->> 'videoId' as film from lessons
        union all
        select curriculum_id, video_id::text from lesson_versions
        inner join lessons on lessons.id = lesson_versions.lesson_id
      ) as films
      inner join classes using (curriculum_id)
      order by film, classes.id
    ) as used
    where owner_id in ${demoUsers} and videos.id::text = used.film`);
  const films = sql`update videos set state = 'deleting', owner_id = null, changed_at = ${now}
    where owner_id in ${demoUsers} returning 1`;
  addRemoved(removed, "videos", await rowsOf(tx, films));
  // The chunks of an unfinished upload are stored where a video's original would be.
  await tx.execute(sql`
    insert into videos (id, file_name, bytes, state, created_at, changed_at)
    select id, file_name, bytes, 'deleting', created_at, ${now} from uploads where owner_id in ${demoUsers}`);
  const uploads = sql`delete from uploads where owner_id in ${demoUsers} returning 1`;
  addRemoved(removed, "uploads", await rowsOf(tx, uploads));
  const materials = sql`update materials set removed_at = ${now}
    where removed_at is null and lesson_id in (select id from lessons where curriculum_id in ${abandonedCurricula})
    returning 1`;
  addRemoved(removed, "materials", await rowsOf(tx, materials));
  // With an expired lease, the collector of drawings takes them at once.
  const drawings = sql`update submission_pictures set state = 'deleting', turn_id = null, changed_at = 'epoch'
    where student_id in ${demoUsers} or class_id not in (select id from classes) returning 1`;
  addRemoved(removed, "drawings", await rowsOf(tx, drawings));
}

/** Lessons of classes that stay keep versions that demo accounts published: they become the instructor's. */
async function passOnVersions(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    update lesson_versions set published_by = (
      select classes.instructor_id from lessons inner join classes using (curriculum_id)
      where lessons.id = lesson_versions.lesson_id order by classes.id limit 1
    )
    where published_by in ${demoUsers}`);
}

/** The audit log forbids deletes; demo entries are the exception. */
async function removeAuditEntries(tx: Transaction, removed: Map<string, number>): Promise<void> {
  await tx.execute(sql`alter table audit_entries disable trigger user`);
  const deleted = await rowsOf(
    tx,
    sql`delete from audit_entries where actor_id in ${demoUsers} or subject_id in ${demoUsers}
        or subject_id in ${demoClasses} returning 1`,
  );
  await tx.execute(sql`alter table audit_entries enable trigger user`);
  addRemoved(removed, "audit_entries", deleted);
}

/** Tables that store their owner's email outside the accounts: support messages, newsletter, mail queue. */
const columnsWithEmails = (tx: Transaction): Promise<{ table: string; column: string }[]> =>
  rowsOf(
    tx,
    sql`select table_name as "table", column_name as "column" from information_schema.columns
        where table_schema = 'public' and column_name in ('email', 'recipient')
          and table_name not in ('users', 'guardians')`,
  );

/** The sandbox's mailbox shows everyone's mail, so its links prove neither consent nor a subscription. */
async function forgetMailedAnswers(
  tx: Transaction,
  removeWhere: RemoveWhere,
  removed: Map<string, number>,
): Promise<void> {
  const answers = sql`update guardians set consented_at = null, withdrawn_at = null, refused_emails = default
    where consented_at is not null or withdrawn_at is not null or refused_emails <> '{}' returning 1`;
  addRemoved(removed, "guardians' answers", await rowsOf(tx, answers));
  // Their links no longer work.
  await removeWhere("outbox", sql`unsubscribe_url like '%/api/newsletter/unsubscribe/%'`);
  await removeWhere("newsletter_subscriptions", sql`state <> 'unsubscribed'`);
}

async function removeIdentities(tx: Transaction, removed: Map<string, number>): Promise<void> {
  const users = await rowsOf(tx, sql`delete from identity.users where email in ${demoEmails} returning 1`);
  addRemoved(removed, "sign-ins", users);
  addRemoved(removed, "sessions", await rowsOf(tx, sql`delete from identity.sessions returning 1`));
  await tx.execute(sql`delete from identity.verifications`);
  await tx.execute(sql`delete from identity.email_changes`);
  // The local mailbox and the Google sandbox prove no ownership of an email.
  await tx.execute(sql`update identity.users set email_verified = false`);
  if (await tableExists(tx, "sandbox_google.accounts")) {
    await tx.execute(
      sql`delete from identity.accounts where provider_id = 'google'
          and account_id in (select subject from sandbox_google.accounts)`,
    );
  }
}
