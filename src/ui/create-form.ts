import { failureText } from "./connection.ts";
import { type ReadonlyStore, createStore } from "./create-store.ts";

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;
export type FormValues<Name extends string> = Record<Name, string>;

export interface FormState<Name extends string> {
  readonly errors: FieldErrors<Name>;
  readonly failure: string | undefined;
  readonly isBusy: boolean;
}

/** Passed with each event, because its functions change with each render. */
export interface FormPage<Name extends string> {
  readonly read: () => FormValues<Name>;
  readonly check: (values: FormValues<Name>) => FieldErrors<Name>;
  readonly submit: (values: FormValues<Name>) => Promise<void>;
  readonly focus: (invalid: readonly Name[]) => void;
}

export interface Form<Name extends string> extends ReadonlyStore<FormState<Name>> {
  readonly submit: (page: FormPage<Name>) => Promise<void>;
  readonly press: (released: Promise<void>) => void;
  readonly revalidate: (name: Name, page: FormPage<Name>) => Promise<void>;
  readonly forget: (name: Name) => void;
}

/** Validates on submit, then revalidates invalid fields on blur. */
export function createForm<Name extends string>(
  names: readonly Name[],
  posted: FieldErrors<Name> = {},
): Form<Name> {
  const { state, set, subscribe } = createStore<FormState<Name>>({
    errors: posted,
    failure: undefined,
    isBusy: false,
  });
  const change = (changes: Partial<FormState<Name>>): void => set({ ...state(), ...changes });
  let pressed = Promise.resolve();

  const showErrors = (errors: FieldErrors<Name>, { focus }: FormPage<Name>): boolean => {
    change({ errors });
    const invalid = names.filter((name) => errors[name]);
    if (invalid.length > 0) focus(invalid);
    return invalid.length > 0;
  };

  const replaceError = (name: Name, message: string | undefined): void => {
    const { errors } = state();
    if (errors[name]) change({ errors: { ...errors, [name]: message } });
  };

  return {
    state,
    subscribe,
    submit: async (page) => {
      if (state().isBusy) return;
      const values = page.read();
      change({ failure: undefined });
      if (showErrors(page.check(values), page)) return;
      change({ isBusy: true });
      try {
        await page.submit(values);
      } catch (error) {
        if (!showErrors(refusedFields(names, error), page)) change({ failure: failureText(error) });
      } finally {
        change({ isBusy: false });
      }
    },
    press: (released) => {
      pressed = released;
    },
    revalidate: async (name, page) => {
      if (!state().errors[name]) return;
      // A message that disappears would move the button from under the pointer, and the click would be lost.
      await pressed;
      replaceError(name, page.check(page.read())[name]);
    },
    forget: (name) => replaceError(name, undefined),
  };
}

/** A nested path ("outcomes.3") maps to its top-level field. */
function refusedFields<Name extends string>(names: readonly Name[], error: unknown): FieldErrors<Name> {
  const { fields = [] } = (error ?? {}) as { fields?: readonly { field: string; message: string }[] };
  const found: FieldErrors<Name> = {};
  for (const { field, message } of fields) {
    const name = names.find((known) => known === field.split(".")[0]);
    if (name) found[name] ??= message;
  }
  return found;
}
