import type { FastifyInstance, FastifyReply } from "fastify";
import { Problem, problems } from "../platform/errors.ts";
import type { Auth } from "./auth.ts";
import { cookiesOf, setCookies, withCookies } from "./cookies.ts";
import type { IdentityParts } from "./dependencies.ts";
import {
  popupDonePage,
  popupDonePath,
  popupDonePolicy,
  popupDoneScript,
  popupDoneStyle,
} from "./popup-done.ts";
import { asProblem, googleProblemOf, googleProblems } from "./problems.ts";
import { limit } from "./rate-limit.ts";

export function googleRoutes(app: FastifyInstance, { options, google, counts }: IdentityParts): void {
  const reach = (): Promise<Auth> => {
    if (!google) throw new Problem(googleProblems.notOffered);
    return google.auth();
  };
  // Users see the popup, so failures redirect to its last page instead of a JSON response.
  const orToPopupDone = async (
    reply: FastifyReply,
    attempt: string | undefined,
    proceed: () => Promise<string>,
  ) => {
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
        // Google redirects to the main origin, where cookies of another origin are missing.
        if (from !== undefined && from !== options.origin) throw new Problem(googleProblems.wrongAddress);
        await limit("google", request, counts);
        const back = popupDonePath({ attempt });
        const { api } = await reach();
        const call = api.signInSocial({
          body: { provider: "google", callbackURL: back, errorCallbackURL: back, disableRedirect: true },
          headers: new Headers(),
          returnHeaders: true,
        });
        const { url } = await withCookies(reply, call);
        if (!url) throw new Error("better-auth returned no URL to redirect to");
        return url;
      });
    },
  );

  app.get<{ Querystring: Record<string, string> }>(
    "/callback/google",
    { exposeHeadRoute: false },
    async (request, reply) =>
      orToPopupDone(reply, undefined, async () => {
        await limit("google", request, counts);
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
    // A stricter policy severs `popup.closed`, which the opener polls.
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
