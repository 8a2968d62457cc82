import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { DownloadButton } from "../../ui/download-button.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { FormError } from "../../ui/field.tsx";
import type { Shape } from "../../ui/loading.tsx";
import { QueryStatus } from "../../ui/query-status.tsx";
import { PageLinks } from "../../ui/page-links.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { wordsIn } from "./list-query.ts";

interface Page<Item> {
  readonly rows: Item[];
  readonly next: string | undefined;
}

interface ListPageProps<Item extends { readonly _id: string }> {
  readonly title: string;
  readonly noun: readonly [one: string, several: string];
  readonly query: (
    page: { readonly limit: number; readonly cursor: string | undefined },
    search: URLSearchParams,
  ) => UseQueryOptions<Page<Item>>;
  readonly limit?: number;
  readonly download?: readonly [name: string, fetch: (search: URLSearchParams) => Promise<Blob>];
  readonly children?: ReactNode;
  readonly columns?: readonly Column<Item>[];
  /** See `Table`. */
  readonly nameOf?: (row: Item) => string;
  /** Stay, above the others, if the list no longer has them. */
  readonly kept?: readonly Item[];
  /** Replaces the table of columns. */
  readonly renderRows?: (rows: readonly Item[]) => ReactNode;
  readonly shape?: Shape;
  /** Whether the best match comes first when words are searched. */
  readonly isRanked?: boolean;
  readonly more: string;
  readonly empty?: string;
  /** Replaces both messages for empty lists. */
  readonly renderEmpty?: (search: URLSearchParams) => ReactNode;
}

export function ListPage<Item extends { readonly _id: string }>(props: ListPageProps<Item>) {
  const { title, download, children } = props;
  const [search] = useSearchParams();
  return (
    <>
      {download ? (
        <div className="bar below">
          <h1 tabIndex={-1}>{title}</h1>
          <DownloadButton name={download[0]} fetchFile={() => download[1](search)}>
            Export CSV
          </DownloadButton>
        </div>
      ) : (
        <h1 tabIndex={-1}>{title}</h1>
      )}
      {children}
      <Rows {...props} search={search} />
    </>
  );
}

function Rows<Item extends { readonly _id: string }>(
  props: ListPageProps<Item> & { readonly search: URLSearchParams },
) {
  const { search, noun, limit = 25, shape = "table", columns, isRanked, more, kept = [] } = props;
  const cursor = search.get("cursor") ?? undefined;
  const { data, error, refetch, isPlaceholderData } = useQuery(props.query({ limit, cursor }, search));
  const [one, several] = noun;
  if (!data) {
    return (
      <QueryStatus
        query={{ error, refetch }}
        what={`the ${several}`}
        shape={shape}
        failure={`The ${several} couldn’t be loaded.`}
      />
    );
  }
  const { next } = data;
  const gone = kept.filter(({ _id }) => !data.rows.some((row) => row._id === _id));
  const rows = [...gone, ...data.rows];
  const before = Number(search.get("from")) || 0;
  const order = isRanked && wordsIn(search) ? "best match first" : "newest first";
  return (
    <div aria-busy={isPlaceholderData}>
      {error && <FormError>Couldn’t refresh this list; it may be out of date. Retrying…</FormError>}
      <p className="visually-hidden" role="status">
        {rows.length === 1 ? `1 ${one}` : `${rows.length} ${several}`} on this page
      </p>
      {rows.length > 0 ? (
        columns ? (
          <Table
            caption={`${several.slice(0, 1).toUpperCase()}${several.slice(1)}, ${order}`}
            columns={columns}
            rows={rows}
            before={before}
            nameOf={props.nameOf}
          />
        ) : (
          props.renderRows?.(rows)
        )
      ) : cursor ? (
        <EmptyPage>Nothing more on this page.</EmptyPage>
      ) : props.renderEmpty ? (
        props.renderEmpty(search)
      ) : (
        <EmptyPage action={search.size > 0 && <ButtonLink to="?">Show all {several}</ButtonLink>}>
          {search.size > 0 ? `No ${several} match.` : props.empty}
        </EmptyPage>
      )}
      <PageLinks
        first={cursor && urlWith(search, { cursor: undefined, from: undefined })}
        next={next && urlWith(search, { cursor: next, from: String(before + data.rows.length) })}
        more={more}
      />
    </div>
  );
}

function urlWith(search: URLSearchParams, params: Record<string, string | undefined>): string {
  const changed = new URLSearchParams(search);
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) changed.delete(name);
    else changed.set(name, value);
  }
  return `?${changed}`;
}
