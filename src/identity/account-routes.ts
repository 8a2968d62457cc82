import { createEmailVerificationToken } from "better-auth/api";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { ageProblems } from "../platform/age.ts";
import { systemClock } from "../platform/clock.ts";
import { Problem } from "../platform/errors.ts";
import { readAge } from "../platform/read-age.ts";
import { addAccounts } from "./add-accounts.ts";
import { verificationSeconds } from "./auth.ts";
import { confirmEmail } from "./confirm-email.ts";
import { cookiesOf, withCookies } from "./cookies.ts";
import { forgetFailedSignIns } from "./failed-sign-ins.ts";
import { inputs, read } from "./inputs.ts";
import { verificationMail } from "./mails.ts";
import type { IdentityParts } from "./dependencies.ts";
import { identityProblems, withoutValues } from "./problems.ts";
import { limit, refuseWhenOver } from "./rate-limit.ts";
import { asUser, userOf } from "./signed-in-user.ts";
import { users } from "./tables.ts";

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

  /** Ends a child's sign-up before its first row, and any other answer for a day. */
  const readAgeOf = async (
    email: string,
    age: Parameters<typeof readAge>[0],
  ): Promise<string | undefined> => {
    if (await counts.isCounted("tooYoung", email)) throw new Problem(ageProblems.tooYoung);
    try {
      return readAge(age, systemClock.now());
    } catch (error) {
      if (error instanceof Problem && error.type === ageProblems.tooYoung)
        await counts.count("tooYoung", email);
      throw error;
    }
  };

  app.post("/sign-up", async (request, reply) => {
    const { name, email, password, photoURL, ...age } = read(inputs.signUp, request.body);
    await limit("signUp", request, counts);
    const adultOn = await readAgeOf(email, age);
    const added = await addAccounts(db, [{ name, email, password, image: photoURL, adultOn }], {
      emailVerified: false,
    });
    if (added.size === 0) throw new Problem(identityProblems.emailAlreadyInUse);
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

  // The URL in mails of earlier versions. It only redirects to the page with the button, because mail scanners
  // follow links.
  app.get<{ Querystring: { token?: string } }>(
    "/verify-email",
    { exposeHeadRoute: false },
    async (request, reply) =>
      reply.redirect(`${origin}/confirm-email?token=${encodeURIComponent(String(request.query.token))}`, 303),
  );
}
