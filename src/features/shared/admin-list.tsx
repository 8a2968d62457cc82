import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { LoadFailure } from "../../ui/empty-page.tsx";
import { FormError } from "../../ui/field.tsx";
import { Loading, type Shape } from "../../ui/loading.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { firstPage, nextPage, rowsBefore } from "./list-url.ts";

interface AdminListProps<Row> {
  readonly query: UseQueryResult<{ readonly rows: readonly Row[]; readonly next: string | undefined }>;
  /** Singular and plural, as in ["user", "users"]. */
  readonly noun: readonly [one: string, several: string];
  readonly more: string;
  readonly shape?: Shape;
  /** @param before number of rows on earlier pages */
  readonly children: (rows: readonly Row[], before: number) => ReactNode;
}

export function AdminList<Row>({
  query,
  noun,
  more,
  shape = "table",
  children,
}: AdminListProps<Row>): ReactNode {
  const [search] = useSearchParams();
  const { data, error, refetch, isPlaceholderData } = query;
  const [one, several] = noun;
  if (!data) {
    return error ? (
      <LoadFailure onRetry={() => void refetch()}>
        The {several} couldn’t be loaded. {error.message}
      </LoadFailure>
    ) : (
      <Loading label={`Loading the ${several}`} shape={shape} />
    );
  }
  const { rows, next } = data;
  const before = rowsBefore(search);
  return (
    <div aria-busy={isPlaceholderData}>
      {error && <FormError>Couldn’t refresh this list; it may be out of date. Retrying …</FormError>}
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
