import type { ReactNode } from "react";

export function InkRule(): ReactNode {
  return (
    <svg className="ink-rule" viewBox="0 0 600 12" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 2.5C120 1 260 3.2 600 6 300 8.5 140 10.2 0 9.5Z" fill="currentColor" />
    </svg>
  );
}
