import {
  type ChangeEvent,
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { replayEarlySubmit } from "./early-submit.ts";
import { failureText } from "./connection.ts";
import { type ReadonlyStore, createStore } from "./create-store.ts";

export interface MountedForm<Name extends string> extends FormState<Name> {
  readonly element: RefObject<HTMLFormElement | null>;
  readonly summary: RefObject<HTMLDivElement | null>;
  readonly forget: (name: Name) => void;
  readonly form: {
    readonly noValidate: true;
    readonly "data-needs-script": "yes" | undefined;
    readonly method: "post";
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    readonly onBlur: (event: FocusEvent<HTMLFormElement>) => void;
    readonly onChange: (event: ChangeEvent<HTMLFormElement>) => void;
  };
}

/** Never clears the input. */
export function useForm<Name extends string>(
  names: readonly Name[],
  check: (values: FormValues<Name>) => FieldErrors<Name>,
  submit: (values: FormValues<Name>, form: HTMLFormElement) => Promise<void>,
  posted: FieldErrors<Name> = {},
): MountedForm<Name> {
  const [store] = useState(() => createForm(names, posted));
  const state = useSyncExternalStore(store.subscribe, store.state, store.state);
  const element = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  // A layout effect: later, a submit could reach both the browser's listener and React's.
  useLayoutEffect(() => {
    replayEarlySubmit(element.current);
    const press = (): void => store.press(afterPress());
    addEventListener("pointerdown", press, true);
    return () => removeEventListener("pointerdown", press, true);
  }, [store]);

  const pageOf = (form: HTMLFormElement): FormPage<Name> => ({
    read: () => {
      const entries = new FormData(form);
      return Object.fromEntries(names.map((name) => [name, valueOf(entries, name)])) as FormValues<Name>;
    },
    check,
    submit: (values) => submit(values, form),
    focus: ([first = "", ...others]) =>
      requestAnimationFrame(() => {
        const target =
          (others.length > 0 && summary.current) || form.querySelector(`#${first},[name=${first}]`);
        if (target instanceof HTMLElement) target.focus();
      }),
  });

  return {
    ...state,
    element,
    summary,
    forget: store.forget,
    form: {
      noValidate: true,
      "data-needs-script": "yes",
      // A native submit must never put the input into the URL.
      method: "post",
      ref: element,
      onSubmit: (event) => {
        event.preventDefault();
        void store.submit(pageOf(event.currentTarget));
      },
      onBlur: ({ target: { name }, currentTarget }) =>
        void store.revalidate(name as Name, pageOf(currentTarget)),
      onChange: ({ target: { name, type } }) => {
        if (/radio|select/.test(type)) store.forget(name as Name);
      },
    },
  };
}

export const valueOf = (entries: FormData, name: string): string =>
  entries
    .getAll(name)
    .filter((entry) => typeof entry === "string")
    .join(", ");

/** While its menu is open, the browser sends no pointerup. */
const ends = ["pointerup", "pointercancel", "contextmenu"];

/** Resolves after the click that follows pointerup. */
const afterPress = (): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      setTimeout(resolve);
      for (const type of ends) removeEventListener(type, end);
    };
    for (const type of ends) addEventListener(type, end);
  });

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;
type FormValues<Name extends string> = Record<Name, string>;

interface FormState<Name extends string> {
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

interface Form<Name extends string> extends ReadonlyStore<FormState<Name>> {
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
      // A message that disappears would move what is pressed from under the pointer, and the click would be lost.
      await pressed;
      replaceError(name, page.check(page.read())[name]);
    },
    forget: (name) => replaceError(name, undefined),
  };
}

interface FieldsRefused extends Error {
  readonly fields: readonly { readonly field: string; readonly message: string }[];
}

/** Of the errors of both clients. */
const hasFields = (error: unknown): error is FieldsRefused => error instanceof Error && "fields" in error;

/** For a form whose fields have other names than the server's. */
export const renameFields = (error: unknown, rename: (field: string) => string): unknown =>
  hasFields(error)
    ? Object.assign(error, {
        fields: error.fields.map(({ field, message }) => ({ field: rename(field), message })),
      })
    : error;

/** A nested path ("outcomes.3") maps to its top-level field. */
function refusedFields<Name extends string>(names: readonly Name[], error: unknown): FieldErrors<Name> {
  const found: FieldErrors<Name> = {};
  for (const { field, message } of hasFields(error) ? error.fields : []) {
    const name = names.find((known) => known === field.split(".")[0]);
    if (name) found[name] ??= message;
  }
  return found;
}
