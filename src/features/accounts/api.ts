import type { AppContext } from "../../context.ts";
import { Problem, problems as commonProblems, tooManyRequests } from "../../platform/errors.ts";
import type { Handlers } from "../../http/register-endpoints.ts";
import { type accounts, problems } from "./contract.ts";
import type { IdentityClaims } from "./identity-token.ts";
import type { CallerFor } from "./authorize.ts";
import { findPerson, findPersonByEmail } from "./queries.ts";
import { registerUser } from "./register-user.ts";

/** Per user. A browser needs one in 15 minutes. */
const exchanges = { calls: 30, seconds: 60 } as const;

export function accountsApi(context: AppContext): Handlers<typeof accounts, CallerFor> {
  const roleOf = async (email: string) => (await findPersonByEmail(context.db, email))?.role;
  return {
    "POST /jwt": async ({ caller, body }) => {
      const wait = await context.rateLimiter.consume(
        `exchange ${caller.issuer} ${caller.subject}`,
        exchanges,
      );
      if (wait > 0) throw tooManyRequests(wait);
      refuseOtherEmail(caller, body.email);
      const { id } = await registerUser(context, caller);
      if ((await findPerson(context.db, id))?.isSuspended) throw new Problem(commonProblems.suspended);
      return { token: await context.accessTokens.issue(id) };
    },
    "POST /users": async ({ caller, body }) => {
      refuseOtherEmail(caller, body.email);
      const { id, isNew } = await registerUser(context, caller, body);
      return { insertedId: isNew ? id : null };
    },
    "GET /me": async ({ caller: { id, name, email, image, role } }) => ({
      _id: id,
      name,
      email,
      image,
      role,
      student: role === "student",
      instructor: role === "instructor",
      admin: role === "admin",
    }),
    "GET /users/admin/{email}": async ({ params }) => ({ admin: (await roleOf(params.email)) === "admin" }),
    "GET /users/student/{email}": async ({ params }) => ({
      student: (await roleOf(params.email)) === "student",
    }),
    "GET /users/instructor/{email}": async ({ params }) => ({
      instructor: (await roleOf(params.email)) === "instructor",
    }),
  };
}

function refuseOtherEmail(claims: IdentityClaims, email: string): void {
  if (claims.email !== email) throw new Problem(problems.otherEmail);
}
