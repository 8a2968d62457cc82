import type { FastifyInstance, FastifyReply } from "fastify";
import { Problem, type ProblemType, problems } from "../platform/errors.ts";
import { escapeHtml } from "../platform/mail-layout.ts";
import { asProblem, googleProblemOf, googleProblems } from "./problems.ts";
import type { Auth, IdentityParts } from "./auth.ts";
import { limit } from "./rate-limit.ts";
import { cookiesOf, sessionOf, setCookies, withCookies } from "./session.ts";

const problemsByCode = new Map<string, ProblemType>(
  Object.values(googleProblems).map((problem) => [problem.code, problem]),
);

function popupDonePath({ attempt, code }: { attempt?: string | undefined; code?: string | undefined }) {
  const search = new URLSearchParams();
  if (attempt && /^[\w-]{1,64}$/.test(attempt)) search.set("attempt", attempt);
  if (code) search.set("code", code);
  return `/identity/popup-done${search.size > 0 ? `?${search}` : ""}`;
}

function popupDonePage(code: string | undefined): string {
  const problem = code === undefined ? undefined : (problemsByCode.get(code) ?? googleProblems.internal);
  const title = problem ? "Not logged in" : "Logged in";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | Senga</title>
<link rel="stylesheet" href="/identity/popup-done.css">
<script src="/identity/popup-done.js" defer></script>
</head>
<body>
<main data-code="${escapeHtml(problem?.code ?? "")}">
<h1>${title}</h1>
<p id="message">${escapeHtml(problem?.detail ?? "You're logged in to Senga.")}</p>
<p>You can close this window.</p>
</main>
</body>
</html>
`;
}

/** BroadcastChannel, because the opener policy of Google's pages clears window.opener. */
const popupDoneScript = `new BroadcastChannel("senga-identity").postMessage({
  attempt: new URLSearchParams(location.search).get("attempt"),
  code: document.querySelector("main").dataset.code,
  message: document.getElementById("message").textContent,
});
window.close();
`;

const popupDoneStyle = `:root {
  color-scheme: light dark;
}
body {
  display: grid;
  min-height: 100vh;
  margin: 0;
  padding: 20px;
  box-sizing: border-box;
  place-items: center;
  background: light-dark(#f7f2e6, #0e1117);
  color: light-dark(#16171d, #f1ece3);
  font: 17px/1.6 "Atkinson Hyperlegible Next", Verdana, Arial, sans-serif;
}
main {
  max-width: 420px;
  padding: 28px;
  border: 3px solid light-dark(#16171d, #d5d1c5);
  background: light-dark(#fefcf7, #181b23);
}
h1 {
  margin: 0 0 12px;
  font-size: 26px;
  line-height: 1.2;
}
p {
  margin: 0 0 12px;
}
`;

const popupDonePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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
      const code = problem instanceof Problem ? problem.type.code : problems["internal-error"].code;
      return popupDonePath({ attempt, code });
    });
    return reply.redirect(target, 303);
  };

  app.get<{ Querystring: { attempt?: string; from?: string; confirm?: string } }>(
    "/google",
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { attempt, from, confirm } = request.query;
      return orToPopupDone(reply, attempt, async () => {
        // Google redirects to the main origin, where cookies of another origin are missing.
        if (from !== undefined && from !== options.origin) throw new Problem(googleProblems.wrongAddress);
        await limit("google", request, counts);
        const back = popupDonePath({ attempt });
        const reached = await reach();
        const user = confirm === undefined ? undefined : (await sessionOf(reached, cookiesOf(request))).user;
        const call = reached.api.signInSocial({
          body: {
            provider: "google",
            callbackURL: back,
            errorCallbackURL: back,
            disableRedirect: true,
            // Whoever is logged in stays the same person.
            ...(user && { loginHint: user.email, additionalData: { confirming: user.id } }),
          },
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
