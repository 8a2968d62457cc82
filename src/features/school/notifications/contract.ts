import { problemsOf } from "../../../platform/errors.ts";
import { z } from "zod";
import { pageQuery } from "../../../platform/keyset.ts";
import { unread } from "../../../access/fields.ts";
import { anyone, endpoint, only, roles } from "../../../access/policy.ts";
import { choosableKinds, mailFrequencies } from "./kinds.ts";

export const problems = problemsOf({
  "404 mail-link-broken":
    "Part of this link is missing. Open it from the email again, or log in and choose under Notifications.",
});

const picture = z.object({ _id: z.string(), width: z.int(), height: z.int(), widths: z.array(z.int()) });
const kind = z.enum(choosableKinds);
const choices = z.array(
  z.object({ kind, title: z.string(), explanation: z.string(), frequency: z.enum(mailFrequencies) }),
);
const chosen = z
  .partialRecord(kind, z.enum(mailFrequencies))
  .describe("Kinds that are left out stay as they are");
const linkQuery = z.object({ token: z.string().min(1).max(600) });
const ids = z.array(z.uuid()).min(1).max(100);

export const notificationsContract = {
  "GET /notifications": endpoint({
    summary: "What the caller has been told, newest first",
    access: only(...roles),
    query: z.object(pageQuery),
    answer: z.array(
      z.object({
        _id: z.string(),
        kind: z.string(),
        line: z.string(),
        path: z.string().describe("Of the site, where it leads"),
        text: z.string().describe("The first sentence of a critique or comment, if one may see it"),
        picture: picture.nullable().describe("The drawing that it is about, if one may see it"),
        createdAt: z.date(),
        isRead: z.boolean(),
      }),
    ),
    paged: true,
  }),
  "POST /notifications/read": endpoint({
    summary: "Mark notifications as read: some, those that lead to a path, or all up to one",
    access: only(...roles),
    body: z.union([
      z.object({ ids }),
      z.object({ paths: z.array(z.string().max(2000)).min(1).max(100) }),
      z.object({ upTo: z.uuid() }),
    ]),
    answer: unread,
  }),
  "GET /notifications/choices": endpoint({
    summary: "How often the caller is mailed of each kind",
    access: only(...roles),
    answer: choices,
  }),
  "PATCH /notifications/choices": endpoint({
    summary: "Choose how often one is mailed of a kind",
    access: only(...roles),
    body: chosen,
    answer: choices,
  }),
  "GET /notifications/mail-link": endpoint({
    summary: "What the link of a mail is about, and the other choices of its reader",
    access: anyone,
    query: linkQuery,
    answer: z.object({ kinds: z.array(z.string()), choices }),
    errors: [problems["mail-link-broken"]],
  }),
  "PATCH /notifications/mail-link": endpoint({
    summary: "Choose how often one is mailed of a kind, by the link of a mail",
    access: anyone,
    query: linkQuery,
    body: chosen,
    answer: choices,
    errors: [problems["mail-link-broken"]],
    rate: { calls: 30, seconds: 60 },
  }),
  "POST /notifications/unsubscribe": endpoint({
    summary: "End the mails of the link's kinds; mail programs call it with one click (RFC 8058)",
    access: anyone,
    query: linkQuery,
    // Mail programs post a form, our page an empty body; only the token matters.
    accepts: "raw",
    answer: z.object({ unsubscribed: z.literal(true) }),
    errors: [problems["mail-link-broken"]],
  }),
};
