import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import type { IdentityClaims } from "../../../access/identity-token.ts";
import { findPerson } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { exportTicketSeconds, maxSignInAge, problems } from "./policy.ts";

/** Throws sign-in-again. */
export function requireRecentSignIn({ clock }: Pick<AppContext, "clock">, claims: IdentityClaims): void {
  const age = clock.now().getTime() / 1000 - (claims.signedInAt ?? 0);
  if (age > maxSignInAge) throw new Problem(problems.signInAgain);
}

/** Stricter than the long-lived media cookie. Throws sign-in-again, account-not-found, account-suspended. */
export async function issueExportTicket(
  context: Pick<AppContext, "clock" | "db" | "exportSeal">,
  claims: IdentityClaims,
): Promise<string> {
  const { clock, db, exportSeal } = context;
  requireRecentSignIn(context, claims);
  const { issuer, subject } = claims;
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.identityIssuer, issuer), eq(users.identitySubject, subject)));
  const person = account && (await findPerson(db, account.id));
  if (!person) throw new Problem(problems.noAccount);
  if (person.isSuspended) throw new Problem(commonProblems.suspended);
  return exportSeal.close(String(clock.now().getTime() + exportTicketSeconds * 1000), person.id);
}

export function admitsExport(
  { clock, exportSeal }: Pick<AppContext, "clock" | "exportSeal">,
  ticket: string,
  personId: string,
): boolean {
  return Number(exportSeal.open(ticket, personId) ?? 0) > clock.now().getTime();
}
