import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../context.ts";
import { assertReady } from "./api.ts";

/** What a process that serves no visitors answers to those who watch over it. */
export function mountHealth(app: FastifyInstance, context: Pick<AppContext, "database" | "log">): void {
  app.get("/api/health", () => ({ status: "alive" }));
  app.get("/api/ready", async () => {
    await assertReady(context);
    return { status: "ready" };
  });
}
