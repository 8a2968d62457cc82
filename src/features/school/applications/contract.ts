import { problemsOf } from "../../../platform/errors.ts";
import { z } from "zod";
import { pageQuery } from "../../../platform/keyset.ts";
import { email } from "../../../access/fields.ts";
import { endpoint, only, ownEmailOrAdmin } from "../../../access/policy.ts";
import { applicationDecisions } from "../users/policy.ts";
import { problems as userProblems, text as plainText, userAction } from "../users/contract.ts";
import {
  daysToReapply,
  isPortfolioUrl,
  longNote,
  maxNoteLength,
  maxPortfolioLength,
  textLength,
} from "./policy.ts";

export const problems = problemsOf({
  "409 applied-too-soon": `You can apply again ${daysToReapply} days after we declined an application.`,
  "409 application-decided-meanwhile":
    "Your application has just been decided. Reload this page to see our answer.",
  "409 adults-only": "Teaching on Senga is for adults. We'd love to hear from you once you're 18.",
  "404 application-not-found": "We couldn't find this application.",
  "409 application-decided-already": "This application has already been decided. Your click changed nothing.",
  "409 applicant-suspended": "This person is suspended. Their application waits until they're reinstated.",
  "409 application-changed-meanwhile":
    "The applicant changed this application after you opened it. Read it again, then decide.",
});

const application = z.object({
  _id: z.string(),
  text: z.string(),
  portfolio: z.string(),
  createdAt: z.date().describe("When they applied first (UTC)"),
  updatedAt: z.date().describe("When they changed it last (UTC)"),
  decision: z.enum(applicationDecisions).nullable(),
  decidedAt: z.date().nullable().describe("When it was decided (UTC)"),
  note: z.string().nullable().describe("What the applicant was told with the decision"),
  appliesAgainFrom: z.date().nullable().describe("After a decline: until then, they can't apply again (UTC)"),
});

const decision = z
  .object({
    note: plainText
      .max(maxNoteLength, longNote)
      .default("")
      .describe("Goes to the applicant with the decision"),
    seen: z.iso
      .datetime()
      .transform((time) => new Date(time))
      .optional()
      .describe("The `changed` of what was read; refused if the application has changed since"),
  })
  .nullish();
const decisionErrors = [
  problems["application-not-found"],
  problems["application-decided-already"],
  problems["applicant-suspended"],
  problems["application-changed-meanwhile"],
  userProblems["user-not-found"],
  userProblems["not-admin-any-more"],
] as const;

export const applicationsContract = {
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
    errors: [
      problems["applied-too-soon"],
      problems["application-decided-meanwhile"],
      problems["adults-only"],
    ],
    rate: { calls: 20, seconds: 3600 },
  }),
  "GET /teaching/application/{email}": endpoint({
    summary: "The person's last application to teach, with our answer, or null",
    access: ownEmailOrAdmin,
    params: z.object({ email }),
    answer: application.nullable(),
  }),
  "GET /admin/applications": endpoint({
    summary: "Applications to teach that wait for a decision, oldest first",
    access: only("admin"),
    query: z.object(pageQuery),
    answer: z.array(
      z.object({
        _id: z.string(),
        text: z.string(),
        portfolio: z.string(),
        date: z.date().describe("When it was sent (UTC)"),
        changed: z.date().describe("When it was changed last (UTC)"),
        applicant: z.object({ _id: z.string(), name: z.string(), email: z.string(), image: z.string() }),
        declinedBefore: z
          .object({ date: z.date(), note: z.string().nullable() })
          .nullable()
          .describe("When and why an earlier application was declined last"),
      }),
    ),
    paged: true,
  }),
  "PATCH /admin/accept/application/{id}": endpoint({
    summary: "Accept an application: the applicant becomes an instructor",
    ...userAction,
    body: decision,
    errors: [
      ...decisionErrors,
      userProblems["own-role"],
      userProblems["has-role-already"],
      userProblems["is-a-minor"],
    ],
  }),
  "PATCH /admin/decline/application/{id}": endpoint({
    summary: "Decline an application",
    ...userAction,
    body: decision,
    errors: decisionErrors,
  }),
};
