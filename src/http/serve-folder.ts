import { readdirSync } from "node:fs";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { CountRequest } from "./visitor-rate-limit.ts";

type ServedFolder = Pick<FastifyStaticOptions, "prefix" | "immutable" | "maxAge" | "setHeaders"> & {
  /** The first that has a file serves it. */
  readonly root: string | readonly string[];
  /** Counts each request against the visitor's rate. */
  readonly count: CountRequest;
};

/**
 * Serves the files that the folders hold at the start, with their compressed copies. One route for all of them: a route
 * for each would take a third of the start.
 */
export async function serveFolder(
  app: FastifyInstance,
  { count, root, ...options }: ServedFolder,
): Promise<void> {
  const folders = [root].flat();
  const files = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }))
    .filter((name) => !/\.(br|gz)$/.test(name))
    .map((name) => name.replaceAll("\\", "/"));
  const served = new Set(files);
  await app.register(async (scope) => {
    scope.addHook("onRequest", count);
    // Names that no file system takes must not reach it.
    scope.addHook<{ Params: { "*"?: string } }>("onRequest", async ({ params }, reply) => {
      if (!served.has(params["*"] ?? "")) return reply.callNotFound();
    });
    await scope.register(fastifyStatic, {
      decorateReply: false,
      preCompressed: true,
      root: folders,
      ...options,
    });
  });
}
