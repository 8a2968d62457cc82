import { type FieldErrors, valueOf } from "./use-form.ts";

/** Whether a form still has these values. */
export function isStill(form: HTMLFormElement | null, values: Readonly<Record<string, string>>): boolean {
  const input = form && new FormData(form);
  return input === null || Object.entries(values).every(([name, value]) => valueOf(input, name) === value);
}

export function readNow<Name extends string>(
  form: HTMLFormElement,
  names: readonly Name[],
): Record<Name, string> {
  const input = new FormData(form);
  return Object.fromEntries(names.map((name) => [name, valueOf(input, name)])) as Record<Name, string>;
}

/** What a form has by now, since typing goes on while a picture uploads. Throws what `check` finds in it. */
export function readAgain<Name extends string>(
  form: HTMLFormElement,
  names: readonly Name[],
  check: (values: Record<Name, string>) => FieldErrors<Name>,
): Record<Name, string> {
  const values = readNow(form, names);
  const fields = Object.entries(check(values)).map(([field, message]) => ({ field, message }));
  if (fields.length > 0) throw Object.assign(new Error("Typed since, and wrong"), { fields });
  return values;
}
