import { type ComponentProps, type ReactNode, useId, type RefObject } from "react";
import { Icon } from "./icons.tsx";
import "./field.css";
import type { FieldErrors } from "./use-form.ts";

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** Error summaries link to the input's id, by default its name; a form that opens twice needs its own ids. */
type ControlProps<Tag extends "input" | "select" | "textarea"> = FieldProps &
  Omit<ComponentProps<Tag>, "className"> & { readonly name: string };

export type TextFieldProps = ControlProps<"input">;

export function useDescription({ hint, error }: Omit<FieldProps, "label">) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [hintId, errorId].filter(Boolean).join(" ") || undefined;
  return {
    hintId,
    errorId,
    // Set even if false: Firefox would call an empty required field invalid.
    input: { "aria-describedby": describedBy, "aria-invalid": Boolean(error) },
  };
}

interface FrameProps extends FieldProps {
  readonly id: string;
  readonly ids: ReturnType<typeof useDescription>;
  readonly children: ReactNode;
}

export function FieldFrame({ label, id, hint, error, ids, children }: FrameProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <div className="field-hint" id={ids.hintId}>
          {hint}
        </div>
      )}
      {children}
      <FieldError id={ids.errorId} message={error} />
    </div>
  );
}

export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  const ids = useDescription({ hint, error });
  return (
    <FieldFrame {...{ label, hint, error, ids }} id={input.id ?? input.name}>
      <input id={input.name} {...input} {...ids.input} className="input" />
    </FieldFrame>
  );
}

export function TextArea({ label, hint, error, ...input }: ControlProps<"textarea">) {
  const ids = useDescription({ hint, error });
  return (
    <FieldFrame {...{ label, hint, error, ids }} id={input.id ?? input.name}>
      <textarea id={input.name} {...input} {...ids.input} className="input" dir="auto" />
    </FieldFrame>
  );
}

export function SelectField({ label, hint, error, ...input }: ControlProps<"select">) {
  const ids = useDescription({ hint, error });
  return (
    <FieldFrame {...{ label, hint, error, ids }} id={input.id ?? input.name}>
      <select id={input.name} {...input} {...ids.input} className="input" />
    </FieldFrame>
  );
}

export function FieldError({
  id,
  message,
}: {
  readonly id: string | undefined;
  readonly message: string | undefined;
}) {
  return (
    message && (
      <p className="field-error" id={id}>
        <Icon name="alert" />
        <span>
          <span className="visually-hidden">Error: </span>
          {message}
        </span>
      </p>
    )
  );
}

/** Inserted together with its text, and again for a new text: Orca ignores changes within an alert. */
export function FormError({ children }: { readonly children: string | false | undefined }) {
  if (!children) return null;
  return (
    <p key={children} className="field-error" role="alert">
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  );
}

interface ErrorSummaryProps {
  readonly errors: FieldErrors<string>;
  readonly ref: RefObject<HTMLDivElement | null>;
}

export function ErrorSummary({ errors, ref }: ErrorSummaryProps) {
  const entries = Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined);
  if (entries.length < 2) return null;
  return (
    <div className="error-summary" ref={ref} tabIndex={-1} role="alert" aria-labelledby="error-summary-title">
      <h2 id="error-summary-title">There is a problem</h2>
      <ul role="list">
        {entries.map(([name, message]) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(name)?.focus();
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
