import { z } from "zod";
import { endpoint, only, type PersonAccess } from "../accounts/access.ts";
import { email } from "../accounts/contract.ts";
import { roles } from "../accounts/policy.ts";
import { isPortfolioAddress, longestPortfolio, textLength } from "./policy.ts";

const ownEmailOrAdmin: PersonAccess = { as: "person", roles, own: "email", exceptFor: ["admin"] };

/** What somebody who wants to teach sent us. */
const application = z.object({
  _id: z.string(),
  text: z.string(),
  portfolio: z.string(),
  createdAt: z.date().meta({ description: "When they applied first (UTC)" }),
  updatedAt: z.date().meta({ description: "When they changed it last (UTC)" }),
});

export const teaching = {
  "POST /teaching/application": endpoint({
    summary: "Apply to teach, or change the application that one has sent",
    access: only("student"),
    body: z.object({
      text: z
        .string()
        .trim()
        .min(textLength.least, `Write at least ${textLength.least} characters`)
        .max(textLength.most, `Write at most ${textLength.most} characters`)
        .refine((text) => !text.includes("\0"), "Write the text without control characters"),
      portfolio: z
        .string()
        .trim()
        .max(longestPortfolio)
        .refine(isPortfolioAddress, "Give the address of your portfolio, like https://example.org/drawings"),
    }),
    answer: z.object({ insertedId: z.string() }),
    rate: { calls: 20, seconds: 3600 },
  }),
  "GET /teaching/application/{email}": endpoint({
    summary: "The person's application to teach, or null",
    access: ownEmailOrAdmin,
    params: z.object({ email }),
    answer: application.nullable(),
  }),
};
