import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { type AnyPgColumn, unionAll } from "drizzle-orm/pg-core";
import type { Transaction } from "../../../platform/database.ts";
import { formerMember } from "../../../access/policy.ts";
import type { Person } from "../../../access/queries.ts";
import { auditEntries } from "../../school/audit/tables.ts";
import { classes } from "../../school/classes/tables.ts";
import { certificates } from "../../studio/certificates/tables.ts";
import { reports } from "../../studio/moderation/tables.ts";
import { rewriteMails } from "../newsletter/send-newsletter.ts";
import { newsletterIssues } from "../newsletter/tables.ts";
import { payments } from "../payments/tables.ts";

/** Removes copies of a name or email from others' data: books, log, newsletter, admins' texts. */
export async function removeNames(tx: Transaction, person: Person): Promise<void> {
  await removeFromBooks(tx, person);
  await removeFromWords(tx, person);
  // The log's trigger refuses any other change.
  await tx.execute(sql`select set_config('senga.removes_names', 'on', true)`);
  await removeFromLog(tx, person);
  if (await hasTaught(tx, person)) await removeInstructorNames(tx, person);
  await tx.execute(sql`select set_config('senga.removes_names', 'off', true)`);
}

/** Two updates: with both conditions in one, PostgreSQL reads all payments. */
async function removeFromBooks(tx: Transaction, { id, email }: Person): Promise<void> {
  const own = tx.select({ id: classes.id }).from(classes).where(eq(classes.instructorId, id));
  const isOfOwn = and(isNotNull(payments.capturedAt), inArray(payments.classId, own));
  // Those not captured have the email. Without one it would be everyone who has left.
  const conditions = email ? [isOfOwn, eq(payments.instructorEmail, email)] : [isOfOwn];
  for (const condition of conditions)
    await tx.update(payments).set({ instructorName: formerMember, instructorEmail: "" }).where(condition);
}

async function removeFromWords(tx: Transaction, person: Person): Promise<void> {
  const { id } = person;
  const isReporter = eq(reports.reporterId, id);
  const isAuthor = eq(reports.authorId, id);
  // In a fixed order: author and reporters of the same reports may leave at the same time.
  await tx
    .select({ id: reports.id })
    .from(reports)
    .where(or(isAuthor, isReporter))
    .orderBy(asc(reports.id))
    .for("no key update");
  // One update: a second one would recheck the row's foreign keys, and wait for other accounts.
  const empty = JSON.stringify({ text: "", pictureIds: [] });
  await tx
    .update(reports)
    .set({
      text: sql`case when ${isReporter} then '' else ${without(reports.text, person)} end`,
      snapshot: sql`case when ${isAuthor} then ${empty}::jsonb else ${reports.snapshot} end`,
      decisionReason: without(reports.decisionReason, person),
    })
    .where(or(isAuthor, isReporter));
  await tx
    .update(certificates)
    .set({ revokedWhy: without(certificates.revokedWhy, person) })
    .where(eq(certificates.studentId, id));
}

/** Only in rows about the person or their classes: elsewhere a name may be an ordinary word. */
const without = (column: AnyPgColumn, { name, email }: Person) =>
  sql<string>`replace(replace(${column}, ${name}, ${formerMember}), ${email}, ${formerMember})`;

async function removeFromLog(tx: Transaction, person: Person): Promise<void> {
  const { id } = person;
  await tx.update(auditEntries).set({ actorName: formerMember }).where(eq(auditEntries.actorId, id));
  await tx.update(auditEntries).set({ subjectName: formerMember }).where(eq(auditEntries.subjectId, id));
  await tx
    .update(auditEntries)
    .set({ before: without(auditEntries.before, person), after: without(auditEntries.after, person) })
    .where(and(eq(auditEntries.subjectId, id), ne(auditEntries.kind, "role-changed")));
  // A decision about a report by the person is about its author.
  const reported = tx.select({ id: reports.authorId }).from(reports).where(eq(reports.reporterId, id));
  await tx
    .update(auditEntries)
    .set({ after: without(auditEntries.after, person) })
    .where(and(eq(auditEntries.kind, "report-decided"), inArray(auditEntries.subjectId, reported)));
}

export async function hasTaught(tx: Transaction, { id, role }: Person): Promise<boolean> {
  if (role === "instructor") return true;
  const [was] = await tx
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.kind, "role-changed"),
        eq(auditEntries.subjectId, id),
        or(eq(auditEntries.before, "instructor"), eq(auditEntries.after, "instructor")),
      ),
    )
    .limit(1);
  return was !== undefined;
}

/** Records of earlier versions lack the id. */
const isNameOf = ({ id, name }: Person, idColumn: AnyPgColumn, nameColumn: AnyPgColumn) =>
  or(eq(idColumn, id), and(isNull(idColumn), eq(nameColumn, name)));

/** The classes that they teach, and those that they have handed over. */
export function isOfTaughtClass(tx: Transaction, person: Person, classId: AnyPgColumn) {
  const { kind, subjectId, before, beforeId } = auditEntries;
  const taught = tx.select({ id: classes.id }).from(classes).where(eq(classes.instructorId, person.id));
  const handedOver = tx
    .select({ id: subjectId })
    .from(auditEntries)
    .where(and(eq(kind, "class-handed-over"), isNameOf(person, beforeId, before)));
  return inArray(classId, unionAll(taught, handedOver));
}

async function removeInstructorNames(tx: Transaction, person: Person): Promise<void> {
  const { kind, subjectId, before, beforeId, after, afterId } = auditEntries;
  // First: which classes they have handed over may be known by the name only.
  await tx
    .update(auditEntries)
    .set({ before: without(before, person), after: without(after, person) })
    .where(and(inArray(kind, ["class-edited", "feedback-given"]), isOfTaughtClass(tx, person, subjectId)));
  const [isBefore, isAfter] = [isNameOf(person, beforeId, before), isNameOf(person, afterId, after)];
  await tx
    .update(auditEntries)
    .set({
      before: sql`case when ${isBefore} then ${formerMember} else ${before} end`,
      after: sql`case when ${isAfter} then ${formerMember} else ${after} end`,
    })
    .where(and(eq(kind, "class-handed-over"), or(isBefore, isAfter)));
  const { id, name } = person;
  const isTheirs = sql`coalesce(each ->> 'instructorId' = ${id}, each ->> 'instructorName' = ${name})`;
  const namesThem = sql`exists (select from jsonb_array_elements(classes) each where ${isTheirs})`;
  const issues = await tx
    .update(newsletterIssues)
    .set({
      classes: sql`(
        select jsonb_agg(case when ${isTheirs}
          then jsonb_set(each, '{instructorName}', to_jsonb(${formerMember}::text)) else each end)
        from jsonb_array_elements(classes) each
      )`,
    })
    .where(namesThem)
    .returning();
  for (const issue of issues) await rewriteMails(tx, issue);
}
