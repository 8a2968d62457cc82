import { isAPIError } from "better-auth/api";
import { and, eq, desc, gt, ne, sql } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem, problems } from "../platform/errors.ts";
import { passwordChangedMail } from "./account-mails.ts";
import { cookiesOf, withCookies } from "./cookies.ts";
import { cancelEmailChange, findPendingChange, requestEmailChange } from "./email-changes.ts";
import { boundFailedSignIns } from "./failed-sign-ins.ts";
import { inputs, read } from "./inputs.ts";
import type { IdentityParts } from "./dependencies.ts";
import { identityProblems } from "./problems.ts";
import { limit } from "./rate-limit.ts";
import { accounts, sessions, verifications } from "./tables.ts";

export function accountSettingsRoutes(app: FastifyInstance, parts: IdentityParts): void {
  const { options, auth, counts } = parts;
  const { db } = options;

  /** Throws token-expired. */
  const sessionOf = async (request: FastifyRequest) => {
    const found = await auth.api.getSession({ headers: cookiesOf(request), query: { disableRefresh: true } });
    if (!found) throw new Problem(identityProblems.sessionExpired);
    return found;
  };
  const methodsOf = async (userId: string): Promise<readonly string[]> =>
    (await db.select({ method: accounts.providerId }).from(accounts).where(eq(accounts.userId, userId))).map(
      ({ method }) => method,
    );

  app.get("/account", async (request) => {
    const { user } = await sessionOf(request);
    const [methods, change] = await Promise.all([methodsOf(user.id), findPendingChange(db, user.id)]);
    return {
      email: user.email,
      emailVerified: user.emailVerified,
      hasPassword: methods.includes("credential"),
      hasGoogle: methods.includes("google"),
      change: change && {
        email: change.email,
        isConfirmedByNew: change.confirmedByNewAt !== null,
        isConfirmedByOld: change.confirmedByOldAt !== null,
        expiresAt: change.expiresAt,
      },
    };
  });

  app.post("/email-change", async (request) => {
    const { email } = read(inputs.emailChange, request.body);
    await limit("emailChange", request, counts);
    const { user } = await sessionOf(request);
    if (!(await methodsOf(user.id)).includes("credential")) throw new Problem(identityProblems.emailOfGoogle);
    if (email === user.email) {
      const message = "This is already your email";
      throw new Problem(problems.invalidInput, message, [{ field: "email", message }]);
    }
    await requestEmailChange(parts, user, email);
    return {};
  });

  app.post("/email-change/cancel", async (request) => {
    await limit("emailChange", request, counts);
    await cancelEmailChange(db, (await sessionOf(request)).user.id);
    return {};
  });

  app.post("/password", async (request, reply) => {
    const body = read(inputs.password, request.body);
    await limit("password", request, counts);
    const { user } = await sessionOf(request);
    if (!(await methodsOf(user.id)).includes("credential")) throw new Problem(identityProblems.noPassword);
    const headers = cookiesOf(request);
    // better-auth ends every session and opens a new one for this browser.
    const change = () =>
      withCookies(
        reply,
        auth.api.changePassword({
          body: { ...body, revokeOtherSessions: true },
          headers,
          returnHeaders: true,
        }),
      ).catch((error: unknown) => {
        throw isAPIError(error) && error.statusCode === 400 ? wrongCurrentPassword() : error;
      });
    await boundFailedSignIns(user.email, request, reply, counts, change);
    await db.delete(verifications).where(eq(verifications.value, user.id));
    await options.sendMail(passwordChangedMail(user.email, options.origin));
    return {};
  });

  app.get("/sessions", async (request) => {
    const { user, session } = await sessionOf(request);
    const open = await db
      .select({ id: sessions.id, createdAt: sessions.createdAt, lastUsedAt: sessions.updatedAt })
      .from(sessions)
      .where(and(eq(sessions.userId, user.id), gt(sessions.expiresAt, sql`now()`)))
      .orderBy(desc(sessions.updatedAt), desc(sessions.id));
    return { sessions: open.map((each) => ({ ...each, isThis: each.id === session.id })) };
  });

  app.post("/sessions/end", async (request) => {
    const { id } = read(inputs.session, request.body);
    await limit("sessions", request, counts);
    const { user, session } = await sessionOf(request);
    const others = and(eq(sessions.userId, user.id), ne(sessions.id, session.id));
    const ended = await db
      .delete(sessions)
      .where(id === undefined ? others : and(others, eq(sessions.id, id)))
      .returning({ id: sessions.id });
    return { ended: ended.length };
  });
}

function wrongCurrentPassword(): Problem {
  const { detail } = identityProblems.wrongCurrentPassword;
  return new Problem(identityProblems.wrongCurrentPassword, detail, [
    { field: "currentPassword", message: detail },
  ]);
}
