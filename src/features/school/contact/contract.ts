import { z } from "zod";
import { email } from "../../../access/fields.ts";
import { anyone, endpoint } from "../../../access/policy.ts";
import { adminMessages } from "./messages-contract.ts";
import { longMessage, maxLength, messages } from "./policy.ts";

/** A single line, because a mail's subject contains it. */
export const name = z
  .string()
  .trim()
  .min(1, messages.noName)
  .max(maxLength.name, messages.longName)
  .regex(/^\P{Cc}*$/u, messages.nameCharacters);

export const website = z.string().max(200).optional().meta({ description: "Leave this out" });

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
        .max(maxLength.message, { error: ({ input }) => longMessage((input as string).length) })
        .refine((text) => !text.includes("\0"), messages.messageCharacters),
      website,
    }),
    answer: z.object({ insertedId: z.string() }),
    rate: { calls: 5, seconds: 600 },
  }),
  ...adminMessages,
};
