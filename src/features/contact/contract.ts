import { z } from "zod";
import { anyone, endpoint } from "../accounts/access.ts";
import { email } from "../accounts/contract.ts";
import { messagesDesk } from "./messages-contract.ts";
import { newsletterDesk } from "../newsletter/contract.ts";
import { longMessage, longest, messages } from "./policy.ts";

export const problems = {
  linkExpired: {
    code: "link-expired",
    status: 410,
    detail:
      "This link no longer works. Enter your email in the newsletter form again and we'll send you a new one.",
  },
} as const;

/** On one line, since it stands in a mail's subject. */
const name = z
  .string()
  .trim()
  .min(1, messages.noName)
  .max(longest.name, messages.longName)
  .regex(/^\P{Cc}*$/u, messages.nameCharacters);

/** A field that people do not see and programs fill in: see `isByProgram`. */
const website = z.string().max(200).optional().meta({ description: "Leave this out" });

export const contact = {
  "POST /contact": endpoint({
    summary: "Write to support",
    access: anyone,
    body: z.object({
      name,
      email,
      message: z
        .string()
        .trim()
        .min(1, messages.noMessage)
        .max(longest.message, { error: ({ input }) => longMessage((input as string).length) })
        .refine((text) => !text.includes("\0"), messages.messageCharacters),
      website,
    }),
    answer: z.object({ insertedId: z.string() }),
    rate: { calls: 5, seconds: 600 },
  }),
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
    errors: [problems.linkExpired],
    rate: { calls: 30, seconds: 60 },
  }),
  "POST /newsletter/unsubscribe/{token}": endpoint({
    summary:
      "End a subscription; mail programs call it with one click (RFC 8058). Unknown tokens get the same answer",
    access: anyone,
    params: z.object({ token: z.string().min(1).max(200) }),
    // A mail program sends a form, our page nothing: the token is all that counts.
    accepts: "raw",
    answer: z.object({ unsubscribed: z.literal(true) }),
  }),
  ...newsletterDesk,
  ...messagesDesk,
};
