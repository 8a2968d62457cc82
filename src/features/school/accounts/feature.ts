import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem, problems as commonProblems, tooManyRequests } from "../../../platform/errors.ts";
import { personChanged } from "../../../access/events.ts";
import { type Person, findPerson, findPersonByEmail, forgetEndedSessions } from "../../../access/queries.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { IdentityClaims } from "../../../access/identity-token.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import type { Role } from "../../../access/policy.ts";
import { defineFeature, job } from "../../feature.ts";
import { findUnread } from "../notifications/queries.ts";
import { findOwnGuardian } from "../guardians/guardian-requests.ts";
import { problems, accounts } from "./contract.ts";
import { findUserId, isTaken, registerUser, resumeRegistration } from "./user-records.ts";

/** Throws unauthenticated if the account was deleted in the meantime. */
async function updateAccount(
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

/** After a crash, the record follows at the next sign-in. Throws link-expired, email-already-in-use. */
async function confirmEmailChange(
  context: Pick<AppContext, "db" | "emit" | "identity" | "verifyIdentity">,
  token: string,
) {
  const { db, identity, verifyIdentity } = context;
  const change = await identity.findEmailChange(token);
  if (!change) throw new Problem(problems["link-expired"]);
  // A record of another provider is unknown to ours.
  if (await isTaken(db, change.email)) {
    await identity.cancelEmailChange(token);
    throw new Problem(problems["email-already-in-use"]);
  }
  const outcome = await identity.confirmEmailChange(token);
  if (outcome.state === "waiting") return outcome;
  await findUserId(context, await verifyIdentity(outcome.identityToken), true);
  return { state: outcome.state };
}

async function stopEmailChange({ identity }: Pick<AppContext, "identity">, token: string) {
  if (!(await identity.findEmailChange(token))) throw new Problem(problems["link-expired"]);
  await identity.cancelEmailChange(token);
  return { state: "stopped" as const };
}

/** Per user. A browser needs one every 15 minutes. */
const exchanges = { calls: 30, seconds: 60 } as const;

function accountsApi(context: AppContext): Handlers<typeof accounts, CallerFor> {
  const roleOf = async (email: string): Promise<Role> => {
    const person = await findPersonByEmail(context.db, email);
    if (!person) throw new Problem(problems["user-not-found"]);
    return person.role;
  };
  return {
    "POST /jwt": async ({ caller, body }) => {
      const wait = await context.rateLimiter.consume(
        `exchange ${caller.issuer} ${caller.subject}`,
        exchanges,
      );
      if (wait > 0) throw tooManyRequests(wait);
      refuseOtherEmail(caller, body.email);
      const id = (await findUserId(context, caller)) ?? (await resumeRegistration(context, caller));
      if ((await findPerson(context.db, id))?.isSuspended)
        throw new Problem(commonProblems["account-suspended"]);
      return { token: await context.accessTokens.issue(id, caller.sessionId) };
    },
    "POST /users": async ({ caller, body }) => {
      refuseOtherEmail(caller, body.email);
      const { id, isNew } = await registerUser(context, caller, body);
      return { insertedId: isNew ? id : null };
    },
    "GET /registration": async ({ caller }) => ({
      isRegistered: (await findUserId(context, caller)) !== undefined,
    }),
    "GET /me": async ({ caller: { id, name, email, image, role, isAgeKnown } }) => ({
      _id: id,
      name,
      email,
      image,
      role,
      student: role === "student",
      instructor: role === "instructor",
      admin: role === "admin",
      isAgeKnown,
      unread: await findUnread(context.db, id),
    }),
    "GET /users/admin/{email}": async ({ params }) => ({ admin: (await roleOf(params.email)) === "admin" }),
    "GET /users/student/{email}": async ({ params }) => ({
      student: (await roleOf(params.email)) === "student",
    }),
    "GET /users/instructor/{email}": async ({ params }) => ({
      instructor: (await roleOf(params.email)) === "instructor",
    }),
    "GET /account": async ({ caller: { name, email, image, role, id } }) => ({
      name,
      email,
      image,
      role,
      guardian: await findOwnGuardian(context, id),
    }),
    "PATCH /account": async ({ caller, body }) => ({
      modifiedCount: await updateAccount(context, caller, body),
    }),
    "POST /account/email": ({ body: { token, decision } }) =>
      decision === "stop" ? stopEmailChange(context, token) : confirmEmailChange(context, token),
  };
}

function refuseOtherEmail(claims: IdentityClaims, email: string): void {
  if (claims.email !== email) throw new Problem(problems["other-email"]);
}

export const accountsFeature = defineFeature({
  name: "Accounts",
  contract: accounts,
  handlers: accountsApi,
  jobs: [job("ended sessions", 3600, forgetEndedSessions)],
});
