import { z } from "zod";
import { pageQuery } from "../../../platform/keyset.ts";
import { searchWords } from "../../../platform/search-words.ts";
import { endpoint, only } from "../../../access/policy.ts";
import { auditKinds } from "./kinds.ts";

export const csv = z.string().describe("CSV (RFC 4180), UTF-8, times in UTC");
export const exportRate = { calls: 30, seconds: 60 } as const;

const filters = {
  kind: z.enum(auditKinds).optional(),
  q: searchWords.optional().describe("Words of the admin's, the user's or the class's name"),
};

export const audit = {
  "GET /admin/export/audit": endpoint({
    summary: "The audit log as CSV, with the same filters as its page",
    access: only("admin"),
    query: z.object(filters),
    answer: csv,
    download: "audit-log.csv",
    rate: exportRate,
  }),
  "GET /admin/audit": endpoint({
    summary: "What admins decided, newest first",
    access: only("admin"),
    query: z.object({
      ...pageQuery,
      ...filters,
    }),
    answer: z.array(
      z.object({
        _id: z.string(),
        kind: z.enum(auditKinds),
        by: z.object({
          _id: z.string().nullable().describe("null for the command line and the payment provider"),
          name: z.string(),
        }),
        about: z.object({ _id: z.string(), name: z.string() }),
        before: z.string().nullable().describe("The status, role or feedback until then; or the payment"),
        after: z.string().nullable().describe("… and from then on; or why it was refunded"),
        date: z.date().describe("When it was decided (UTC)"),
      }),
    ),
    paged: true,
  }),
};
