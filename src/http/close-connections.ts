import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Milliseconds. */
const untilConnectionsClose = 2000;

/**
 * Fastify closes idle connections once, but not those with a response in flight. `announces`: for a restart behind
 * other processes. A request already on its way on an idle connection would be lost, so each connection gets one
 * more response, which announces its close.
 */
export function closeConnections(app: FastifyInstance, { announces }: { readonly announces: boolean }): void {
  app.addHook("preClose", async () => {
    if (announces) await wait(untilConnectionsClose);
    const timer = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once("close", () => clearInterval(timer));
  });
}
