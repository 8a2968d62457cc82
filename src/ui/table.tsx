import type { ReactNode } from "react";
import "./table.css";

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row, index: number) => ReactNode;
  readonly kind?: "index" | "title" | "number" | "total" | "badge" | "detail" | "more";
}

interface TableProps<Row extends { readonly _id: string }> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Number of rows on earlier pages, for the index. */
  readonly before?: number;
}

const classOf = (kind: Column<never>["kind"]): string | undefined =>
  kind && (kind === "total" ? "is-number is-total" : `is-${kind}`);

const fewColumns = 3;

/** Explicit roles: changing `display` drops the table semantics. */
export function Table<Row extends { readonly _id: string }>({
  caption,
  columns,
  rows,
  before = 0,
}: TableProps<Row>): ReactNode {
  return (
    <div className={columns.length > fewColumns ? "table-place" : undefined}>
      <div className="table-frame">
        <table className="table" role="table">
          <caption className="visually-hidden">{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(({ title, kind }) => (
                <th key={title} scope="col" role="columnheader" className={classOf(kind)}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row, index) => (
              <tr key={row._id} role="row">
                {columns.map(({ title, kind, cell }) => (
                  <td key={title} role="cell" data-label={title} className={classOf(kind)}>
                    <div className="table-cell">{cell(row, before + index)}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
