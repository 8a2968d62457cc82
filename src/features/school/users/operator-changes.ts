import { eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { isAdult } from "../guardians/consent.ts";
import { users } from "../../../access/tables.ts";
import type { Transaction } from "../../../platform/database.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import { personChanged } from "../../../access/events.ts";
import { acceptOpenApplication } from "./role-and-suspension.ts";
import { recordDecision } from "../audit/record-decision.ts";
import { forgetOtherRoles } from "../notifications/notify.ts";
import { invalidateInstructor } from "../classes/invalidate-instructor.ts";
import { emailSetMail } from "./mails.ts";

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
    await invalidateInstructor(tx, { invalidation }, user.id);
    return { outcome: "appointed", ...account };
  });
}

/** Returns the name, or undefined without an account. Throws a unique violation. */
export async function setEmail(
  tx: Transaction,
  { clock, emit, settings }: Pick<AppContext, "clock" | "emit" | "settings">,
  oldEmail: string,
  newEmail: string,
): Promise<string | undefined> {
  const [user] = await tx
    .update(users)
    // An older token must not restore the old email.
    .set({ email: newEmail, emailChangedAt: clock.now() })
    .where(eq(users.email, oldEmail))
    .returning({ id: users.id, name: users.name });
  if (!user) return undefined;
  await emit(tx, personChanged, { personId: user.id, formerEmail: oldEmail });
  for (const mailbox of [oldEmail, newEmail]) await enqueueMail(tx, clock, emailSetMail(settings, mailbox));
  return user.name;
}
