import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServerBuild } from "react-router";
import { publicPages, type PublicPage } from "../page-records.ts";
import { isDatabaseAway } from "../platform/database-away.ts";
import { Problem, problems } from "../platform/errors.ts";
import type { SendNotFound } from "../http/create-server.ts";
import type { FairQueue } from "../http/fair-queue.ts";
import type { ResponseCache } from "../http/response-cache.ts";
import { splitUrl } from "../http/url-params.ts";
import { type CountRequest, type VisitorRates, visitorOf } from "../http/visitor-rate-limit.ts";
import type { AppContext } from "../context.ts";
import { root } from "../platform/root.ts";
import { serveFolder } from "../http/serve-folder.ts";
import { type PaintedPage, inlineCss, withoutNonce } from "./first-paint.ts";
import type { PublicApi } from "./contexts.ts";
import { findAsset, keepAssets } from "./keep-assets.ts";

const declared: readonly { readonly pattern: RegExp; readonly names: readonly string[] }[] = [
  ...Object.entries(publicPages).flatMap(([path, page]) =>
    "params" in page ? [{ pattern: patternOf(path), names: page.params }] : [],
  ),
  // React Router's own requests: routes of visible links, and data of one page.
  { pattern: /^\/__manifest$/, names: ["paths", "version"] },
];
const ofData = ["_routes"];

