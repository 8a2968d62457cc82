import { problemsOf } from "../../../platform/errors.ts";
import { z } from "zod";
import { dollars } from "../../../platform/money.ts";
import { email } from "../../../access/fields.ts";
import { anyone, endpoint, only } from "../../../access/policy.ts";
import { csv, exportRate } from "../../school/audit/contract.ts";
import { name, website } from "../../school/contact/contract.ts";

export const problems = problemsOf({
  "410 link-expired":
    "This link no longer works. Enter your email in the newsletter form again and we'll send you a new one.",
  "409 newsletter-empty":
    "No class has been approved since the last newsletter, so there is nothing to send.",
  "409 newsletter-too-soon":
    "The last newsletter went out less than a week ago. We promise subscribers at most one a week.",
});

const draftBody = z.object({
  newsUntil: z.iso.datetime().transform((time) => new Date(time)),
});

export const newsletter = {
  "POST /newsletter": endpoint({
    summary:
      "Subscribe to the newsletter; a mailed link confirms it. The answer never tells whether it was known",
    access: anyone,
    body: z.object({ name, email, website }),
    answer: z.object({ accepted: z.literal(true) }),
    rate: { calls: 10, seconds: 600 },
  }),
  "POST /newsletter/confirm": endpoint({
    summary: "Confirm a subscription by the token of the mailed link",
    access: anyone,
    body: z.object({ token: z.string().max(200) }),
    answer: z.object({ confirmed: z.literal(true) }),
    errors: [problems["link-expired"]],
    rate: { calls: 30, seconds: 60 },
  }),
  "POST /newsletter/unsubscribe/{token}": endpoint({
    summary:
      "End a subscription; mail programs call it with one click (RFC 8058). Unknown tokens get the same answer",
    access: anyone,
    params: z.object({ token: z.string().min(1).max(200) }),
    // A mail program posts a form (RFC 8058), our page an empty body; only the token matters.
    accepts: "raw",
    answer: z.object({ unsubscribed: z.literal(true) }),
  }),
  "GET /admin/newsletter": endpoint({
    summary: "The next newsletter as it stands, who would get it, and how far the last ones have got",
    access: only("admin"),
    answer: z.object({
      subscribers: z.object({ confirmed: z.int(), pending: z.int(), unsubscribed: z.int() }),
      isAutomatic: z.boolean().describe("Whether it goes out by itself, on Thursdays at 16:00 UTC"),
      nextRelease: z.date().nullable().describe("From when it may go out; null: at once"),
      draft: z
        .object({
          newsUntil: z.date(),
          subject: z.string(),
          classes: z.array(
            z.object({
              _id: z.string(),
              className: z.string(),
              instructorName: z.string(),
              level: z.string(),
              price: dollars,
            }),
          ),
          moreClasses: z.int(),
          text: z.string().describe("What mail programs without HTML show"),
        })
        .nullable()
        .describe("null while nothing is new"),
      issues: z.array(
        z.object({
          _id: z.string(),
          number: z.int(),
          subject: z.string(),
          releasedAt: z.date(),
          releasedBy: z.string().nullable().describe("null: by itself"),
          finishedAt: z.date().nullable(),
          sent: z.int(),
          failed: z.int(),
          left: z.int(),
        }),
      ),
    }),
  }),
  "POST /admin/newsletter/test": endpoint({
    summary: "Send the next newsletter to oneself",
    access: only("admin"),
    body: draftBody,
    answer: z.object({ sentTo: z.string() }),
    errors: [problems["newsletter-empty"]],
    rate: { calls: 10, seconds: 600 },
  }),
  "POST /admin/newsletter/release": endpoint({
    summary: "Send the next newsletter, as it was looked at, to everyone who confirmed a subscription",
    access: only("admin"),
    body: draftBody,
    answer: z.object({ insertedId: z.string() }),
    errors: [problems["newsletter-empty"], problems["newsletter-too-soon"]],
  }),
  "GET /admin/export/subscribers": endpoint({
    summary: "Who gets the newsletter, first come first, as CSV",
    access: only("admin"),
    answer: csv,
    download: "subscribers.csv",
    rate: exportRate,
  }),
};
