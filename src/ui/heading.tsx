import type { ReactNode } from "react";
import "./heading.css";

interface SectionHeadingProps {
  readonly children: ReactNode;
  readonly level?: 1 | 2;
  readonly id?: string;
  readonly centred?: boolean;
  readonly aside?: ReactNode;
}

export function SectionHeading({ children, level = 2, id, centred = false, aside }: SectionHeadingProps) {
  const heading =
    level === 1 ? (
      <h1 id={id} tabIndex={-1}>
        {children}
      </h1>
    ) : (
      <h2 id={id}>{children}</h2>
    );
  return (
    <div className={centred ? "section-heading is-centred" : "section-heading"}>
      {heading}
      {centred && aside}
      <InkRule />
      {!centred && aside}
    </div>
  );
}

function InkRule() {
  return (
    <svg className="ink-rule" viewBox="0 0 600 12" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 2.5C120 1 260 3.2 600 6 300 8.5 140 10.2 0 9.5Z" fill="currentColor" />
    </svg>
  );
}