/** Matches as React Router does: case-insensitively, with or without a trailing slash. */
export function paramsOfPage(path: string): readonly string[] {
  const isData = path.endsWith(".data");
  const page = path.replace(/(\/_\.data|\.data|\/)$/, "");
  const names = declared.find(({ pattern }) => pattern.test(page))?.names ?? [];
  return isData ? [...names, ...ofData] : names;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`, "i");
}

/** Published by Stripe: https://docs.stripe.com/security/guide#content-security-policy */
const stripeHosts = {
  script: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frame: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  connect: ["https://api.stripe.com"],
};

/** Hashes instead of nonces keep pages cacheable. Pictures may come from any https host: users enter photo URLs. */
export function securityPolicy(
  { scriptHashes, styleHashes }: Pick<PaintedPage, "scriptHashes" | "styleHashes">,
  { usesStripe, bucketOrigin }: { readonly usesStripe: boolean; readonly bucketOrigin: string | undefined },
): string {
  const quoted = (hashes: readonly string[]): string[] => hashes.map((hash) => `'${hash}'`);
  const stripe = usesStripe ? stripeHosts : { script: [], frame: [], connect: [] };
  /** Browsers apply the policy to the target of a redirect too. */
  const bucket = bucketOrigin === undefined ? [] : [bucketOrigin];
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...quoted(scriptHashes), ...stripe.script],
    "style-src": ["'self'", ...quoted(styleHashes)],
    "img-src": ["'self'", "data:", "blob:", "https:"],
    "font-src": ["'self'"],
    // Media Source Extensions play from a blob.
    "media-src": ["'self'", "blob:", ...bucket],
    "connect-src": ["'self'", ...stripe.connect, ...bucket],
    "frame-src": ["'self'", ...stripe.frame],
    "manifest-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

const buildFolder = join(root, "build");

export interface PageRenderer {
  readonly build: () => Promise<ServerBuild>;
  readonly mountAssets: (
    scope: FastifyInstance,
    count: CountRequest,
    context: Pick<AppContext, "clock" | "log" | "settings">,
  ) => Promise<void>;
  readonly drawings?: string;
  readonly readStyles?: (href: string) => string;
  readonly isDevelopment: boolean;
}

export async function builtPages(): Promise<PageRenderer> {
  const file = join(buildFolder, "server", "index.js");
  if (!existsSync(file)) throw new Error("The pages are not built: run npm start, which builds them.");
  const build = (await import(pathToFileURL(file).href)) as ServerBuild;
  const styles = new Map<string, string>();
  return {
    build: async () => build,
    readStyles: (href) => {
      const text = styles.get(href) ?? readFileSync(join(buildFolder, "client", href), "utf8");
      styles.set(href, text);
      return text;
    },
    drawings: join(buildFolder, "client", "drawings"),
    mountAssets: (app, count, { clock, log, settings }) =>
      serveFolder(app, {
        root: keepAssets(join(buildFolder, "client", "assets"), settings.dataDir, { clock, log }),
        findLater: (name) => findAsset(settings.dataDir, name),
        prefix: "/assets/",
        count,
        immutable: true,
        maxAge: "1y",
        // Stripe's card form, on its own origin, loads the text font.
        setHeaders: (reply, path) => {
          if (!/\.woff2(\.br|\.gz)?$/.test(path)) return;
          reply.headers({
            "access-control-allow-origin": "*",
            "cross-origin-resource-policy": "cross-origin",
          });
        },
      }),
    isDevelopment: false,
  };
}

type PageEntry = typeof import("../entry.server.tsx");

type Pages = typeof publicPages;
export type FormCall = Extract<Pages[keyof Pages], { form: string }>["form"];

export interface PageParts {
  readonly api: (cacheTags: Set<string>) => PublicApi;
  readonly cache: ResponseCache;
  readonly queue: FairQueue;
  readonly hasDemoSchool: boolean;
  readonly rates: VisitorRates;
  /** For the API call behind a form posted without a script; throws too-many-requests. */
  readonly limitForm: (form: FormCall) => CountRequest;
}

const pages: [path: string, page: PublicPage][] = Object.entries(publicPages);
const withData = (path: string) => (path.includes(":") ? [path] : [path, `${path}.data`]);
/** React Router also serves a page with a slash at its end, and then asks for its data elsewhere. */
const withSlash = (path: string) => [`${path}/`, `${path}/_.data`];
const personalPages = pages.flatMap(([path, { isPersonal }]) =>
  isPersonal ? [...withData(path), ...withSlash(path)] : [],
);
/** Under the API, whose own route for unknown paths would match first. */
const pagesInApi = pages.flatMap(([path]) => (path.startsWith("/api/") ? withData(path) : []));

export async function mountPages(
  app: FastifyInstance,
  context: Pick<AppContext, "clock" | "identity" | "log" | "settings" | "storage" | "stripe">,
  renderer: PageRenderer,
  { api, cache, queue, hasDemoSchool, rates, limitForm }: PageParts,
): Promise<SendNotFound> {
  const { origin, supportEmail, supportPhone, carouselSlide } = context.settings;
  const hosts = {
    usesStripe: context.stripe.scriptUrl === undefined,
    bucketOrigin: context.storage.forBrowsers?.origin,
  };
  const handlers = new WeakMap<ServerBuild, ReturnType<PageEntry["createRequestHandler"]>>();

  const render = async (request: FastifyRequest, pageApi: PageParts["api"], address = request.url) => {
    const build = await renderer.build();
    const entry = build.entry.module as PageEntry;
    const mode = renderer.isDevelopment ? "development" : "production";
    const handle = handlers.get(build) ?? entry.createRequestHandler(build, mode);
    handlers.set(build, handle);

    const cacheTags = new Set<string>();
    const nonce = randomBytes(16).toString("base64url");
    const routerContext = new entry.RouterContextProvider();
    routerContext.set(entry.apiContext, pageApi(cacheTags));
    routerContext.set(entry.cacheTagsContext, cacheTags);
    routerContext.set(entry.nonceContext, nonce);
    routerContext.set(entry.reportContext, (error) => request.log.error({ err: error }, "a page failed"));
    routerContext.set(entry.siteContext, {
      origin,
      support: { email: supportEmail, phone: supportPhone },
      remoteSlide: carouselSlide,
      hasDemoSchool,
      hasGoogle: context.identity.hasGoogle,
    });
    const response = await handle(toWebRequest(request, address, origin), routerContext);
    const body = routerContext.get(entry.htmlContext) ?? (await response.text());
    const headers = Object.fromEntries(response.headers);
    const { status } = response;
    if (status === problems["database-away"].status)
      headers["retry-after"] = String(problems["database-away"].retryAfter);
    const { readStyles } = renderer;
    const isPage = headers["content-type"]?.startsWith("text/html") ?? false;
    if (!readStyles || !isPage)
      return { status, headers, body: withoutNonce(body, nonce), cacheTags: [...cacheTags] };
    const page = inlineCss(body, nonce, readStyles);
    headers["content-security-policy"] = securityPolicy(page, hosts);
    return { status, headers, body: page.html, cacheTags: [...cacheTags] };
  };

  const sendAtOnce = async (request: FastifyRequest, reply: FastifyReply, pageApi = show) => {
    const { status, headers, body } = await queue.run(visitorOf(request), () => render(request, pageApi));
    if (renderer.isDevelopment) reply.removeHeader("content-security-policy");
    return reply
      .code(status)
      .headers({ "cache-control": "no-store", ...headers })
      .send(body);
  };

  const show: PageParts["api"] = (cacheTags) => orNotFound(api(cacheTags));

  const sendNotFound: SendNotFound = (request, reply) =>
    cache.send(request, reply, { name: "page of none" }, () =>
      render(request, show, "/there-is-no-such-page"),
    );

  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (renderer.isDevelopment) return sendAtOnce(request, reply);
    // Pages are identical for every visitor; the browser resolves the session.
    const [path] = splitUrl(request.url);
    // Browsers and React Router parse this as a URL of another host.
    if (/^\/[/\\]/.test(path)) return sendNotFound(request, reply);
    const route = { name: `page ${path}`, params: paramsOfPage(path), rate: rates.pages };
    return cache.send(request, reply, route, (query) => render(request, show, path + query));
  };

  await app.register(async (scope) => {
    await renderer.mountAssets(scope, rates.files, context);
    scope.addHook("onRequest", rates.pages);
    for (const url of ["/*", ...pagesInApi]) {
      scope.route({ method: ["GET", "HEAD"], url, exposeHeadRoute: false, handler });
    }
    for (const url of personalPages) {
      scope.route({
        method: ["GET", "HEAD"],
        url,
        exposeHeadRoute: false,
        handler: (request, reply) => sendAtOnce(request, reply),
      });
    }
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, body, done) => done(null, body),
    );
    for (const [url, page] of Object.entries(publicPages)) {
      if (!("form" in page)) continue;
      const limit = limitForm(page.form);
      scope.post(url, async (request, reply) => {
        const pageApi = await limit(request).then(
          () => api,
          (reason: Error) => refuseWith(reason, api),
        );
        return sendAtOnce(request, reply, pageApi);
      });
    }
  });

  return sendNotFound;
}

function toWebRequest(request: FastifyRequest, path: string, origin: string): Request {
  const address = new URL(path, origin);
  if (request.method !== "POST") return new Request(address);
  // React Router checks this header against cross-site form posts.
  const from = request.headers.origin;
  return new Request(address, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(from !== undefined && { origin: from }),
    },
    body: typeof request.body === "string" ? request.body : "",
  });
}

/** Refuses what the form asks for, not what its page reads. */
const refuseWith =
  (reason: Error, pageApi: PageParts["api"]): PageParts["api"] =>
  (cacheTags) => {
    const read = pageApi(cacheTags);
    return (async (...call: Parameters<PublicApi>) => {
      if (!call[0].startsWith("GET ")) throw reason;
      return read(...call);
    }) as PublicApi;
  };

const orNotFound = (api: PublicApi): PublicApi =>
  (async (...call: Parameters<PublicApi>) => {
    try {
      return await api(...call);
    } catch (error) {
      // React Router uses a thrown Response as the page's status.
      if (error instanceof Problem && error.type.status < 500) throw new Response(null, { status: 404 });
      if (isDatabaseAway(error)) throw new Response(null, { status: problems["database-away"].status });
      throw error;
    }
  }) as PublicApi;
