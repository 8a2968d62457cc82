import type { ReactNode } from "react";
import { passwordRules } from "../../identity/password-policy.ts";
import { Icon } from "../../ui/icons.tsx";

export function PasswordChecklist({ password }: { readonly password: string }): ReactNode {
  return (
    <ul className="checklist">
      {passwordRules.map(({ label, isMet }) => {
        const isKept = isMet(password);
        return (
          <li key={label} className={isKept ? "is-kept" : undefined}>
            <Icon name={isKept ? "check" : "dot"} />
            {label}
            {isKept && <span className="visually-hidden">: done</span>}
          </li>
        );
      })}
    </ul>
  );
}
