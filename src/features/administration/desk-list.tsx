import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { LoadFailure } from "../../ui/empty-page.tsx";
import { FormError } from "../../ui/field.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { firstPage, nextPage, rowsBefore } from "./list-address.ts";

interface DeskListProps<Row> {
  readonly query: UseQueryResult<{ readonly rows: readonly Row[]; readonly next: string | undefined }>;
  /** What a row is, as one says it: ["user", "users"]. */
  readonly noun: readonly [one: string, several: string];
  /** What the link to the next page says. */
  readonly more: string;
  /** @param before how many rows come before this page */
  readonly children: (rows: readonly Row[], before: number) => ReactNode;
}

/** A page of a list that the address describes: while it loads, when it fails, and the way to the list's other pages. */
export function DeskList<Row>({ query, noun, more, children }: DeskListProps<Row>): ReactNode {
  const [search] = useSearchParams();
  const { data, error, refetch, isPlaceholderData } = query;
  const [one, several] = noun;
  if (!data) {
    return error ? (
      <LoadFailure onRetry={() => void refetch()}>
        The {several} could not be loaded. {error.message}
      </LoadFailure>
    ) : (
      <ProgressBar label={`Loading the ${several}`} />
    );
  }
  const { rows, next } = data;
  const before = rowsBefore(search);
  return (
    <div aria-busy={isPlaceholderData}>
      {error && (
        <FormError>
          This list could not be refreshed and may be out of date. It is tried again every few seconds.
        </FormError>
      )}
      <p className="visually-hidden" role="status">
        {rows.length === 1 ? `1 ${one}` : `${rows.length} ${several}`} on this page
      </p>
      {children(rows, before)}
      <PageLinks
        first={search.get("cursor") ? firstPage(search) : undefined}
        next={next && nextPage(search, next, before + rows.length)}
        more={more}
      />
    </div>
  );
}
