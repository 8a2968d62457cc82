import { z } from "zod";
import { pageQuery } from "../../platform/keyset.ts";
import { searchWords } from "../../platform/search-words.ts";
import { endpoint, only } from "../accounts/access.ts";
import { auditKinds } from "./kinds.ts";

export const audit = {
  "GET /admin/audit": endpoint({
    summary: "What admins decided, newest first",
    access: only("admin"),
    query: z.object({
      ...pageQuery,
      kind: z.enum(auditKinds).optional(),
      q: searchWords.optional().meta({ description: "Words of the admin's, the user's or the class's name" }),
    }),
    answer: z.array(
      z.object({
        _id: z.string(),
        kind: z.enum(auditKinds),
        by: z.object({
          _id: z
            .string()
            .nullable()
            .meta({ description: "null for the command line and the payment provider" }),
          name: z.string(),
        }),
        about: z.object({ _id: z.string(), name: z.string() }),
        before: z
          .string()
          .nullable()
          .meta({ description: "The status, role or feedback until then; or the payment" }),
        after: z.string().nullable().meta({ description: "… and from then on; or why it was refunded" }),
        date: z.date().meta({ description: "When it was decided (UTC)" }),
      }),
    ),
    paged: true,
  }),
};
