import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { IconButton } from "./button.tsx";
import { DrawnIcon, Icon } from "./icons.tsx";
import "./field.css";

const eye = "M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7ZM9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0";
const eyeOff =
  "M4.5 7C2.9 8.9 2 12 2 12s3.6 7 10 7c1.8 0 3.4-.5 4.7-1.3M9.5 5.3C10.3 5.1 11.1 5 12 5c6.4 0 10 7 10 7s-.9 1.8-2.6 3.5M3 3l18 18M9.9 9.9a3 3 0 0 0 4.2 4.2";

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

type TextFieldProps = FieldProps &
  Omit<ComponentProps<"input">, "className" | "id"> & { readonly name: string };

/** Error summaries link to the input's id, which is its name. */
export function useDescription({ hint, error }: Omit<FieldProps, "label">) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [hintId, errorId].filter(Boolean).join(" ") || undefined;
  return {
    hintId,
    errorId,
    input: { "aria-describedby": describedBy, "aria-invalid": error ? true : undefined },
  };
}

interface FrameProps extends FieldProps {
  readonly name: string;
  readonly ids: ReturnType<typeof useDescription>;
  readonly children: ReactNode;
}

function Frame({ label, name, hint, error, ids, children }: FrameProps): ReactNode {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
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

export function TextField({ label, hint, error, ...input }: TextFieldProps): ReactNode {
  const ids = useDescription({ hint, error });
  return (
    <Frame {...{ label, hint, error, ids }} name={input.name}>
      <input {...input} {...ids.input} className="input" id={input.name} />
    </Frame>
  );
}

type TextAreaProps = FieldProps &
  Omit<ComponentProps<"textarea">, "className" | "id"> & { readonly name: string };

export function TextArea({ label, hint, error, ...input }: TextAreaProps): ReactNode {
  const ids = useDescription({ hint, error });
  return (
    <Frame {...{ label, hint, error, ids }} name={input.name}>
      <textarea {...input} {...ids.input} className="input" id={input.name} />
    </Frame>
  );
}

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<"select">, "className" | "id"> & { readonly name: string };

export function SelectField({ label, hint, error, ...input }: SelectFieldProps): ReactNode {
  const ids = useDescription({ hint, error });
  return (
    <Frame {...{ label, hint, error, ids }} name={input.name}>
      <select {...input} {...ids.input} className="input" id={input.name} />
    </Frame>
  );
}

export function PasswordField({ label, hint, error, ...input }: TextFieldProps): ReactNode {
  const ids = useDescription({ hint, error });
  const [isShown, setShown] = useState(false);
  return (
    <Frame {...{ label, hint, error, ids }} name={input.name}>
      <div className="field-with-button">
        <input
          {...input}
          {...ids.input}
          className="input"
          id={input.name}
          type={isShown ? "text" : "password"}
          autoCapitalize="none"
          spellCheck={false}
        />
        <IconButton
          label={isShown ? "Hide password" : "Show password"}
          aria-pressed={isShown}
          aria-controls={input.name}
          onClick={() => setShown(!isShown)}
        >
          <DrawnIcon drawing={isShown ? eyeOff : eye} />
        </IconButton>
      </div>
    </Frame>
  );
}

export function FieldError({
  id,
  message,
}: {
  readonly id: string | undefined;
  readonly message: string | undefined;
}): ReactNode {
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

export function FormError({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div role="alert">
      {children && (
        <p className="field-error">
          <Icon name="alert" />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}
