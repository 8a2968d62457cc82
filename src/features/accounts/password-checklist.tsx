import type { ReactNode } from "react";
import { passwordRules } from "../../identity/password-policy.ts";
import { Icon } from "../../ui/icons.tsx";

/** The true rule, ticked off while it is typed (decisions: 6 to 20 characters, and the four classes). */
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
