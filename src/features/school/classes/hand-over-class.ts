import { and, asc, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { enqueueMail, type Mail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { layOutMail, toPerson } from "../../../platform/mail-layout.ts";
import type { Body } from "../../../http/contract.ts";
import { recordDecision } from "../audit/record-decision.ts";
import type { classesContract } from "./contract.ts";
import { classHandedOver } from "./events.ts";
import { problems } from "./policy.ts";
import { type ClassToDecide, lockClassToDecide } from "./queries.ts";
import { searchTextOf } from "./search-classes.ts";
import { classes } from "./tables.ts";
import { catalogTag, classTag } from "./cache-tags.ts";

/**
 * Includes the denied classes it replaced and, unless the former instructor still teaches its lessons in another approved
 * class, their runs of it that were never approved. Throws class-not-found, class-changed-meanwhile, not-an-instructor,
 * has-class-already.
 */
export async function handOverClass(
  context: Pick<AppContext, "clock" | "db" | "emit" | "invalidation" | "settings">,
  admin: Person,
  id: string,
  { email, from }: Body<typeof classesContract, "PATCH /admin/hand-over/class/{id}">,
): Promise<void> {
  const { clock, settings } = context;
  await context.db.transaction(async (tx) => {
    await lockUnapprovedRuns(tx, id);
    const found = await lockClassToDecide(tx, id);
    if (!found) throw new Problem(problems["class-not-found"]);
    if (found.archivedAt)
      throw new Problem(
        problems["class-changed-meanwhile"],
        "Its instructor has sent this class again meanwhile. Reload the page, then transfer the new one.",
      );
    // The lock prevents a concurrent role change.
    const [to] = await tx.select().from(users).where(eq(users.email, email)).for("no key update");
    if (to?.role !== "instructor" || to.suspendedAt) throw new Problem(problems["not-an-instructor"]);
    if (to.email === found.instructor.email) throw new Problem(problems["has-class-already"]);
    if (from !== undefined && from !== found.instructor.id)
      throw new Problem(
        problems["class-changed-meanwhile"],
        `This class belongs to ${found.instructor.name} now. Check the list before you transfer it again.`,
      );
    await changeInstructor(tx, clock, found, to);
    await handOverPredecessors(tx, id, to);
    const moved = [id, ...(await handOverUnapprovedRuns(tx, clock, found, to))];
    for (const each of moved)
      await context.emit(tx, classHandedOver, { id: each, from: found.instructor.id });
    await recordDecision(tx, clock, "class-handed-over", {
      by: admin,
      about: found,
      before: found.instructor.name,
      beforeId: found.instructor.id,
      after: to.name,
      afterId: to.id,
    });
    await enqueueMail(tx, clock, classHandedOverMail(settings, found, to));
    await enqueueMail(tx, clock, classReceivedMail(settings.origin, found, to));
    await context.invalidation.invalidate(tx, catalogTag, ...moved.map(classTag));
  });
}

type Teacher = Pick<Named, "id" | "name">;

async function changeInstructor(
  tx: Transaction,
  clock: Clock,
  { id, name }: Pick<ClassToDecide, "id" | "name">,
  to: Teacher,
): Promise<void> {
  await tx
    .update(classes)
    .set({
      instructorId: to.id,
      searchText: searchTextOf(name, to.name),
      updatedAt: clock.now(),
      version: sql`${classes.version} + 1`,
    })
    .where(eq(classes.id, id));
}

async function handOverPredecessors(tx: Transaction, id: string, to: Teacher): Promise<void> {
  const [earlier] = await tx.select().from(classes).where(eq(classes.sentAgainAs, id));
  if (!earlier) return;
  const searchText = searchTextOf(earlier.name, to.name);
  await tx.update(classes).set({ instructorId: to.id, searchText }).where(eq(classes.id, earlier.id));
  await handOverPredecessors(tx, earlier.id, to);
}

const curriculumOf = (tx: Transaction, id: string) =>
  tx.select({ id: classes.curriculumId }).from(classes).where(eq(classes.id, id));

/** Locks the class, too: classes are locked by id, before people. */
async function lockUnapprovedRuns(tx: Transaction, id: string): Promise<void> {
  const isToLock = or(eq(classes.id, id), ne(classes.status, "approved"));
  await tx
    .select({ id: classes.id })
    .from(classes)
    .where(and(inArray(classes.curriculumId, curriculumOf(tx, id)), isToLock))
    .orderBy(asc(classes.id))
    .for("update");
}

/** Through one of them the former instructor could still edit the lessons. Returns their ids. */
async function handOverUnapprovedRuns(
  tx: Transaction,
  clock: Clock,
  { id, instructor: from }: Pick<ClassToDecide, "id" | "instructor">,
  to: Teacher,
): Promise<string[]> {
  const left = await tx
    .select({ id: classes.id, name: classes.name, status: classes.status })
    .from(classes)
    .where(and(inArray(classes.curriculumId, curriculumOf(tx, id)), eq(classes.instructorId, from.id)))
    .orderBy(asc(classes.id));
  if (left.some(({ status }) => status === "approved")) return [];
  for (const each of left) await changeInstructor(tx, clock, each, to);
  return left.map((each) => each.id);
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}
interface HandedOver {
  readonly name: string;
  readonly instructor: Named;
}

function classHandedOverMail(
  { supportEmail }: { readonly supportEmail: string },
  { name, instructor }: HandedOver,
  to: Named,
): Mail {
  return layOutMail({
    ...toPerson(instructor),
    namedIds: [to.id],
    subject: `“${name}” has a new instructor`,
    paragraphs: [
      `We've transferred your class “${name}” to ${to.name}, who will look after it and its students from now on.`,
      `If you have questions, write to ${supportEmail}.`,
    ],
    reason: "You're receiving this email because you taught this class on Senga.",
  });
}

function classReceivedMail(origin: string, { name, instructor }: HandedOver, to: Named): Mail {
  return layOutMail({
    ...toPerson(to),
    namedIds: [instructor.id],
    subject: `“${name}” is yours now`,
    paragraphs: [
      `We've transferred the class “${name}” from ${instructor.name} to you. You'll find it and its students under My Classes.`,
    ],
    action: { label: "Open My Classes", url: `${origin}/dashboard/instructor/my-classes` },
    reason: "You're receiving this email because you teach on Senga.",
  });
}
