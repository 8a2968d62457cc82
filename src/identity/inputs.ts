import { z } from "zod";
import { emailProblem } from "../platform/email.ts";
import { Problem, problems } from "../platform/errors.ts";
import { isPictureUrl, pictureUrlProblem } from "../platform/picture-url.ts";
import { ageAnswer } from "../platform/read-age.ts";
import { passwordProblem } from "./password-policy.ts";
import { identityProblems } from "./problems.ts";

const email = z
  .string("Email is required")
  .trim()
  .min(1, { error: "Email is required", abort: true })
  .max(254, "Enter an email of up to 254 characters")
  .toLowerCase()
  .pipe(z.email(emailProblem));

const displayName = z
  .string("Name is required")
  .trim()
  .min(1, "Name is required")
  .max(100, "Enter a name of up to 100 characters")
  // PostgreSQL text can't contain NUL.
  .regex(/^\P{Cc}*$/u, "Enter a name without control characters");

const photoURL = z
  .string("PhotoURL is Required")
  .trim()
  .min(1, { error: "PhotoURL is Required", abort: true })
  .max(2000, "Enter a link of up to 2000 characters")
  .refine(isPictureUrl, pictureUrlProblem);

const weakPassword = { weakPassword: true };
const newPassword = z.string("Password is required").superRefine((password, context) => {
  const message = passwordProblem(password);
  if (message) context.addIssue({ code: "custom", message, params: weakPassword });
});

const resetToken = z
  .string()
  .regex(/^\w{1,100}$/)
  .catch("none");

export const inputs = {
  signUp: z.object({ name: displayName, email, password: newPassword, photoURL, ...ageAnswer }),
  signIn: z.object({ email, password: z.string("Password is required").min(1, "Password is required") }),
  profile: z.object({ displayName, photoURL }).partial(),
  forgotPassword: z.object({ email }),
  resetToken: z.object({ token: resetToken }),
  resetPassword: z.object({ token: resetToken, newPassword }),
  confirmation: z.object({ token: z.string().max(2000).catch("none") }),
  emailChange: z.object({ email }),
  password: z.object({
    currentPassword: z.string("Current password is required").min(1, "Current password is required"),
    newPassword,
  }),
  session: z.object({ id: z.uuid("This login is unknown").optional() }),
  namedEmail: z.object({ email: email.catch("none") }),
} as const;

/** Throws weak-password or invalid-input. */
export function read<Form extends z.ZodType>(form: Form, body: unknown): z.output<Form> {
  const result = form.safeParse(body ?? {});
  if (result.success) return result.data;
  const { issues } = result.error;
  const fields = issues.map(({ path, message }) => ({ field: path.join("."), message }));
  const isOnlyWeak = issues.every((issue) => issue.code === "custom" && issue.params === weakPassword);
  throw new Problem(
    isOnlyWeak ? identityProblems.weakPassword : problems["invalid-input"],
    fields[0]?.message,
    fields,
  );
}
