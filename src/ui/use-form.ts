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
import {
  type FieldErrors,
  type FormPage,
  type FormState,
  type FormValues,
  createForm,
} from "./create-form.ts";
import { replayEarlySubmit } from "./early-submit.ts";

export type { FieldErrors } from "./create-form.ts";

interface MountedForm<Name extends string> extends FormState<Name> {
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
    /**
     * Also for a submit button outside the form: an error cleared on blur must not move it from under the pointer.
     */
    readonly onPointerDown: () => void;
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
  useLayoutEffect(() => replayEarlySubmit(element.current), []);

  const pageOf = (form: HTMLFormElement): FormPage<Name> => ({
    read: () => {
      const entries = new FormData(form);
      return Object.fromEntries(names.map((name) => [name, valueOf(entries, name)])) as FormValues<Name>;
    },
    check,
    submit: (values) => submit(values, form),
    focus: ([first = "", ...others]) =>
      requestAnimationFrame(() => {
        const target = (others.length > 0 && summary.current) || form.querySelector(`#${first}`);
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
      onBlur: ({ target, currentTarget }) =>
        void store.revalidate((target as { name?: string }).name as Name, pageOf(currentTarget)),
      // Any choice clears the error.
      onChange: ({ target: { name, type } }) => {
        if (/radio|select/.test(type)) store.forget(name as Name);
      },
      onPointerDown: () => store.press(afterPress()),
    },
  };
}

/** The values of all ticked boxes with one name, separated by commas. */
export const valueOf = (entries: FormData, name: string): string =>
  entries
    .getAll(name)
    .filter((entry) => typeof entry === "string")
    .join(", ");

/** Resolves after the click that follows pointerup. */
const afterPress = (): Promise<void> =>
  new Promise((resolve) => {
    for (const end of ["pointerup", "pointercancel"])
      addEventListener(end, () => setTimeout(resolve), { once: true });
  });
