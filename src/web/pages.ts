import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServerBuild } from "react-router";
import type { World } from "../world.ts";
import type { PublicApi } from "./contexts.ts";
import { securityPolicy } from "./security-policy.ts";

const buildFolder = join(import.meta.dirname, "..", "..", "build");

/** What turns a request for a page into the page. */
export interface PageRenderer {
  /** The newest build: the same object in production, made anew after an edit in development. */
  readonly build: () => Promise<ServerBuild>;
  /** Serves the files that the pages load. */
  readonly mountAssets: (scope: FastifyInstance) => Promise<void>;
  readonly isDevelopment: boolean;
}

/** Renders from what `npm start` built. Throws when nothing was built. */
export async function builtPages(): Promise<PageRenderer> {
  const file = join(buildFolder, "server", "index.js");
  if (!existsSync(file)) throw new Error("The pages are not built: run npm start, which builds them.");
  const build = (await import(pathToFileURL(file).href)) as ServerBuild;
  return {
    build: async () => build,
    mountAssets: async (scope) => {
      await scope.register(fastifyStatic, {
        root: join(buildFolder, "client", "assets"),
        prefix: "/assets/",
        decorateReply: false,
        wildcard: true,
        preCompressed: true,
        immutable: true,
        maxAge: "1y",
        // The card form is at another origin with real Stripe, and asks for the text face as that.
        setHeaders: (reply, path) => {
          if (path.endsWith(".woff2")) reply.header("access-control-allow-origin", "*");
        },
      });
    },
    isDevelopment: false,
  };
}

/** What the server's entry hands out besides rendering: the things that must come from the one copy of react-router. */
type PageEntry = typeof import("../entry.server.tsx");

/** Puts the site's pages on every address that nothing else answers. */
export async function mountPages(
  app: FastifyInstance,
  world: World,
  renderer: PageRenderer,
  api: PublicApi,
): Promise<void> {
  const handlers = new WeakMap<ServerBuild, ReturnType<PageEntry["createRequestHandler"]>>();

  await app.register(async (scope) => {
    await renderer.mountAssets(scope);
    // Bodies stay untouched: React Router reads them itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const build = await renderer.build();
      const entry = build.entry.module as PageEntry;
      const mode = renderer.isDevelopment ? "development" : "production";
      const handle = handlers.get(build) ?? entry.createRequestHandler(build, mode);
      handlers.set(build, handle);

      const nonce = randomBytes(16).toString("base64");
      const context = new entry.RouterContextProvider();
      context.set(entry.apiContext, api);
      context.set(entry.nonceContext, nonce);
      context.set(entry.originContext, world.settings.origin);
      const response = await handle(toWebRequest(request, reply, world.settings.origin), context);
      // Development tools inject styles and scripts of their own.
      if (!renderer.isDevelopment) {
        response.headers.set(
          "content-security-policy",
          securityPolicy(nonce, world.stripe.scriptUrl === undefined),
        );
      } else {
        reply.removeHeader("content-security-policy");
      }
      return reply.send(response);
    };
    // The documentation is a page, too, and the only one below the API's address.
    for (const url of ["/*", "/api/docs", "/api/docs.data"]) {
      scope.route({ method: ["GET", "HEAD"], url, exposeHeadRoute: false, handler });
    }
  });
}

function toWebRequest(request: FastifyRequest, reply: FastifyReply, origin: string): Request {
  const aborted = new AbortController();
  reply.raw.on("close", () => {
    if (!reply.raw.writableFinished) aborted.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) headers.append(name, item);
  }
  return new Request(new URL(request.url, origin), {
    method: request.method,
    headers,
    signal: aborted.signal,
  });
}
