import { type ReactNode, useState } from "react";
import "./table.css";
import "./table-brief.css";

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row, index: number) => ReactNode;
  readonly kind?: "index" | "title" | "number" | "total";
  /**
   * Where a narrow table with `nameOf` shows the cell: at the end of the first line, under the
   * title, at the end of the second line, or on a line below. Without one, it opens with the row.
   */
  readonly place?: "end" | "under" | "corner" | "below";
}

interface TableProps<Row extends { readonly _id: string }> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Number of rows on earlier pages, for the index. */
  readonly before?: number;
  /** Gives a narrow table two lines a row, and names the row for the button that opens the rest. */
  readonly nameOf?: ((row: Row) => string) | undefined;
}

const classOf = ({ kind, place }: Column<never>): string | undefined =>
  [kind && (kind === "total" ? "is-number is-total" : `is-${kind}`), place && `at-${place}`]
    .filter(Boolean)
    .join(" ") || undefined;

const fewColumns = 3;

/** Explicit roles: changing `display` drops the table semantics. */
export function Table<Row extends { readonly _id: string }>({
  caption,
  columns,
  rows,
  before = 0,
  nameOf,
}: TableProps<Row>) {
  return (
    <div className={columns.length > fewColumns ? "table-place" : undefined}>
      <div className="table-frame">
        <table className="table" role="table">
          <caption className="visually-hidden">{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th key={column.title} scope="col" role="columnheader" className={classOf(column)}>
                  {column.title}
                </th>
              ))}
              {nameOf && (
                <th scope="col" role="columnheader" className="at-more">
                  Details
                </th>
              )}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row, index) => (
              <TableRow
                key={row._id}
                columns={columns}
                row={row}
                index={before + index}
                name={nameOf?.(row)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function TableRow<Row>({
  columns,
  row,
  index,
  name,
}: {
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
  readonly index: number;
  readonly name: string | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <tr role="row" className={name === undefined ? undefined : isOpen ? "is-brief is-open" : "is-brief"}>
      {columns.map((column) => (
        <td key={column.title} role="cell" data-label={column.title} className={classOf(column)}>
          <div className="table-cell">{column.cell(row, index)}</div>
        </td>
      ))}
      {name !== undefined && (
        <td role="cell" className="at-more">
          <button
            type="button"
            className="table-more"
            aria-expanded={isOpen}
            aria-label={`Details of ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            …
          </button>
        </td>
      )}
    </tr>
  );
}
