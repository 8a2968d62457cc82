import type { ReactNode } from "react";
import { ButtonLink } from "./button.tsx";
import "./page-links.css";

interface PageLinksProps {
  /** Address of the first page; undefined while it is shown. */
  readonly first: string | undefined;
  /** Address of the next page; undefined on the last. */
  readonly next: string | undefined;
  /** What the next page brings, as in "More classes". */
  readonly more: string;
}

/** Below a page of a list: the ways to the others. The pages' cursors stand in the address, so that back works. */
export function PageLinks({ first, next, more }: PageLinksProps): ReactNode {
  if (first === undefined && next === undefined) return null;
  return (
    <p className="page-links">
      {first !== undefined && (
        <ButtonLink to={first} look="quiet">
          First page
        </ButtonLink>
      )}
      {next !== undefined && (
        <ButtonLink to={next} look="quiet" rel="next">
          {more}
        </ButtonLink>
      )}
    </p>
  );
}
