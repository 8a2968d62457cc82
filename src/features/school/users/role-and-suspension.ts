import { and, eq, isNull, or } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import { type Role, mayChangeRole } from "../../../access/policy.ts";
import type { Person } from "../../../access/queries.ts";
import { blocks, users } from "../../../access/tables.ts";
import type { Clock } from "../../../platform/clock.ts";
import { isAdult } from "../guardians/consent.ts";
import { recordDecision } from "../audit/record-decision.ts";
import { forgetOtherRoles } from "../notifications/notify.ts";
import { problems } from "./contract.ts";
import { emailSetMail, reinstatedMail, roleChangedMail, suspendedMail, welcomeToTeachMail } from "./mails.ts";
import { teachingApplications } from "./tables.ts";
import { invalidateInstructor } from "../classes/invalidate-instructor.ts";
import { type FormerEmail, personChanged, suspensionChanged } from "../../../access/events.ts";

/** Throws user-not-found, own-role, has-role-already, role-changed-meanwhile, is-a-minor, not-admin-any-more. */
export async function changeRole(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "settings">,
  admin: Person,
  id: string,
  role: Role,
  seen?: Role,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, admin, id);
    if (seen && user.role !== seen && user.role !== role)
      throw new Problem(problems["role-changed-meanwhile"]);
    await setRole(tx, context, admin, user, role);
  });
}

/** @param note for an applicant whose application this accepts */
export async function setRole(
  tx: Transaction,
  { clock, settings, invalidation }: Pick<AppContext, "clock" | "settings" | "invalidation">,
  admin: Person,
  user: UserRow,
  role: Role,
  note?: string,
): Promise<void> {
  if (!mayChangeRole(admin, user, role))
    throw new Problem(user.id === admin.id ? problems["own-role"] : problems["has-role-already"]);
  if (role !== "student" && !(await isAdult(tx, { clock }, user.id)))
    throw new Problem(problems["is-a-minor"]);
  await tx.update(users).set({ role }).where(eq(users.id, user.id));
  await recordDecision(tx, clock, "role-changed", { by: admin, about: user, before: user.role, after: role });
  const hasApplied =
    role !== "student" && (await acceptOpenApplication(tx, clock, { applicant: user, by: admin, note }));
  const isNewTeacher = user.role === "student" && role === "instructor";
  await enqueueMail(
    tx,
    clock,
    isNewTeacher
      ? welcomeToTeachMail(settings.origin, user, { hasApplied, note })
      : roleChangedMail(settings, user, role),
  );
  await forgetOtherRoles(tx, user.id, role);
  await endBlocks(tx, user.id, role);
  await invalidateInstructor(tx, { invalidation }, user.id);
}

/** Instructors and admins see everything, so nobody may block them. */
async function endBlocks(tx: Transaction, id: string, role: Role): Promise<void> {
  if (role !== "student") await tx.delete(blocks).where(eq(blocks.blockedId, id));
}

interface Acceptance {
  readonly applicant: { readonly id: string };
  readonly by?: { readonly id: string };
  readonly note?: string | undefined;
}

async function acceptOpenApplication(
  tx: Transaction,
  clock: Clock,
  { applicant, by, note }: Acceptance,
): Promise<boolean> {
  const accepted = await tx
    .update(teachingApplications)
    .set({ decision: "accepted", decidedAt: clock.now(), decidedBy: by?.id ?? null, note: note || null })
    .where(and(eq(teachingApplications.userId, applicant.id), isNull(teachingApplications.decidedAt)))
    .returning({ id: teachingApplications.id });
  return accepted.length > 0;
}

export type UserRow = typeof users.$inferSelect;

/** Locks both users and verifies the admin's role. Throws user-not-found, not-admin-any-more. */
export async function lockUser(tx: Transaction, admin: Person, id: string): Promise<UserRow> {
  // In id order, so that two admins who lock each other's rows cannot deadlock.
  const rows = await tx
    .select()
    .from(users)
    .where(or(eq(users.id, id), eq(users.id, admin.id)))
    .orderBy(users.id)
    .for("no key update");
  const actingAdmin = rows.find((row) => row.id === admin.id);
  if (actingAdmin?.role !== "admin" || actingAdmin.suspendedAt)
    throw new Problem(problems["not-admin-any-more"]);
  const user = rows.find((row) => row.id === id);
  if (!user || user.deletedAt) throw new Problem(problems["user-not-found"]);
  return user;
}

