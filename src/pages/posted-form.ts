import { data } from "react-router";
import type { Problem } from "../platform/errors.ts";

/** What came of a form that the browser posted itself, without a script. */
export interface FormOutcome {
  readonly isDone: boolean;
  /** Why it failed as a whole. */
  readonly failure?: string;
  /** What is wrong, by field. */
  readonly errors?: Readonly<Record<string, string>>;
  /** What was typed, to be shown again after a failure. */
  readonly values?: Readonly<Record<string, string>>;
}

/** The texts that a form's request carries, by field. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const entries = [...(await request.formData())];
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** Does the form's work, and tells its page what came of it, with the status that the API would have answered. */
export async function answerForm(work: () => Promise<unknown>, values: FormOutcome["values"] = {}) {
  try {
    await work();
    return data<FormOutcome>({ isDone: true });
  } catch (error) {
    // The API is loaded beside the pages and has a class of its own, which `instanceof` here does not know.
    if (!(error instanceof Error) || error.name !== "Problem") throw error;
    const { type, fields, message } = error as Problem;
    const errors = Object.fromEntries(fields.map(({ field, message: wrong }) => [field, wrong]));
    return data<FormOutcome>(
      { isDone: false, values, errors, ...(fields.length === 0 && { failure: message }) },
      { status: type.status },
    );
  }
}
