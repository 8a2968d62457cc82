import type { AppContext } from "../../../context.ts";
import { after, type Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { mapPage } from "../../../platform/keyset.ts";
import { defineFeature } from "../../feature.ts";
import { moderationContract } from "./contract.ts";
import { decideReports, reportContent } from "./reports.ts";
import { countOpenReports, listReports } from "./queries.ts";

function moderationApi(context: AppContext): Handlers<typeof moderationContract, CallerFor> {
  return {
    "POST /reports": ({ caller, body }) => after(reportContent(context, caller, body), { isReported: true }),
    "GET /admin/reports": async ({ caller, query }) =>
      mapPage(
        await listReports(context.db, caller, query),
        ({ report, authorName, className, deciderName, text, voices, pictures, state, mayDecide }) => ({
          _id: report.id,
          kind: report.kind,
          subjectId: report.subjectId,
          class: { _id: report.classId, name: className },
          author: { _id: report.authorId, name: authorName },
          text,
          pictures: pictures.map(({ id, width, height, widths }) => ({ _id: id, width, height, widths })),
          reports: voices.map(({ id, name, reason, text: said, createdAt }) => ({
            _id: id,
            by: name,
            reason,
            text: said,
            date: createdAt,
          })),
          decision:
            report.decision && report.decidedAt
              ? {
                  decision: report.decision,
                  reason: report.decisionReason ?? "",
                  by: deciderName ?? "",
                  date: report.decidedAt,
                }
              : null,
          state,
          mayDecide,
        }),
      ),
    "GET /admin/reports/open": async () => ({ open: await countOpenReports(context.db) }),
    "POST /admin/reports/{id}/decision": ({ caller, params, body }) =>
      after(decideReports(context, caller, params.id, body), { modifiedCount: 1 }),
  };
}

export const moderationFeature = defineFeature({
  name: "Moderation",
  contract: moderationContract,
  handlers: moderationApi,
});
