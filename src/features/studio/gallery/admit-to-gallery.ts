import { and, asc, eq, ne } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { type Person, lockPresent } from "../../../access/queries.ts";
import type { Database } from "../../../platform/database.ts";
import { blocks, hasAccount, users } from "../../../access/tables.ts";
import { findConsent } from "../../school/guardians/consent.ts";
import { problems as classProblems } from "../../school/classes/policy.ts";
import { problems as enrollmentProblems } from "../../school/enrollments/contract.ts";
import { findClassFor } from "../../classroom/lessons/queries.ts";
import { problems } from "./policy.ts";

/** Throws class-not-found, not-enrolled, guardian-consent-missing, age-unknown. */
export async function admitToGallery(
  context: Pick<AppContext, "clock" | "db">,
  viewer: Person,
  classId: string,
) {
  const found = await findClassFor(context.db, viewer, classId);
  if (!found.isStaff) {
    if (!found.isApproved && !found.hasSeat) throw new Problem(classProblems["class-not-found"]);
    if (!found.hasSeat) throw new Problem(enrollmentProblems["not-enrolled"]);
    const consent = await findConsent(context.db, context, viewer.id);
    if (consent === "missing") throw new Problem(problems["guardian-consent-missing"]);
    if (consent === "age-unknown") throw new Problem(problems["age-unknown"]);
  }
  return found;
}

/** The blocked person is not notified. Throws person-not-found, cannot-block. */
export async function blockPerson(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  blocker: Person,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPresent(tx, blocker);
    const [person] = await tx
      .select({ role: users.role })
      .from(users)
      .where(and(eq(users.id, id), ne(users.id, blocker.id), hasAccount))
      // A promotion at this moment would not end a block that it can't see yet.
      .for("share");
    if (!person) throw new Problem(problems["person-not-found"]);
    if (person.role !== "student") throw new Problem(problems["cannot-block"]);
    await tx
      .insert(blocks)
      .values({ blockerId: blocker.id, blockedId: id, createdAt: clock.now() })
      .onConflictDoNothing();
  });
}

export async function unblockPerson(
  { db }: Pick<AppContext, "db">,
  blocker: Person,
  id: string,
): Promise<number> {
  const ended = await db
    .delete(blocks)
    .where(and(eq(blocks.blockerId, blocker.id), eq(blocks.blockedId, id)))
    .returning({ id: blocks.blockedId });
  return ended.length;
}

export const listBlocked = (db: Database, blocker: Person) =>
  db
    .select({ id: users.id, name: users.name, image: users.image, since: blocks.createdAt })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(eq(blocks.blockerId, blocker.id))
    .orderBy(asc(users.name), asc(users.id));
