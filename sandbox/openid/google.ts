import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type Provider from "oidc-provider";
import { z } from "zod";
import type { Database } from "../../src/platform/database.ts";
import { answerProblems } from "../../src/http/problem-responses.ts";
import type { DeriveKey } from "../../src/platform/secrets.ts";
import { sendPage } from "../pages/page.ts";
import { serveStyles } from "../pages/serve-file.ts";
import type { Sandbox } from "../sandbox.ts";
import { type GoogleAccount, offeredAccounts, pictureOfOthers, rememberAccount } from "./accounts.ts";
import { type TypedAccount, chooserPage, chooserPolicy, problemPage } from "./pages.ts";
import { root } from "../../src/platform/root.ts";

const prefix = "/sandbox/google";

export interface OpenIdSandbox extends Sandbox {
  readonly client: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly issuer: string;
    readonly discoveryUrl: string;
  };
}

/**
 * A local OpenID provider in place of Google. `origin` is the URL for browsers; `internalOrigin` is the URL for this
 * process, which differs behind a proxy or in a container.
 */
export function createOpenIdSandbox(parts: {
  db: Database;
  deriveKey: DeriveKey;
  origin: string;
  internalOrigin: string;
}): OpenIdSandbox {
  const { db, deriveKey, origin, internalOrigin } = parts;
  const client = {
    clientId: "senga-local",
    clientSecret: deriveKey("google sandbox client").toString("base64url"),
    issuer: origin + prefix,
    discoveryUrl: `${internalOrigin}${prefix}/internal/openid-configuration`,
  };
  return {
    client,
    mount: async (app) => {
      const report = (error: Error) => app.log.error({ err: error }, "the local Google failed");
      const create = async (): Promise<Provider> => {
        const { createGoogleProvider } = await import("./provider.ts");
        const provider = createGoogleProvider({ db, deriveKey, origin, issuer: client.issuer, client });
        provider.on("server_error", (_context, error) => report(error));
        // Koa prints errors to the console unless a listener handles this event.
        (provider as NodeJS.EventEmitter).on("error", report);
        return provider;
      };
      let created: Promise<Provider> | undefined;
      const open = () => (created ??= create());
      await app.register(
        async (scope) => {
          answerProblems(scope);
          await scope.register(async (pages) => mountChooser(pages, open, db));
          serveStyles(scope, join(root, "sandbox", "openid", "style.css"));
          mountInternalDiscovery(scope, client.issuer, internalOrigin + prefix);
          await scope.register(async (protocol) => mountProtocol(protocol, open, origin));
        },
        { prefix },
      );
    },
  };
}

const typedForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, "Enter a name")
    .max(100, "Enter a shorter name")
    .regex(/^\P{Cc}*$/u, "Enter a name without control characters"),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.email("Enter a valid email address, like name@gmail.example").max(254)),
});

function mountChooser(app: FastifyInstance, open: () => Promise<Provider>, db: Database): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 4096 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store").header("content-security-policy", chooserPolicy);
    // A stricter policy would cut the opener relation, and the opener polls whether the popup is closed.
    reply.header("cross-origin-opener-policy", "unsafe-none");
  });
  // Readable, because a person sees this page.
  app.setErrorHandler((error, request, reply) => {
    if (!isExpired(error)) request.log.error({ err: error }, "the local Google failed");
    return sendPage(reply.code(400), problemPage("This sign-in has expired or wasn't started properly."));
  });

  app.get("/choose/:uid", async (request, reply) => {
    const provider = await open();
    await provider.interactionDetails(request.raw, reply.raw);
    return sendPage(reply, chooserPage(request.url, offeredAccounts));
  });

  app.post<{ Body?: Record<string, string> }>("/choose/:uid", async (request, reply) => {
    const choice = read(request.body ?? {});
    if (choice !== "cancel" && "problem" in choice) {
      return sendPage(reply.code(400), chooserPage(request.url, offeredAccounts, choice));
    }
    const result =
      choice === "cancel"
        ? { error: "access_denied", error_description: "The person cancelled" }
        : { select_account: {}, login: { accountId: await rememberAccount(db, choice), remember: false } };
    const provider = await open();
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
  });
}

function read(body: Record<string, string>): GoogleAccount | TypedAccount | "cancel" {
  if (body.cancel) return "cancel";
  const offered = offeredAccounts.find(({ email }) => email === body.account);
  if (offered) return offered;
  const typed = typedForm.safeParse(body);
  if (typed.success) {
    const known = offeredAccounts.find(({ email }) => email === typed.data.email);
    return { picture: known?.picture ?? pictureOfOthers, ...typed.data };
  }
  const problem = typed.error.issues.map(({ message }) => message).join(". ");
  return { name: body.name ?? "", email: body.email ?? "", problem };
}

const isExpired = (error: unknown): boolean => error instanceof Error && error.name === "SessionNotFound";

/** oidc-provider reads the raw request and writes the raw reply. */
function mountProtocol(app: FastifyInstance, open: () => Promise<Provider>, origin: string): void {
  const { host, protocol } = new URL(origin);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.all("/*", { exposeHeadRoute: false }, async (request, reply) => {
    const raw: typeof request.raw & { originalUrl?: string } = request.raw;
    // oidc-provider builds URLs from these headers, and they must be the site's own.
    delete raw.headers["x-forwarded-host"];
    raw.headers.host = host;
    raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
    raw.originalUrl = request.url;
    raw.url = request.url.slice(prefix.length);
    const provider = await open();
    reply.hijack();
    await provider.callback()(raw, reply.raw);
  });
}

/** The identity provider runs in this process and reaches the endpoints at the internal URL. */
function mountInternalDiscovery(app: FastifyInstance, issuer: string, internalIssuer: string): void {
  app.get("/internal/openid-configuration", async () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${internalIssuer}/token`,
    userinfo_endpoint: `${internalIssuer}/me`,
    jwks_uri: `${internalIssuer}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["ES256"],
  }));
}
