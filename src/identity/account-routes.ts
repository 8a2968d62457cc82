import { createEmailVerificationToken, isAPIError } from "better-auth/api";
import { eq, and, desc, gt, ne, sql } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ageProblems } from "../platform/age.ts";
import { systemClock } from "../platform/clock.ts";
import { Problem, problems } from "../platform/errors.ts";
import { readAge } from "../platform/read-age.ts";
import { visitorOf } from "../http/visitor-rate-limit.ts";
import { addAccounts } from "./add-accounts.ts";
import { type IdentityParts, verificationSeconds } from "./auth.ts";
import { confirmEmail } from "./confirm-email.ts";
import { inputs, read } from "./inputs.ts";
import { verificationMail, passwordChangedMail } from "./mails.ts";
import { identityProblems, withoutValues } from "./problems.ts";
import { boundFailedSignIns, forgetFailedSignIns, limit, refuseWhenOver } from "./rate-limit.ts";
import { users, accounts, sessions, verifications } from "./tables.ts";
import { cancelEmailChange, findPendingChange, requestEmailChange } from "./email-changes.ts";
import { asUser, cookiesOf, sessionOf, userOf, withCookies } from "./session.ts";

export function accountRoutes(app: FastifyInstance, { options, auth, counts }: IdentityParts): void {
  const { db, log, origin } = options;

  const mailVerification = async (email: string): Promise<void> => {
    const { secret } = await auth.$context;
    const token = await createEmailVerificationToken(secret, email, undefined, verificationSeconds);
    await options.sendMail(verificationMail(email, `${origin}/confirm-email?token=${token}`));
  };

  const mailReset = async (email: string): Promise<void> => {
    if ((await counts.count("mailsPerEmail", email)) > 0) return;
    await auth.api.requestPasswordReset({ body: { email } });
  };

  /** Refuses a child's sign-up before its first row, and any other answer from there for a day. */
  const readAgeOf = async (who: string, age: Parameters<typeof readAge>[0]): Promise<string | undefined> => {
    if (await counts.isCounted("tooYoung", who)) throw new Problem(ageProblems["too-young"]);
    try {
      return readAge(age, systemClock.now());
    } catch (error) {
      if (error instanceof Problem && error.type === ageProblems["too-young"])
        await counts.count("tooYoung", who);
      throw error;
    }
  };

  app.post("/sign-up", async (request, reply) => {
    const { name, email, password, photoURL, ...age } = read(inputs.signUp, request.body);
    await limit("signUp", request, counts);
    // Anyone can type an address: a stranger's answer must not keep its owner out.
    const adultOn = await readAgeOf(`${email} ${visitorOf(request)}`, age);
    const added = await addAccounts(db, [{ name, email, password, image: photoURL, adultOn }], {
      emailVerified: false,
    });
    if (added.size === 0) throw new Problem(identityProblems.emailAlreadyInUse);
    // An address whose account is removed and made again gets no more mail than any other.
    if ((await counts.count("mailsPerEmail", email)) === 0)
      await mailVerification(email).catch((error: unknown) => {
        log.error({ failure: withoutValues(error) }, "could not send a verification mail");
      });
    const call = auth.api.signInEmail({
      body: { email, password },
      headers: new Headers(),
      returnHeaders: true,
    });
    return { user: asUser((await withCookies(reply, call)).user) };
  });

  app.post("/profile", async (request, reply) => {
    const { displayName: name, photoURL: image } = read(inputs.profile, request.body);
    await limit("profile", request, counts);
    const headers = cookiesOf(request);
    const change = { ...(name !== undefined && { name }), ...(image !== undefined && { image }) };
    if (Object.keys(change).length > 0) {
      await withCookies(reply, auth.api.updateUser({ body: change, headers, returnHeaders: true }));
    }
    return { user: await userOf(auth, headers) };
  });

  app.post("/forgot-password", async (request) => {
    const { email } = read(inputs.forgotPassword, request.body);
    await limit("forgotPassword", request, counts);
    // Responds before the work, so that neither body nor timing reveals whether an account exists.
    void mailReset(email).catch((error: unknown) => {
      log.error({ failure: withoutValues(error) }, "could not send a reset mail");
    });
    return {};
  });

  const ownerOf = async (token: string): Promise<{ email: string } | undefined> => {
    const { internalAdapter } = await auth.$context;
    const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
    if (!found || found.expiresAt <= systemClock.now()) return undefined;
    const [owner] = await db.select({ email: users.email }).from(users).where(eq(users.id, found.value));
    return owner;
  };

  app.post("/reset-password/check", async (request) => {
    const { token } = read(inputs.resetToken, request.body);
    await limit("resetPassword", request, counts);
    return { isValid: (await ownerOf(token)) !== undefined };
  });

  app.post("/reset-password", async (request) => {
    const body = read(inputs.resetPassword, request.body);
    await limit("resetPassword", request, counts);
    const owner = await ownerOf(body.token);
    await auth.api.resetPassword({ body });
    // Attempts at the old password do not count against the new one.
    if (owner) await forgetFailedSignIns(owner.email, request, counts);
    return {};
  });

  app.post("/verification-mail", async (request) => {
    await limit("verificationMail", request, counts);
    const { email, emailVerified } = await userOf(auth, cookiesOf(request));
    if (emailVerified) return {};
    refuseWhenOver(await counts.count("mailsPerEmail", email));
    await mailVerification(email);
    return {};
  });

  app.post("/verify-email", async (request) => {
    const { token } = read(inputs.confirmation, request.body);
    await limit("verificationMail", request, counts);
    return confirmEmail({ options, auth }, token, cookiesOf(request));
  });

  // The URL in older mails. Redirects to the page with the button, because mail scanners follow links.
  app.get<{ Querystring: { token?: string } }>(
    "/verify-email",
    { exposeHeadRoute: false },
    async (request, reply) =>
      reply.redirect(`${origin}/confirm-email?token=${encodeURIComponent(String(request.query.token))}`, 303),
  );
}

export function accountSettingsRoutes(app: FastifyInstance, parts: IdentityParts): void {
  const { options, auth, counts } = parts;
  const { db } = options;

  const ownSession = (request: FastifyRequest) => sessionOf(auth, cookiesOf(request));
  const methodsOf = async (userId: string): Promise<readonly string[]> =>
    (await db.select({ method: accounts.providerId }).from(accounts).where(eq(accounts.userId, userId))).map(
      ({ method }) => method,
    );

  app.get("/account", async (request) => {
    const { user } = await ownSession(request);
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
    const { user } = await ownSession(request);
    if (!(await methodsOf(user.id)).includes("credential")) throw new Problem(identityProblems.emailOfGoogle);
    if (email === user.email) {
      const message = "This is already your email";
      throw new Problem(problems["invalid-input"], message, [{ field: "email", message }]);
    }
    await requestEmailChange(parts, user, email);
    return {};
  });

  app.post("/email-change/cancel", async (request) => {
    await limit("emailChange", request, counts);
    await cancelEmailChange(db, (await ownSession(request)).user.id);
    return {};
  });

  app.post("/password", async (request, reply) => {
    const body = read(inputs.password, request.body);
    await limit("password", request, counts);
    const { user } = await ownSession(request);
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
    const { user, session } = await ownSession(request);
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
    const { user, session } = await ownSession(request);
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
