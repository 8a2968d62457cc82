import { type FocusEvent, type FormEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import { failureText } from "./connection.ts";
import { replayEarlySubmit } from "./early-submit.ts";

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;
type Values<Name extends string> = Record<Name, string>;

interface FormState<Name extends string> {
  readonly errors: FieldErrors<Name>;
  readonly isBusy: boolean;
  readonly failure: string | undefined;
  readonly summary: RefObject<HTMLDivElement | null>;
  readonly forget: (name: Name) => void;
  readonly form: {
    readonly noValidate: true;
    readonly "data-needs-script": "yes" | undefined;
    readonly method: "post";
    readonly ref: (form: HTMLFormElement | null) => void;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    readonly onBlur: (event: FocusEvent<HTMLFormElement>) => void;
    readonly onPointerDown: (event: PointerEvent<HTMLFormElement>) => void;
  };
}

/** Validates on submit, then revalidates invalid fields on blur. Never clears the input. */
export function useForm<Name extends string>(
  names: readonly Name[],
  check: (values: Values<Name>) => FieldErrors<Name>,
  submit: (values: Values<Name>, form: HTMLFormElement) => Promise<void>,
  posted: FieldErrors<Name> = {},
): FormState<Name> {
  const [errors, setErrors] = useState(posted);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  // State updates one render late: a double click would send twice.
  const isSending = useRef(false);
  /** Resolves after the click that follows pointerup. */
  const press = useRef(Promise.resolve());
  const summary = useRef<HTMLDivElement>(null);

  const read = (form: HTMLFormElement): Values<Name> => {
    const entries = new FormData(form);
    return Object.fromEntries(names.map((name) => [name, textOf(entries.get(name))])) as Values<Name>;
  };

  const showErrors = (found: FieldErrors<Name>, form: HTMLFormElement): void => {
    setErrors(found);
    const wrong = names.filter((name) => found[name]);
    requestAnimationFrame(() => {
      const target = wrong.length > 1 ? summary.current : form.elements.namedItem(wrong[0] ?? "");
      if (target instanceof HTMLElement) target.focus();
    });
  };

  const send = async (form: HTMLFormElement): Promise<void> => {
    const values = read(form);
    const found = check(values);
    setFailure(undefined);
    showErrors(found, form);
    if (names.some((name) => found[name])) return;
    isSending.current = true;
    setBusy(true);
    try {
      await submit(values, form);
    } catch (error) {
      const refused = refusedFields(names, error);
      if (refused) showErrors(refused, form);
      else setFailure(failureText(error));
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };

  const recheck = (name: Name, form: HTMLFormElement): void => {
    const stillWrong = check(read(form))[name];
    setErrors((before) => (before[name] ? { ...before, [name]: stillWrong } : before));
  };

  return {
    errors,
    isBusy,
    failure,
    summary,
    forget: (name) => setErrors((before) => ({ ...before, [name]: undefined })),
    form: {
      noValidate: true,
      "data-needs-script": "yes",
      // A native submit must never put the input into the URL.
      method: "post",
      ref: replayEarlySubmit,
      onSubmit: (event) => {
        event.preventDefault();
        if (!isSending.current) void send(event.currentTarget);
      },
      onBlur: ({ target, currentTarget }) => {
        const name = (target as { name?: string }).name as Name | undefined;
        if (!name || !errors[name]) return;
        // A message that disappears moves the button from under the pointer, and the click is lost.
        void press.current.then(() => recheck(name, currentTarget));
      },
      onPointerDown: () => {
        press.current = new Promise((over) => {
          for (const end of ["pointerup", "pointercancel"])
            addEventListener(end, () => setTimeout(over), { once: true });
        });
      },
    },
  };
}

const textOf = (entry: FormDataEntryValue | null): string => (typeof entry === "string" ? entry : "");

/** A nested path ("outcomes.3") maps to its top-level field. */
function refusedFields<Name extends string>(
  names: readonly Name[],
  error: unknown,
): FieldErrors<Name> | undefined {
  const { fields = [] } = (error ?? {}) as { fields?: readonly { field: string; message: string }[] };
  const found: FieldErrors<Name> = {};
  for (const { field, message } of fields) {
    const name = names.find((known) => known === field.split(".")[0]);
    if (name) found[name] ??= message;
  }
  return Object.keys(found).length > 0 ? found : undefined;
}
