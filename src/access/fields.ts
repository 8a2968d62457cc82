import { z } from "zod";
import { emailProblem } from "../platform/email.ts";

export const email = z.email(emailProblem).max(254).toLowerCase();

/** PostgreSQL text cannot store NUL. */
export const written = (controlCharacters: string) =>
  z
    .string()
    .trim()
    .refine((text) => !text.includes("\0"), controlCharacters);

export const noSuchUser = {
  code: "user-not-found",
  status: 404,
  detail: "We couldn't find this user.",
} as const;

export const unread = z.object({
  count: z.int().describe("Counted up to 100"),
  paths: z.array(z.string()).readonly().describe("Where the newest of them lead"),
});
export type Unread = z.infer<typeof unread>;
