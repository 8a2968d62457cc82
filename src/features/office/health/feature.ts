import type { FastifyInstance } from "fastify";
import { logDatabaseAway } from "../../../platform/database-away.ts";
import { Problem, problemsOf } from "../../../platform/errors.ts";
import { after, type Handlers } from "../../../http/register-endpoints.ts";
import type { AppContext } from "../../../context.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { defineFeature } from "../../feature.ts";
import { z } from "zod";
import { anyone, endpoint } from "../../../access/policy.ts";

const problems = problemsOf({
  "503 not-ready": { detail: "The database isn't responding.", retryAfter: 5 },
});

const health = {
  "GET /health": endpoint({
    summary: "The process is alive",
    access: anyone,
    answer: z.object({ status: z.literal("alive") }),
  }),
  "GET /ready": endpoint({
    summary: "The database answers and its migrations are done",
    access: anyone,
    answer: z.object({ status: z.literal("ready") }),
    errors: [problems["not-ready"]],
  }),
  "GET /openapi.json": endpoint({
    summary: "This document",
    access: anyone,
    answer: z.looseObject({ openapi: z.string() }),
  }),
};

function healthApi(
  context: AppContext,
  describe: () => { openapi: string },
): Handlers<typeof health, CallerFor> {
  return {
    "GET /health": async () => ({ status: "alive" }),
    "GET /ready": () => after(assertReady(context), { status: "ready" }),
    "GET /openapi.json": async () => describe(),
  };
}

async function assertReady({ database, log }: Pick<AppContext, "database" | "log">): Promise<void> {
  try {
    // The context is created after the migrations, so a database that answers is up to date.
    await database.check();
  } catch (error) {
    logDatabaseAway(log, error);
    throw new Problem(problems["not-ready"]);
  }
}

/** For processes that serve no visitors. */
export function mountHealth(app: FastifyInstance, context: Pick<AppContext, "database" | "log">): void {
  app.get("/api/health", () => ({ status: "alive" }));
  app.get("/api/ready", async () => {
    await assertReady(context);
    return { status: "ready" };
  });
}

export const healthFeature = defineFeature({
  name: "Health",
  contract: health,
  handlers: (context, app) => healthApi(context, () => app.swagger() as { openapi: string }),
});
