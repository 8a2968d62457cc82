import { readdirSync } from "node:fs";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { CountRequest } from "./visitor-rate-limit.ts";

type ServedFolder = Pick<FastifyStaticOptions, "immutable" | "maxAge" | "setHeaders"> & {
  readonly prefix: string;
  readonly root: string | readonly string[];
  readonly count: CountRequest;
  /** Where a file is that came later. */
  readonly findLater?: (name: string) => string | undefined;
};

/** One route for all files present at startup: a route per file would take a third of the startup time. */
export async function serveFolder(
  app: FastifyInstance,
  { prefix, root, count, findLater, ...options }: ServedFolder,
): Promise<void> {
  const folders = [root].flat();
  const folderOf = new Map<string, string>();
  for (const folder of folders.toReversed())
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      if (!/\.(br|gz)$/.test(name)) folderOf.set(name.replaceAll("\\", "/"), folder);

  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { serve: false, preCompressed: true, root: folders, ...options });
    scope.get<{ Params: { "*": string } }>(`${prefix}*`, { onRequest: count }, ({ params }, reply) => {
      const name = params["*"];
      const folder = folderOf.get(name) ?? findLater?.(name);
      if (folder !== undefined) return reply.sendFile(name, folder);
      // It may be here in a moment, during an upgrade.
      return reply.header("cache-control", "no-store").callNotFound();
    });
  });
}
