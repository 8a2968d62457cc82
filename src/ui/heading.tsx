import type { ReactNode } from "react";
import { InkRule } from "./ink-rule.tsx";
import "./heading.css";

interface SectionHeadingProps {
  readonly children: ReactNode;
  readonly level?: 1 | 2;
  readonly id?: string;
  readonly centred?: boolean;
  readonly aside?: ReactNode;
}

export function SectionHeading({
  children,
  level = 2,
  id,
  centred = false,
  aside,
}: SectionHeadingProps): ReactNode {
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