/** Throws user-not-found, own-account, suspended-already, not-admin-any-more. */
export async function suspendUser(
  context: Pick<AppContext, "clock" | "db" | "emit" | "invalidation" | "settings">,
  admin: Person,
  id: string,
  reason: string,
): Promise<void> {
  const { clock, settings } = context;
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, admin, id);
    if (user.id === admin.id) throw new Problem(problems["own-account"]);
    if (user.suspendedAt) throw new Problem(problems["suspended-already"]);
    await tx.update(users).set({ suspendedAt: clock.now() }).where(eq(users.id, id));
    await recordDecision(tx, clock, "user-suspended", { by: admin, about: user, after: reason });
    await enqueueMail(tx, clock, suspendedMail(settings, user, reason));
    await invalidateInstructor(tx, context, id);
    await context.emit(tx, suspensionChanged, { personId: id });
  });
}

/** Throws user-not-found, not-suspended, not-admin-any-more. */
export async function reinstateUser(
  context: Pick<AppContext, "clock" | "db" | "emit" | "invalidation" | "settings">,
  admin: Person,
  id: string,
): Promise<void> {
  const { clock, settings } = context;
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, admin, id);
    if (!user.suspendedAt) throw new Problem(problems["not-suspended"]);
    await tx.update(users).set({ suspendedAt: null }).where(eq(users.id, id));
    await recordDecision(tx, clock, "user-reinstated", { by: admin, about: user });
    await enqueueMail(tx, clock, reinstatedMail(settings.origin, user));
    await invalidateInstructor(tx, context, id);
    await context.emit(tx, suspensionChanged, { personId: id });
  });
}

export type Appointment =
  | { readonly outcome: "unknown" }
  | { readonly outcome: "not an adult" }
  | { readonly outcome: "admin already" | "appointed"; readonly name: string; readonly since: Date };

/** @param email in any case */
export async function appointAdmin(
  { db, invalidation, clock }: Pick<AppContext, "db" | "invalidation" | "clock">,
  email: string,
): Promise<Appointment> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(eq(users.email, email.toLowerCase()))
      .for("no key update");
    if (!user) return { outcome: "unknown" };
    const account = { name: user.name, since: user.createdAt };
    if (!(await isAdult(tx, { clock }, user.id))) return { outcome: "not an adult" };
    const { role, suspendedAt } = user;
    if (role === "admin" && !suspendedAt) return { outcome: "admin already", ...account };
    await tx.update(users).set({ role: "admin", suspendedAt: null }).where(eq(users.id, user.id));
    const decision = { by: "command line", about: user } as const;
    if (suspendedAt) await recordDecision(tx, clock, "user-reinstated", decision);
    if (role !== "admin")
      await recordDecision(tx, clock, "role-changed", { ...decision, before: role, after: "admin" });
    await acceptOpenApplication(tx, clock, { applicant: user });
    await forgetOtherRoles(tx, user.id, "admin");
    await endBlocks(tx, user.id, "admin");
    await invalidateInstructor(tx, { invalidation }, user.id);
    return { outcome: "appointed", ...account };
  });
}

/** Returns the name, or undefined without an account. Throws a unique violation. */
export async function setEmail(
  tx: Transaction,
  { clock, emit, settings }: Pick<AppContext, "clock" | "emit" | "settings">,
  former: FormerEmail,
  newEmail: string,
): Promise<string | undefined> {
  const [user] = await tx
    .update(users)
    // An older token must not restore the old email.
    .set({ email: newEmail, emailChangedAt: clock.now() })
    .where(eq(users.email, former.email))
    .returning({ id: users.id, name: users.name });
  if (!user) return undefined;
  await emit(tx, personChanged, { personId: user.id, former });
  for (const mailbox of [former.email, newEmail])
    await enqueueMail(tx, clock, emailSetMail(settings, mailbox));
  return user.name;
}
