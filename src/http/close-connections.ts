import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Milliseconds. */
const untilConnectionsClose = 2000;

/**
 * The other processes go on meanwhile, so nobody must notice: a request that is on its way on an idle connection would be
 * lost with it. Fastify answers that one more, and says that the connection closes.
 */
export function tellConnectionsToClose(app: FastifyInstance): void {
  app.addHook("preClose", async () => {
    await wait(untilConnectionsClose);
  });
}

/** Fastify closes idle connections once; a response in flight would hold its connection open. */
export function closeAsConnectionsFallIdle(app: FastifyInstance): void {
  app.addHook("preClose", async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once("close", () => clearInterval(timer));
  });
}
