import { isAPIError } from "better-auth/api";
import { lt, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { Problem, problems } from "../platform/errors.ts";
import { cookiesOf, withCookies } from "./cookies.ts";
import { boundFailedSignIns } from "./failed-sign-ins.ts";
import { inputs, read } from "./inputs.ts";
import type { IdentityParts } from "./dependencies.ts";
import { limit } from "./rate-limit.ts";
import { identityProblems } from "./problems.ts";
import { asUser } from "./signed-in-user.ts";
import { emailChanges, sessions } from "./tables.ts";

export function sessionRoutes(app: FastifyInstance, { options, auth, counts }: IdentityParts): void {
  app.post("/sign-in", async (request, reply) => {
    const body = read(inputs.signIn, request.body);
    await limit("signIn", request, counts);
    const { user } = await boundFailedSignIns(body.email, request, reply, counts, () =>
      withCookies(reply, auth.api.signInEmail({ body, headers: new Headers(), returnHeaders: true })),
    );
    await options.db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
    await options.db.delete(emailChanges).where(lt(emailChanges.expiresAt, sql`now()`));
    return { user: asUser(user) };
  });

  app.post("/sign-out", async (request, reply) => {
    await withCookies(reply, auth.api.signOut({ headers: cookiesOf(request), returnHeaders: true }));
    return {};
  });

  app.get("/session", async (request, reply) => {
    const session = await withCookies(
      reply,
      auth.api.getSession({ headers: cookiesOf(request), returnHeaders: true }),
    );
    return { user: session ? asUser(session.user) : null };
  });

  app.get("/token", async (request, reply) => {
    const headers = cookiesOf(request);
    // getToken reports a failed lookup as a missing session, which would sign the user out.
    if (!(await auth.api.getSession({ headers }))) throw new Problem(identityProblems.sessionExpired);
    try {
      return await withCookies(reply, auth.api.getToken({ headers, returnHeaders: true }));
    } catch (error) {
      if (isAPIError(error) && error.statusCode === 401) throw new Problem(problems.databaseAway);
      throw error;
    }
  });
}
