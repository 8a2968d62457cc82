import { data } from "react-router";
import { isProblem } from "../platform/errors.ts";

export interface FormOutcome {
  readonly isDone: boolean;
  readonly failure?: string;
  readonly errors?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, string>>;
}

export async function readForm(request: Request): Promise<Record<string, string>> {
  const entries = [...(await request.formData())];
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

export async function answerForm(work: () => Promise<unknown>, values: FormOutcome["values"] = {}) {
  try {
    await work();
    return data<FormOutcome>({ isDone: true });
  } catch (error) {
    if (!isProblem(error)) throw error;
    const { type, fields, message } = error;
    const errors = Object.fromEntries(fields.map(({ field, message: wrong }) => [field, wrong]));
    return data<FormOutcome>(
      { isDone: false, values, errors, ...(fields.length === 0 && { failure: message }) },
      { status: type.status },
    );
  }
}
