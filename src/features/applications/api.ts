import type { Handlers } from "../../http/register-endpoints.ts";
import type { AppContext } from "../../context.ts";
import type { CallerFor } from "../accounts/authorize.ts";
import { applyToTeach } from "./apply-to-teach.ts";
import type { teaching } from "./contract.ts";
import { appliesAgainFrom } from "./policy.ts";
import { findApplicationByEmail } from "./queries.ts";

export function teachingApi(context: AppContext): Handlers<typeof teaching, CallerFor> {
  return {
    "POST /teaching/application": async ({ caller, body }) => ({
      insertedId: await applyToTeach(context, caller, body),
    }),
    "GET /teaching/application/{email}": async ({ params }) => {
      const application = await findApplicationByEmail(context.db, params.email);
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
        appliesAgainFrom: appliesAgainFrom(application, context.clock.now()) ?? null,
      };
    },
  };
}
