import { problemsOf } from "../../../platform/errors.ts";
import { z } from "zod";
import { email } from "../../../access/fields.ts";
import { anyone, endpoint, only } from "../../../access/policy.ts";
import { pageQuery } from "../../../platform/keyset.ts";
import { searchWords } from "../../../platform/search-words.ts";
import { longMessage, maxLength, messages } from "./policy.ts";

export const messageProblems = problemsOf({
  "404 message-not-found": "We couldn't find this message.",
  "409 message-answered-meanwhile":
    "Another admin replied after you opened this message. Read their reply, then send yours again.",
});

const params = z.object({ id: z.uuid() });

const adminMessages = {
  "GET /admin/messages": endpoint({
    summary: "What people wrote to support, newest first, with the replies",
    access: only("admin"),
    query: z.object({
      ...pageQuery,
      q: searchWords.optional().describe("Words of the name, the email or the message"),
      status: z.enum(["open", "done"]).optional(),
      id: z.uuid().optional().describe("Only this message"),
    }),
    answer: z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        email: z.string(),
        message: z.string(),
        date: z.date(),
        done: z.date().nullable().describe("When it was marked as done"),
        replies: z.array(z.object({ _id: z.string(), text: z.string(), by: z.string(), date: z.date() })),
      }),
    ),
    paged: true,
  }),
  "GET /admin/messages/open": endpoint({
    summary: "How many messages are not done",
    access: only("admin"),
    answer: z.object({ open: z.int() }),
  }),
  "POST /admin/messages/{id}/replies": endpoint({
    summary: "Reply by email, which also marks the message as done",
    access: only("admin"),
    params,
    body: z.object({
      text: z
        .string()
        .trim()
        .min(1, messages.noMessage)
        .max(maxLength.message)
        .refine((text) => !text.includes("\0"), messages.messageCharacters),
      repliesSeen: z
        .int()
        .min(0)
        .optional()
        .describe("How many replies there were while writing; refused when there are more by now"),
    }),
    answer: z.object({ insertedId: z.string() }),
    errors: [messageProblems["message-not-found"], messageProblems["message-answered-meanwhile"]],
  }),
  "PATCH /admin/messages/{id}": endpoint({
    summary: "Mark a message as done, or not",
    access: only("admin"),
    params,
    body: z.object({ done: z.boolean() }),
    answer: z.object({ modifiedCount: z.int() }),
    errors: [messageProblems["message-not-found"]],
  }),
};

/** A single line, because a mail's subject contains it. */
export const name = z
  .string()
  .trim()
  .min(1, messages.noName)
  .max(maxLength.name, messages.longName)
  .regex(/^\P{Cc}*$/u, messages.nameCharacters);

export const website = z.string().max(200).optional().describe("Leave this out");

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
