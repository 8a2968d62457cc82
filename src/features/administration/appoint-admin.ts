import { eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { users } from "../accounts/tables.ts";
import { instructorsTag } from "../accounts/cache-tags.ts";
import { acceptOpenApplication } from "../applications/accept-application.ts";
import { recordDecision } from "../audit/record-decision.ts";

export type Appointment =
  | { readonly outcome: "unknown" }
  | { readonly outcome: "admin already" | "appointed"; readonly name: string; readonly since: Date };

/**
 * Makes the account an admin without asking another admin: for whoever has the machine, as the first admin of a school
 * must come from somewhere. Recorded as the command line's decision.
 * @param email in any case
 * @returns what it came to, with the account's name and when it was made
 */
export async function appointAdmin(
  { db, invalidation, clock }: Pick<AppContext, "db" | "invalidation" | "clock">,
  email: string,
): Promise<Appointment> {
  return db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email.toLowerCase())).for("update");
    if (!user) return { outcome: "unknown" };
    const account = { name: user.name, since: user.createdAt };
    if (user.role === "admin") return { outcome: "admin already", ...account };
    await tx.update(users).set({ role: "admin", suspendedAt: null }).where(eq(users.id, user.id));
    await recordDecision(tx, clock, {
      kind: "role-changed",
      by: "command line",
      about: user,
      before: user.role,
      after: "admin",
    });
    await acceptOpenApplication(tx, clock, { applicant: user });
    await invalidation.invalidate(tx, instructorsTag);
    return { outcome: "appointed", ...account };
  });
}
