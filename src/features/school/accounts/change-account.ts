import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import { personChanged } from "../../../access/events.ts";
import type { Person } from "../../../access/queries.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import { problems } from "./contract.ts";
import { findUserId, isTaken } from "./find-user-id.ts";

/** Returns 0 when nothing is new. Throws unauthenticated when the account was deleted meanwhile. */
export async function updateAccount(
  { db, emit }: Pick<AppContext, "db" | "emit">,
  person: Person,
  { name, image }: { readonly name: string; readonly image: string },
): Promise<number> {
  if (person.name === name && person.image === image) return 0;
  return db.transaction(async (tx) => {
    const renamed = await tx
      .update(users)
      .set({ name, image })
      .where(and(eq(users.id, person.id), hasAccount))
      .returning({ id: users.id });
    if (renamed.length === 0) throw new Problem(commonProblems.unauthenticated);
    await emit(tx, personChanged, { personId: person.id });
    return 1;
  });
}

/**
 * The identity provider moves first, then the record follows its token. After a crash between the two the record
 * follows at the next sign-in. Throws link-expired, email-already-in-use.
 */
export async function confirmEmailChange(
  context: Pick<AppContext, "db" | "emit" | "identity" | "verifyIdentity">,
  token: string,
) {
  const { db, identity, verifyIdentity } = context;
  const change = await identity.findEmailChange(token);
  if (!change) throw new Problem(problems.changeExpired);
  // A record that another provider made is unknown to ours.
  if (await isTaken(db, change.email)) {
    await identity.cancelEmailChange(token);
    throw new Problem(problems.emailInUse);
  }
  const outcome = await identity.confirmEmailChange(token);
  if (outcome.state === "waiting") return outcome;
  await findUserId(context, await verifyIdentity(outcome.identityToken));
  return { state: outcome.state };
}

/** Throws link-expired. */
export async function stopEmailChange({ identity }: Pick<AppContext, "identity">, token: string) {
  if (!(await identity.findEmailChange(token))) throw new Problem(problems.changeExpired);
  await identity.cancelEmailChange(token);
  return { state: "stopped" as const };
}
