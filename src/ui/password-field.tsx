import { useState } from "react";
import { IconButton } from "./button.tsx";
import { FieldFrame, type TextFieldProps, useDescription } from "./field.tsx";
import { DrawnIcon } from "./icons.tsx";

const eye = "M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7ZM9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0";
const eyeOff =
  "M4.5 7C2.9 8.9 2 12 2 12s3.6 7 10 7c1.8 0 3.4-.5 4.7-1.3M9.5 5.3C10.3 5.1 11.1 5 12 5c6.4 0 10 7 10 7s-.9 1.8-2.6 3.5M3 3l18 18M9.9 9.9a3 3 0 0 0 4.2 4.2";

export function PasswordField({ label, hint, error, ...input }: TextFieldProps) {
  const ids = useDescription({ hint, error });
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame {...{ label, hint, error, ids }} id={input.name}>
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
          aria-controls={input.name}
          onClick={() => setShown(!isShown)}
        >
          <DrawnIcon drawing={isShown ? eyeOff : eye} />
        </IconButton>
      </div>
    </FieldFrame>
  );
}
