import { ButtonLink } from "./button.tsx";

interface PageLinksProps {
  readonly first: string | undefined;
  readonly next: string | undefined;
  readonly more: string;
}

export function PageLinks({ first, next, more }: PageLinksProps) {
  if (first === undefined && next === undefined) return null;
  return (
    <p className="cluster page-links">
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
