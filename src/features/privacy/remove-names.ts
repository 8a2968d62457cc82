import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Transaction } from "../../platform/database.ts";
import type { Person } from "../accounts/queries.ts";
import { auditEntries } from "../audit/tables.ts";
import { classes } from "../classes/tables.ts";
import { critiques, submissionTurns, submissions } from "../critique/tables.ts";
import { comments } from "../gallery/tables.ts";
import { newsletterIssues } from "../newsletter/tables.ts";
import { notifications } from "../notifications/tables.ts";
import { payments } from "../payments/tables.ts";

export const formerMember = "Former member";

/**
 * Copies of a name or email that stand in what belongs to others: books, log, issues, notifications. Only in rows that
 * are about the person: a name may be a word of the language, or another person's too.
 */
export async function removeNames(tx: Transaction, person: Person): Promise<void> {
  const { id, email } = person;
  await tx
    .update(payments)
    .set({ instructorName: formerMember, instructorEmail: "" })
    .where(
      or(
        eq(payments.instructorEmail, email),
        inArray(
          payments.classId,
          tx.select({ id: classes.id }).from(classes).where(eq(classes.instructorId, id)),
        ),
      ),
    );
  await removeFromNotifications(tx, person);
  // The log's trigger refuses any other change.
  await tx.execute(sql`select set_config('senga.removes_names', 'on', true)`);
  await removeFromLog(tx, person);
  if (await hasTaught(tx, person)) await removeFromHandOversAndIssues(tx, person);
  await tx.execute(sql`select set_config('senga.removes_names', 'off', true)`);
}

/** Whatever the person was called at the time. */
async function removeFromNotifications(tx: Transaction, { id }: Person): Promise<void> {
  const written = tx.select({ id: comments.id }).from(comments).where(eq(comments.authorId, id));
  const given = tx.select({ id: critiques.id }).from(critiques).where(eq(critiques.instructorId, id));
  const did = "(commented on|accepted|has critiqued) your drawing";
  await tx
    .update(notifications)
    .set({
      line: sql`regexp_replace(${notifications.line}, ${`^.*? ${did}`}, ${`${formerMember} \\1 your drawing`})`,
    })
    .where(
      or(
        and(eq(notifications.kind, "comment-received"), inArray(notifications.aboutId, written)),
        and(eq(notifications.kind, "critique-received"), inArray(notifications.aboutId, given)),
      ),
    );
  const turns = tx
    .select({ id: submissionTurns.id })
    .from(submissionTurns)
    .innerJoin(submissions, eq(submissions.id, submissionTurns.submissionId))
    .where(eq(submissions.studentId, id));
  await tx
    .delete(notifications)
    .where(and(eq(notifications.kind, "drawing-handed-in"), inArray(notifications.aboutId, turns)));
}

async function removeFromLog(tx: Transaction, { id, name, email }: Person): Promise<void> {
  await tx.update(auditEntries).set({ actorName: formerMember }).where(eq(auditEntries.actorId, id));
  await tx.update(auditEntries).set({ subjectName: formerMember }).where(eq(auditEntries.subjectId, id));
  // An admin's reason may name them.
  const without = (column: AnyPgColumn) =>
    sql<string>`replace(replace(${column}, ${name}, ${formerMember}), ${email}, ${formerMember})`;
  await tx
    .update(auditEntries)
    .set({ before: without(auditEntries.before), after: without(auditEntries.after) })
    .where(and(eq(auditEntries.subjectId, id), ne(auditEntries.kind, "role-changed")));
}

/** Whether the person is an instructor, or was one. */
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

/** These name an instructor without an id. */
async function removeFromHandOversAndIssues(tx: Transaction, { name }: Person): Promise<void> {
  const without = (column: AnyPgColumn) =>
    sql<string>`case when ${column} = ${name} then ${formerMember} else ${column} end`;
  await tx
    .update(auditEntries)
    .set({ before: without(auditEntries.before), after: without(auditEntries.after) })
    .where(
      and(
        eq(auditEntries.kind, "class-handed-over"),
        or(eq(auditEntries.before, name), eq(auditEntries.after, name)),
      ),
    );
  await tx.execute(sql`
    update ${newsletterIssues}
    set classes = (
      select jsonb_agg(case when each ->> 'instructorName' = ${name}
        then jsonb_set(each, '{instructorName}', to_jsonb(${formerMember}::text)) else each end)
      from jsonb_array_elements(classes) each
    )
    where classes @> ${JSON.stringify([{ instructorName: name }])}::jsonb
  `);
}
