import { useEffect, useRef, useState } from "react";
import { passwordRules } from "../../../../identity/password-policy.ts";
import { DrawnIcon, Icon } from "../../../../ui/icons.tsx";

/** Props of a `PasswordField` for a new password: the rules below it, each marked once it is met. */
export function usePasswordChecklist() {
  const ref = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState("");
  const onChange = (): void => setPassword(ref.current?.value ?? "");
  // It may have been typed before hydration.
  useEffect(onChange, []);
  return { ref, onChange, hint: <PasswordChecklist password={password} /> };
}

function PasswordChecklist({ password }: { readonly password: string }) {
  return (
    <ul role="list" className="checklist">
      {passwordRules.map(({ label, isMet }) => {
        const isSatisfied = isMet(password);
        return (
          <li key={label} className={isSatisfied ? "is-satisfied" : undefined}>
            {isSatisfied ? (
              <Icon name="check" />
            ) : (
              <DrawnIcon drawing="M7 12a5 5 0 1 0 10 0 5 5 0 1 0-10 0" />
            )}
            {label}
            {isSatisfied && <span className="visually-hidden">: done</span>}
          </li>
        );
      })}
    </ul>
  );
}
