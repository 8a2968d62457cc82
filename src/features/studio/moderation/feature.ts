import type { AppContext } from "../../../context.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { defineFeature } from "../../feature.ts";
import { moderationContract } from "./contract.ts";
import { decideReports, reportContent } from "./reports.ts";
import { countOpenReports, listReports } from "./queries.ts";

function moderationApi(context: AppContext): Handlers<typeof moderationContract, CallerFor> {
  return {
    "POST /reports": async ({ caller, body }) => {
      await reportContent(context, caller, body);
      return { isReported: true as const };
    },
    "GET /admin/reports": async ({ query }) => {
      const page = await listReports(context.db, query);
      return {
        ...page,
        rows: page.rows.map(({ report, authorName, className, deciderName, voices, pictures }) => ({
          _id: report.id,
          kind: report.kind,
          subjectId: report.subjectId,
          class: { _id: report.classId, name: className },
          author: { _id: report.authorId, name: authorName },
          text: report.snapshot.text,
          pictures: pictures.map(({ id, width, height, widths }) => ({ _id: id, width, height, widths })),
          reports: voices.map(({ id, name, reason, text, createdAt }) => ({
            _id: id,
            by: name,
            reason,
            text,
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
        })),
      };
    },
    "GET /admin/reports/open": async () => ({ open: await countOpenReports(context.db) }),
    "POST /admin/reports/{id}/decision": async ({ caller, params, body }) => {
      await decideReports(context, caller, params.id, body);
      return { modifiedCount: 1 };
    },
  };
}

export const moderationFeature = defineFeature({
  name: "Moderation",
  contract: moderationContract,
  handlers: moderationApi,
});
