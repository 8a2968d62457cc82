import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { problems } from "./contract.ts";
import { findUserId, isTaken } from "./find-user-id.ts";

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
