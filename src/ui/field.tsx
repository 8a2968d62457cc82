import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { IconButton } from "./button.tsx";
import { Icon } from "./icons.tsx";
import "./field.css";

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value; shown under the field and read with it. */
  readonly error?: string | undefined;
}

type TextFieldProps = FieldProps &
  Omit<ComponentProps<"input">, "className" | "id"> & { readonly name: string };

/** The ids that tie a field's hint and error to its input. The input's id is its name, which error summaries link to. */
function useDescription({ hint, error }: FieldProps) {
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

export function TextField({ label, hint, error, ...input }: TextFieldProps): ReactNode {
  const description = useDescription({ label, hint, error });
  return (
    <div className="field">
      <label htmlFor={input.name}>{label}</label>
      {hint && (
        <div className="field-hint" id={description.hintId}>
          {hint}
        </div>
      )}
      <input {...input} {...description.input} className="input" id={input.name} />
      <FieldError id={description.errorId} message={error} />
    </div>
  );
}

/** A password with a button that shows and hides what is typed. */
export function PasswordField({ label, hint, error, ...input }: TextFieldProps): ReactNode {
  const description = useDescription({ label, hint, error });
  const [isShown, setShown] = useState(false);
  return (
    <div className="field">
      <label htmlFor={input.name}>{label}</label>
      {hint && (
        <div className="field-hint" id={description.hintId}>
          {hint}
        </div>
      )}
      <div className="field-with-button">
        <input
          {...input}
          {...description.input}
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
          <Icon name={isShown ? "eyeOff" : "eye"} />
        </IconButton>
      </div>
      <FieldError id={description.errorId} message={error} />
    </div>
  );
}

function FieldError({
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

/** A message that belongs to a whole form, such as a refused sign-in; it is read out when it comes. */
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
