import { createEmailVerificationToken } from "better-auth/api";
import { lt, sql } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem, problems } from "../platform/errors.ts";
import { answerProblems } from "../platform/http/problem-answers.ts";
import { addAccounts } from "./add-accounts.ts";
import { type Auth, type AuthOptions, verificationSeconds } from "./auth.ts";
import type { WithGoogle } from "./google-sign-in.ts";
import { inputs, read } from "./inputs.ts";
import { verificationMail } from "./mails.ts";
import { popupDonePage, popupDonePath, popupDonePolicy, popupDoneScript, popupDoneStyle } from "./popup-done.ts";
import { asProblem, googleProblemOf, googleProblems, identityProblems, withoutValues } from "./problems.ts";
import { type CountCall, type Limits, networkOf } from "./rate-limit.ts";
import { sessions } from "./tables.ts";

/** Bytes that a body may have: the longest form is a sign-up. */
const mostBytes = 8 * 1024;

export interface IdentityParts {
  readonly options: AuthOptions & { readonly trustedOrigins: readonly string[] };
  readonly auth: Auth;
  readonly countCall: CountCall;
  readonly google: { readonly auth: WithGoogle; readonly isStandIn: boolean } | undefined;
}

/** Puts the identity provider under /identity: this table is all of it. */
export async function mountIdentity(app: FastifyInstance, parts: IdentityParts): Promise<void> {
  const { options, auth, google } = parts;
  await app.register(
    async (scope) => {
      answerProblems(scope);
      await scope.register(async (routes) => {
        acceptOnlyJson(routes);
        routes.setErrorHandler((error) => {
          throw asProblem(error, options.log);
        });
        routes.addHook("onRequest", async (request, reply) => {
          reply.header("cache-control", "no-store");
          refuseForeignOrigin(request, options);
        });

        accountRoutes(routes, parts);
        sessionRoutes(routes, parts);
        googleRoutes(routes, parts);
        routes.get("/providers", async () => ({ google: google !== undefined, standIn: google?.isStandIn === true }));
        routes.get("/jwks", async (_request, reply) => {
          reply.header("cache-control", "public, max-age=300");
          return auth.api.getJwks();
        });
        routes.all("/*", { exposeHeadRoute: false }, async () => {
          throw new Problem(problems.notFound);
        });
      });
    },
    { prefix: "/identity" },
  );
}

