import { z } from "zod";
import { pageQuery } from "../../platform/keyset.ts";
import { dollars } from "../../platform/money.ts";
import { endpoint, only } from "../accounts/access.ts";

export const newsletterProblems = {
  empty: {
    code: "newsletter-empty",
    status: 409,
    detail: "No class has been approved since the last newsletter, so there is nothing to send.",
  },
  tooSoon: {
    code: "newsletter-too-soon",
    status: 409,
    detail: "The last newsletter went out less than a week ago. Subscribers are promised one a week at most.",
  },
} as const;

/** The moment up to which the newsletter that was looked at tells what is new. */
const draftBody = z.object({
  newsUntil: z.iso.datetime().transform((time) => new Date(time)),
});

export const newsletterDesk = {
  "GET /admin/newsletter": endpoint({
    summary: "The next newsletter as it stands, who would get it, and how far the last ones have got",
    access: only("admin"),
    answer: z.object({
      subscribers: z.object({ confirmed: z.int(), pending: z.int(), unsubscribed: z.int() }),
      isAutomatic: z
        .boolean()
        .meta({ description: "Whether it goes out by itself, on Thursdays at 16:00 UTC" }),
      nextRelease: z.date().nullable().meta({ description: "From when it may go out; null: at once" }),
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
          text: z.string().meta({ description: "What mail programs without HTML show" }),
        })
        .nullable()
        .meta({ description: "null while nothing is new" }),
      issues: z.array(
        z.object({
          _id: z.string(),
          number: z.int(),
          subject: z.string(),
          releasedAt: z.date(),
          releasedBy: z.string().nullable().meta({ description: "null: by itself" }),
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
    errors: [newsletterProblems.empty],
    rate: { calls: 10, seconds: 600 },
  }),
  "POST /admin/newsletter/release": endpoint({
    summary: "Send the next newsletter, as it was looked at, to everybody who confirmed a subscription",
    access: only("admin"),
    body: draftBody,
    answer: z.object({ insertedId: z.string() }),
    errors: [newsletterProblems.empty, newsletterProblems.tooSoon],
  }),
  "GET /admin/newsletter/subscribers": endpoint({
    summary: "Who gets the newsletter, first come first",
    access: only("admin"),
    query: z.object(pageQuery),
    answer: z.array(
      z.object({ _id: z.string(), name: z.string(), email: z.string(), confirmedAt: z.date().nullable() }),
    ),
    paged: true,
  }),
};
