import type { ReactNode } from "react";
import { passwordRules } from "../../identity/password-policy.ts";
import { Icon } from "../../ui/icons.tsx";

export function PasswordChecklist({ password }: { readonly password: string }): ReactNode {
  return (
    <ul className="checklist">
      {passwordRules.map(({ label, isMet }) => {
        const isSatisfied = isMet(password);
        return (
          <li key={label} className={isSatisfied ? "is-satisfied" : undefined}>
            <Icon name={isSatisfied ? "check" : "dot"} />
            {label}
            {isSatisfied && <span className="visually-hidden">: done</span>}
          </li>
        );
      })}
    </ul>
  );
}
