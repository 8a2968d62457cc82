import { after, type Handlers } from "../../../http/register-endpoints.ts";
import type { AppContext } from "../../../context.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { defineFeature } from "../../feature.ts";
import {
  applyToTeach,
  acceptApplication,
  declineApplication,
  findApplicationByEmail,
  listOpenApplications,
} from "./applications.ts";
import { applicationsContract } from "./contract.ts";
import { appliesAgainFrom } from "./policy.ts";

function applicationsApi(context: AppContext): Handlers<typeof applicationsContract, CallerFor> {
  const modified = { modifiedCount: 1 };
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
    "GET /admin/applications": ({ query }) => listOpenApplications(context.db, query),
    "PATCH /admin/accept/application/{id}": ({ caller, params, body }) =>
      after(acceptApplication(context, caller, params.id, body), modified),
    "PATCH /admin/decline/application/{id}": ({ caller, params, body }) =>
      after(declineApplication(context, caller, params.id, body), modified),
  };
}

export const applicationsFeature = defineFeature({
  name: "Applications",
  contract: applicationsContract,
  handlers: applicationsApi,
});
