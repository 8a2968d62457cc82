import { z } from "zod";
import { written } from "../../../access/fields.ts";
import { pageQuery } from "../../../platform/keyset.ts";
import { endpoint, only, roles } from "../../../access/policy.ts";
import { maxReport, reportKinds, reportReasons } from "../../shared/report-reasons.ts";
import { drawingPicture } from "../critique/contract.ts";
import { decisions, maxDecision, problems } from "./policy.ts";

const writtenText = written("Remove the control character");

export const moderationContract = {
  "POST /reports": endpoint({
    summary: "Report a drawing, a comment or a critique to the school",
    access: only(...roles),
    body: z.object({
      kind: z.enum(reportKinds),
      id: z.uuid(),
      reason: z.enum(reportReasons),
      text: writtenText
        .max(maxReport, `Keep it to ${maxReport.toLocaleString("en-US")} characters`)
        .default(""),
    }),
    answer: z.object({ isReported: z.literal(true) }),
    errors: [problems["nothing-to-report"], problems["own-thing"]],
    rate: { calls: 20, seconds: 3600 },
  }),
  "GET /admin/reports": endpoint({
    summary: "What was reported, as it was: the open reports oldest first, the decided ones newest first",
    access: only("admin"),
    query: z.object({ ...pageQuery, status: z.enum(["open", "decided"]).default("open") }),
    answer: z.array(
      z.object({
        _id: z.string(),
        kind: z.enum(reportKinds),
        subjectId: z.string(),
        class: z.object({ _id: z.string(), name: z.string() }),
        author: z.object({ _id: z.string(), name: z.string() }),
        text: z.string(),
        pictures: z.array(drawingPicture),
        reports: z.array(
          z.object({
            _id: z.string(),
            by: z.string().describe("Empty, like the text, if it's about something of the caller's"),
            reason: z.enum(reportReasons),
            text: z.string(),
            date: z.date(),
          }),
        ),
        decision: z
          .object({ decision: z.enum(decisions), reason: z.string(), by: z.string(), date: z.date() })
          .nullable(),
        state: z.enum(["shown", "hidden", "gone"]).describe("Gone: its author has removed it"),
        mayDecide: z.boolean(),
      }),
    ),
    paged: true,
  }),
  "GET /admin/reports/open": endpoint({
    summary: "How many reported things wait for a decision",
    access: only("admin"),
    answer: z.object({ open: z.int() }),
  }),
  "POST /admin/reports/{id}/decision": endpoint({
    summary: "Take down what was reported, or leave it up; decides on all open reports of it",
    access: only("admin"),
    params: z.object({ id: z.uuid() }),
    body: z.object({
      decision: z.enum(decisions),
      reason: writtenText
        .min(1, "Write why. Its author and the people who reported it will read this")
        .max(maxDecision, `Keep it to ${maxDecision.toLocaleString("en-US")} characters`),
      seen: z.iso
        .datetime()
        .transform((time) => new Date(time))
        .optional()
        .describe("The date of the last report that was read; refused if there is a later one"),
    }),
    answer: z.object({ modifiedCount: z.int() }),
    errors: [
      problems["report-not-found"],
      problems["own-report"],
      problems["report-decided-already"],
      problems["reported-again-meanwhile"],
    ],
  }),
};
