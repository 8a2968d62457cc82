import { Readable } from "node:stream";

type Cell = string | number | Date | null | undefined;

const byteOrderMark = "\uFEFF";

/** RFC 4180 with CRLF. Escapes cells that a spreadsheet would evaluate (OWASP, "CSV Injection"). */
const lineOf = (cells: readonly Cell[]): string => `${cells.map(formatCell).join(",")}\r\n`;

function formatCell(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  const text = cell instanceof Date ? cell.toISOString() : cell;
  const safe = /^\s*[=+\-@]|^[\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvOf(header: readonly string[], rows: AsyncIterable<readonly Cell[]>): Readable {
  async function* chunks(): AsyncGenerator<string> {
    let chunk = byteOrderMark + lineOf(header);
    for await (const row of rows) {
      chunk += lineOf(row);
      if (chunk.length < chunkLength) continue;
      yield chunk;
      chunk = "";
    }
    yield chunk;
  }
  return Readable.from(chunks());
}

/** Dollars without the sign, so a spreadsheet can add them. */
export const decimal = (cents: number): string => (cents / 100).toFixed(2);

const chunkLength = 16_384;

/** A spreadsheet holds 1,048,576. */
const maxRows = 1_000_000;
const pageSize = 500;

export async function* allRows<Row>(
  readPage: (page: {
    limit: number;
    cursor: string | undefined;
  }) => Promise<{ readonly rows: readonly Row[]; readonly next?: string }>,
  cellsOf: (row: Row) => readonly Cell[],
): AsyncGenerator<readonly Cell[]> {
  let cursor: string | undefined;
  for (let read = 0; read < maxRows; read += pageSize) {
    const page = await readPage({ limit: pageSize, cursor });
    for (const row of page.rows) yield cellsOf(row);
    cursor = page.next;
    if (cursor === undefined) return;
  }
  yield [
    `There are more than ${maxRows.toLocaleString("en-US")} rows. Narrow the filters to export the rest.`,
  ];
}