function accountRoutes(app: FastifyInstance, { options, auth, countCall }: IdentityParts): void {
  const { db, log, origin } = options;

  const mailVerification = async (email: string): Promise<void> => {
    const { secret } = await auth.$context;
    const token = await createEmailVerificationToken(secret, email, undefined, verificationSeconds);
    await options.sendMail(verificationMail(email, `${origin}/identity/verify-email?token=${token}`));
  };

  app.post("/sign-up", async (request, reply) => {
    const { name, email, password, photoURL } = read(inputs.signUp, request.body);
    await limit("signUp", request, reply, countCall);
    const added = await addAccounts(db, [{ name, email, password, image: photoURL }], { emailVerified: false });
    if (added.size === 0) throw new Problem(identityProblems.emailAlreadyInUse);
    await mailVerification(email).catch((error: unknown) => {
      log.error({ failure: withoutValues(error) }, "a verification mail could not be sent");
    });
    const call = auth.api.signInEmail({ body: { email, password }, headers: new Headers(), returnHeaders: true });
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
    // Beyond the bound nothing is sent and the same is answered, or the answer would tell that mails were sent.
    if ((await countCall("mailsToOneAddress", email)) === 0) await auth.api.requestPasswordReset({ body: { email } });
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

  app.get<{ Querystring: { token?: string } }>("/verify-email", { exposeHeadRoute: false }, async (request, reply) => {
    const isVerified = await auth.api
      .verifyEmail({ query: { token: String(request.query.token) } })
      .then(() => true)
      .catch((error: unknown) => {
        const problem = asProblem(error, log);
        if (problem instanceof Problem && problem.type.status < 500) return false;
        throw problem;
      });
    return reply.redirect(`${origin}/login?verified=${isVerified ? "yes" : "no"}`, 303);
  });
}

function sessionRoutes(app: FastifyInstance, { options, auth, countCall }: IdentityParts): void {
  app.post("/sign-in", async (request, reply) => {
    const body = read(inputs.signIn, request.body);
    await limit("signIn", request, reply, countCall);
    const call = auth.api.signInEmail({ body, headers: new Headers(), returnHeaders: true });
    const { user } = await withCookies(reply, call);
    // Now and then somebody signs in, so this is where sessions that nobody came back to are cleared away.
    await options.db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
    return { user: asUser(user) };
  });

  app.post("/sign-out", async (request, reply) => {
    await withCookies(reply, auth.api.signOut({ headers: cookiesOf(request), returnHeaders: true }));
    return {};
  });

  app.get("/session", async (request, reply) => {
    const session = await withCookies(reply, auth.api.getSession({ headers: cookiesOf(request), returnHeaders: true }));
    return { user: session ? asUser(session.user) : null };
  });

  app.get("/token", async (request, reply) =>
    withCookies(reply, auth.api.getToken({ headers: cookiesOf(request), returnHeaders: true })),
  );
}

function googleRoutes(app: FastifyInstance, { options, google, countCall }: IdentityParts): void {
  const reach = (): Promise<Auth> => {
    if (!google) throw new Problem(googleProblems.notOffered);
    return google.auth();
  };
  // In the popup there is a person, not a program: failures lead to its last page, which tells both.
  const orToPopupDone = async (reply: FastifyReply, attempt: string | undefined, proceed: () => Promise<string>) => {
    const target = await proceed().catch((error: unknown) => {
      const problem = asProblem(error, options.log);
      const code = problem instanceof Problem ? problem.type.code : problems.internal.code;
      return popupDonePath({ attempt, code });
    });
    return reply.redirect(target, 303);
  };

  app.get<{ Querystring: { attempt?: string; from?: string } }>(
    "/google",
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { attempt, from } = request.query;
      return orToPopupDone(reply, attempt, async () => {
        // Google sends people back to the main address, and cookies of another one do not come along.
        if (from !== undefined && from !== options.origin) throw new Problem(googleProblems.wrongAddress);
        await limit("google", request, reply, countCall);
        const back = popupDonePath({ attempt });
        const { api } = await reach();
        const call = api.signInSocial({
          body: { provider: "google", callbackURL: back, errorCallbackURL: back, disableRedirect: true },
          headers: new Headers(),
          returnHeaders: true,
        });
        const { url } = await withCookies(reply, call);
        if (!url) throw new Error("better-auth gave no address to go to");
        return url;
      });
    },
  );

  app.get<{ Querystring: Record<string, string> }>(
    "/callback/google",
    { exposeHeadRoute: false },
    async (request, reply) =>
      orToPopupDone(reply, undefined, async () => {
        await limit("google", request, reply, countCall);
        const { api } = await reach();
        const answer = await api.callbackOAuth({
          method: "GET",
          params: { id: "google" },
          query: request.query,
          headers: cookiesOf(request),
          asResponse: true,
        });
        setCookies(reply, answer.headers);
        const target = new URL(answer.headers.get("location") ?? "?error=none", options.origin);
        const error = target.searchParams.get("error");
        return popupDonePath({
          attempt: target.searchParams.get("attempt") ?? undefined,
          code: error === null ? undefined : googleProblemOf(error).code,
        });
      }),
  );

  app.get<{ Querystring: { code?: string } }>("/popup-done", async (request, reply) => {
    reply.header("content-security-policy", popupDonePolicy);
    // Anything stricter would cut the tie to the page that opened the popup, which watches whether it is closed.
    reply.header("cross-origin-opener-policy", "unsafe-none");
    return reply.type("text/html; charset=utf-8").send(popupDonePage(request.query.code));
  });
  const file = (path: string, type: string, content: string) =>
    app.get(path, async (_request, reply) =>
      reply.type(type).header("cache-control", "public, max-age=3600").send(content),
    );
  file("/popup-done.js", "text/javascript; charset=utf-8", popupDoneScript);
  file("/popup-done.css", "text/css; charset=utf-8", popupDoneStyle);
}

/** What the pages know of a person, in the identity provider's words (section 3). */
const asUser = (user: { email: string; name: string; image?: string | null | undefined; emailVerified: boolean }) => ({
  email: user.email,
  displayName: user.name,
  photoURL: user.image ?? "",
  emailVerified: user.emailVerified,
});

/** The signed-in person. Throws token-expired. */
async function userOf(auth: Auth, headers: Headers) {
  const session = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (!session) throw new Problem(identityProblems.sessionExpired);
  return asUser(session.user);
}

/** All of the request that better-auth is shown. */
const cookiesOf = ({ headers: { cookie } }: FastifyRequest): Headers => new Headers(cookie ? { cookie } : {});

function setCookies(reply: FastifyReply, headers: Headers | null | undefined): void {
  const cookies = headers?.getSetCookie() ?? [];
  if (cookies.length > 0) reply.header("set-cookie", cookies);
}

async function withCookies<Answer>(
  reply: FastifyReply,
  call: Promise<{ headers?: Headers | null | undefined; response: Answer }>,
): Promise<Answer> {
  const { headers, response } = await call;
  setCookies(reply, headers);
  return response;
}

async function limit(what: keyof Limits, request: FastifyRequest, reply: FastifyReply, countCall: CountCall) {
  refuseWhenOver(await countCall(what, networkOf(request.ip)), reply);
}

function refuseWhenOver(secondsToWait: number, reply: FastifyReply): void {
  if (secondsToWait === 0) return;
  reply.header("retry-after", secondsToWait);
  throw new Problem(problems.tooManyRequests, `Too many tries. Wait ${secondsToWait} seconds, then try again.`);
}

/** Whatever else the surrounding application accepts. Forms of other sites cannot send JSON. */
function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string", bodyLimit: mostBytes },
    app.getDefaultJsonParser("error", "error"),
  );
}

/** A browser names the page's origin in every request that changes something. */
function refuseForeignOrigin(request: FastifyRequest, { origin, trustedOrigins }: IdentityParts["options"]): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const from = request.headers.origin;
  const site = request.headers["sec-fetch-site"];
  const isForeign = from === undefined ? site !== undefined && site !== "same-origin" : !trustedOrigins.includes(from);
  if (isForeign) {
    const detail = `${identityProblems.unauthorizedDomain.detail} Open ${origin} instead.`;
    throw new Problem(identityProblems.unauthorizedDomain, detail);
  }
}
