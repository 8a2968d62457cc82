import { z } from "zod";
import { endpoint, only, type PersonAccess } from "../accounts/access.ts";
import { email } from "../accounts/contract.ts";
import { roles } from "../accounts/policy.ts";
import { daysToReapply, decisions, isPortfolioUrl, maxPortfolioLength, textLength } from "./policy.ts";

const ownEmailOrAdmin: PersonAccess = { as: "person", roles, own: "email", exceptFor: ["admin"] };

export const problems = {
  tooSoon: {
    code: "applied-too-soon",
    status: 409,
    detail: `You can apply again ${daysToReapply} days after we declined an application.`,
  },
  decidedMeanwhile: {
    code: "application-decided-meanwhile",
    status: 409,
    detail: "Your application has just been decided. Reload this page to see our answer.",
  },
  adultsOnly: {
    code: "adults-only",
    status: 409,
    detail: "Teaching on Senga is for adults. We'd love to hear from you once you're 18.",
  },
} as const;

const application = z.object({
  _id: z.string(),
  text: z.string(),
  portfolio: z.string(),
  createdAt: z.date().meta({ description: "When they applied first (UTC)" }),
  updatedAt: z.date().meta({ description: "When they changed it last (UTC)" }),
  decision: z.enum(decisions).nullable(),
  decidedAt: z.date().nullable().meta({ description: "When it was decided (UTC)" }),
  note: z.string().nullable().meta({ description: "What the applicant was told with the decision" }),
  appliesAgainFrom: z
    .date()
    .nullable()
    .meta({ description: "After a decline: until then, they can't apply again (UTC)" }),
});

export const teaching = {
  "POST /teaching/application": endpoint({
    summary: "Apply to teach, or change the application that one has sent",
    access: only("student"),
    body: z.object({
      text: z
        .string()
        .trim()
        .min(textLength.min, `Write at least ${textLength.min} characters`)
        .max(textLength.max, `Write at most ${textLength.max} characters`)
        .refine((text) => !text.includes("\0"), "Leave out control characters"),
      portfolio: z
        .string()
        .trim()
        .max(maxPortfolioLength)
        .refine(isPortfolioUrl, "Enter a link to your portfolio, like https://example.org/drawings"),
    }),
    answer: z.object({ insertedId: z.string() }),
    errors: [problems.tooSoon, problems.decidedMeanwhile, problems.adultsOnly],
    rate: { calls: 20, seconds: 3600 },
  }),
  "GET /teaching/application/{email}": endpoint({
    summary: "The person's last application to teach, with our answer, or null",
    access: ownEmailOrAdmin,
    params: z.object({ email }),
    answer: application.nullable(),
  }),
};
