import { type FocusEvent, type FormEvent, type RefObject, useRef, useState } from "react";

/** What is wrong, by field name; an empty object when nothing is. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;
type Values<Name extends string> = Record<Name, string>;

interface FormState<Name extends string> {
  readonly errors: FieldErrors<Name>;
  /** Whether the work of `submit` is under way. */
  readonly isBusy: boolean;
  /** What the whole form's failure says. */
  readonly failure: string | undefined;
  readonly summary: RefObject<HTMLDivElement | null>;
  readonly form: {
    readonly noValidate: true;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    readonly onBlur: (event: FocusEvent<HTMLFormElement>) => void;
  };
}

/**
 * A form that checks on submit, checks a field that was wrong again when it is left, sends once at a time and never
 * clears what was typed. The inputs stay the browser's own.
 * @param check all that is wrong with the values
 * @param submit does the work with checked values; what it throws is shown as the form's failure
 */
export function useForm<Name extends string>(
  names: readonly Name[],
  check: (values: Values<Name>) => FieldErrors<Name>,
  submit: (values: Values<Name>, form: HTMLFormElement) => Promise<void>,
): FormState<Name> {
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  // State comes a render late: a double click would send twice.
  const isSending = useRef(false);
  const summary = useRef<HTMLDivElement>(null);

  const read = (form: HTMLFormElement): Values<Name> => {
    const entries = new FormData(form);
    return Object.fromEntries(names.map((name) => [name, textOf(entries.get(name))])) as Values<Name>;
  };

  const send = async (form: HTMLFormElement): Promise<void> => {
    const values = read(form);
    const found = check(values);
    const wrong = names.filter((name) => found[name]);
    setErrors(found);
    setFailure(undefined);
    if (wrong.length > 0) {
      // After the render that shows them: the summary for several, the field itself for one.
      requestAnimationFrame(() => {
        const target = wrong.length > 1 ? summary.current : form.elements.namedItem(wrong[0] ?? "");
        if (target instanceof HTMLElement) target.focus();
      });
      return;
    }
    isSending.current = true;
    setBusy(true);
    try {
      await submit(values, form);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };

  return {
    errors,
    isBusy,
    failure,
    summary,
    form: {
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        if (!isSending.current) void send(event.currentTarget);
      },
      onBlur: (event) => {
        const name = (event.target as { name?: string }).name as Name | undefined;
        if (!name || !errors[name]) return;
        const stillWrong = check(read(event.currentTarget))[name];
        setErrors((before) => {
          const after = { ...before };
          if (stillWrong) after[name] = stillWrong;
          else delete after[name];
          return after;
        });
      },
    },
  };
}

const textOf = (entry: FormDataEntryValue | null): string => (typeof entry === "string" ? entry : "");
