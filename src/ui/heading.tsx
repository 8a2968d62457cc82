import type { ReactNode } from "react";
import { InkRule } from "./ink-rule.tsx";
import "./heading.css";

interface SectionHeadingProps {
  readonly children: ReactNode;
  /** 1 on a page of its own, 2 for a section of one. */
  readonly level?: 1 | 2;
  readonly id?: string;
  readonly centred?: boolean;
  /** Stands after the rule, or under the heading when centred. */
  readonly aside?: ReactNode;
}

/** A heading with its ink rule. The page's own heading takes the focus after a change of page. */
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
