import type { Handlers } from "../../http/register-endpoints.ts";
import type { World } from "../../context.ts";
import type { CallerFor } from "../accounts/authorize.ts";
import { applyToTeach } from "./apply-to-teach.ts";
import type { teaching } from "./contract.ts";
import { appliesAgainFrom } from "./policy.ts";
import { findApplicationByEmail } from "./queries.ts";

export function teachingApi(world: World): Handlers<typeof teaching, CallerFor> {
  return {
    "POST /teaching/application": async ({ caller, body }) => ({
      insertedId: await applyToTeach(world, caller, body),
    }),
    "GET /teaching/application/{email}": async ({ params }) => {
      const application = await findApplicationByEmail(world.db, params.email);
      if (!application) return null;
      const { id, text, portfolioUrl, createdAt, updatedAt, decision, decidedAt, note } = application;
      return {
        _id: id,
        text,
        portfolio: portfolioUrl,
        createdAt,
        updatedAt,
        decision,
        decidedAt,
        note,
        appliesAgainFrom: appliesAgainFrom(application, world.clock.now()) ?? null,
      };
    },
  };
}
