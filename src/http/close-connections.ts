import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Milliseconds. */
const untilConnectionsClose = 2000;

/**
 * Fastify closes idle connections once; a response in flight would hold its connection open. `announces`: where other
 * processes go on meanwhile, nobody must notice. A request that is on its way on an idle connection would be lost with it,
 * so Fastify first answers one more on each, and says that the connection closes.
 */
export function closeConnections(app: FastifyInstance, { announces }: { readonly announces: boolean }): void {
  app.addHook("preClose", async () => {
    if (announces) await wait(untilConnectionsClose);
    const timer = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once("close", () => clearInterval(timer));
  });
}
