import { logDatabaseAway } from "../../platform/database-away.ts";
import { Problem } from "../../platform/errors.ts";
import type { Handlers } from "../../http/register-endpoints.ts";
import type { AppContext } from "../../context.ts";
import type { CallerFor } from "../accounts/authorize.ts";
import { problems, type health } from "./contract.ts";

export function healthApi(
  context: AppContext,
  describe: () => { openapi: string },
): Handlers<typeof health, CallerFor> {
  return {
    "GET /health": async () => ({ status: "alive" }),
    "GET /ready": async () => {
      try {
        // The context is created after the migrations, so a database that answers is up to date.
        await context.database.check();
      } catch (error) {
        logDatabaseAway(context.log, error);
        throw new Problem(problems.notReady);
      }
      return { status: "ready" };
    },
    "GET /openapi.json": async () => describe(),
  };
}
