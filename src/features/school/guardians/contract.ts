import { problemsOf } from "../../../platform/errors.ts";
import { z } from "zod";
import { emailProblem } from "../../../platform/email.ts";
import { anyone, endpoint, only } from "../../../access/policy.ts";
import { guardianDecisions, guardianStates } from "./state.ts";

export const guardianEmail = z.email(emailProblem).max(254).toLowerCase();

export const guardianProblems = problemsOf({
  "409 guardian-not-needed": "You don't need a guardian's consent.",
  "409 guardian-has-answered":
    "Your guardian has already answered, and can change their answer with the link in our email. To name another guardian, write to us.",
  "410 link-expired":
    "This link no longer works, perhaps because another guardian was named. Write to us and we'll help.",
});

const state = z.enum(guardianStates);

export const ownGuardian = z
  .object({
    email: z.string(),
    state,
    since: z.date().describe("When it came to be so (UTC)"),
    adultOn: z.string().describe("The first day without need of consent (YYYY-MM-DD)"),
    mayAskAgain: z.boolean(),
    mayNameAnother: z.boolean(),
  })
  .nullable()
  .describe("null for an adult");

const token = z.string().max(200);

export const guardiansContract = {
  "POST /account/guardian": endpoint({
    summary: "Ask one's guardian for consent once more, or another guardian",
    access: only("student"),
    body: z.object({ guardianEmail: guardianEmail.optional() }),
    answer: z.object({ guardian: ownGuardian }),
    errors: [guardianProblems["guardian-not-needed"], guardianProblems["guardian-has-answered"]],
    rate: { calls: 10, seconds: 3600 },
  }),
  "POST /guardian": endpoint({
    summary: "Have a guardian's links mailed again. The answer never tells whether there are any",
    access: anyone,
    body: z.object({ email: guardianEmail }),
    answer: z.object({ accepted: z.literal(true) }),
    rate: { calls: 10, seconds: 600 },
  }),
  "GET /guardian/{token}": endpoint({
    summary: "Who asks for a guardian's consent, and what was answered, by the token of the mailed link",
    access: anyone,
    params: z.object({ token }),
    answer: z.object({
      minor: z.object({ name: z.string(), email: z.string() }),
      state,
      since: z.date().describe("When it came to be so (UTC)"),
    }),
    errors: [guardianProblems["link-expired"]],
  }),
  "POST /guardian/{token}": endpoint({
    summary: "Give, refuse or withdraw a guardian's consent",
    access: anyone,
    params: z.object({ token }),
    body: z.object({ decision: z.enum(guardianDecisions, "Choose one of the two answers") }),
    answer: z.object({ state }),
    errors: [guardianProblems["link-expired"]],
    rate: { calls: 30, seconds: 60 },
  }),
};
