import { createEmailVerificationToken } from "better-auth/api";
import type { FastifyInstance } from "fastify";
import { Problem } from "../platform/errors.ts";
import { addAccounts } from "./add-accounts.ts";
import { verificationSeconds } from "./auth.ts";
import { cookiesOf, withCookies } from "./cookies.ts";
import { inputs, read } from "./inputs.ts";
import { verificationMail } from "./mails.ts";
import type { IdentityParts } from "./parts.ts";
import { asProblem, identityProblems, withoutValues } from "./problems.ts";
import { limit, refuseWhenOver } from "./rate-limit.ts";
import { asUser, userOf } from "./signed-in-user.ts";

/** Making and changing an account: sign-up, profile, forgotten passwords, confirmed addresses. */
export function accountRoutes(app: FastifyInstance, { options, auth, countCall }: IdentityParts): void {
  const { db, log, origin } = options;

  const mailVerification = async (email: string): Promise<void> => {
    const { secret } = await auth.$context;
    const token = await createEmailVerificationToken(secret, email, undefined, verificationSeconds);
    await options.sendMail(verificationMail(email, `${origin}/identity/verify-email?token=${token}`));
  };

  const mailReset = async (email: string): Promise<void> => {
    if ((await countCall("mailsToOneAddress", email)) > 0) return;
    await auth.api.requestPasswordReset({ body: { email } });
  };

  app.post("/sign-up", async (request, reply) => {
    const { name, email, password, photoURL } = read(inputs.signUp, request.body);
    await limit("signUp", request, reply, countCall);
    const added = await addAccounts(db, [{ name, email, password, image: photoURL }], {
      emailVerified: false,
    });
    if (added.size === 0) throw new Problem(identityProblems.emailAlreadyInUse);
    await mailVerification(email).catch((error: unknown) => {
      log.error({ failure: withoutValues(error) }, "a verification mail could not be sent");
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
    await limit("profile", request, reply, countCall);
    const headers = cookiesOf(request);
    const change = { ...(name !== undefined && { name }), ...(image !== undefined && { image }) };
    if (Object.keys(change).length > 0) {
      await withCookies(reply, auth.api.updateUser({ body: change, headers, returnHeaders: true }));
    }
    return { user: await userOf(auth, headers) };
  });

  app.post("/forgot-password", async (request, reply) => {
    const { email } = read(inputs.forgotPassword, request.body);
    await limit("forgotPassword", request, reply, countCall);
    // Answered before it is done, and whether or not anything is sent: neither the answer nor its time tells.
    void mailReset(email).catch((error: unknown) => {
      log.error({ failure: withoutValues(error) }, "a reset mail could not be sent");
    });
    return {};
  });

  app.post("/reset-password", async (request, reply) => {
    const body = read(inputs.resetPassword, request.body);
    await limit("resetPassword", request, reply, countCall);
    await auth.api.resetPassword({ body });
    return {};
  });

  app.post("/verification-mail", async (request, reply) => {
    await limit("verificationMail", request, reply, countCall);
    const { email, emailVerified } = await userOf(auth, cookiesOf(request));
    if (emailVerified) return {};
    refuseWhenOver(await countCall("mailsToOneAddress", email), reply);
    await mailVerification(email);
    return {};
  });

  app.get<{ Querystring: { token?: string } }>(
    "/verify-email",
    { exposeHeadRoute: false },
    async (request, reply) => {
      const isVerified = await auth.api
        .verifyEmail({ query: { token: String(request.query.token) } })
        .then(() => true)
        .catch((error: unknown) => {
          const problem = asProblem(error, log);
          if (problem instanceof Problem && problem.type.status < 500) return false;
          throw problem;
        });
      return reply.redirect(`${origin}/login?verified=${isVerified ? "yes" : "no"}`, 303);
    },
  );
}
