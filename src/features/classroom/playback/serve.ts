import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../../context.ts";

export type MediaContext = Pick<
  AppContext,
  "accessTokens" | "clock" | "db" | "mediaTokens" | "settings" | "storage"
>;

/** Fastify's own HEAD would read the file. */
export function serve<Params, Query = unknown>(
  scope: FastifyInstance,
  url: string,
  handler: (
    request: FastifyRequest<{ Params: Params; Querystring: Query }>,
    reply: FastifyReply,
  ) => Promise<FastifyReply>,
): void {
  const method = ["GET", "HEAD"];
  scope.route<{ Params: Params; Querystring: Query }>({ method, url, exposeHeadRoute: false, handler });
}

/** Rights end with the next request; the browser keeps what it already has. */
export const privately = { "cache-control": "private, max-age=600" };
