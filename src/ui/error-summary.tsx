import type { ReactNode, RefObject } from "react";
import type { FieldErrors } from "./use-form.ts";

interface ErrorSummaryProps {
  readonly errors: FieldErrors<string>;
  readonly ref: RefObject<HTMLDivElement | null>;
}

export function ErrorSummary({ errors, ref }: ErrorSummaryProps): ReactNode {
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
