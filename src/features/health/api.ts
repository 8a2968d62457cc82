import { sql } from "drizzle-orm";
import { Problem } from "../../platform/errors.ts";
import type { Handlers } from "../../http/register-endpoints.ts";
import type { World } from "../../context.ts";
import type { CallerFor } from "../accounts/authorize.ts";
import { problems, type site } from "./contract.ts";

/** @param describe gives the OpenAPI document of all that is served */
export function siteApi(world: World, describe: () => { openapi: string }): Handlers<typeof site, CallerFor> {
  return {
    "GET /health": async () => ({ status: "alive" }),
    "GET /ready": async () => {
      try {
        // The world is built after the migrations, so a database that answers is one that is up to date.
        await world.db.execute(sql`select 1`);
      } catch (error) {
        world.log.error({ err: error }, "the database does not answer");
        throw new Problem(problems.notReady);
      }
      return { status: "ready" };
    },
    "GET /openapi.json": async () => describe(),
  };
}
