import { Readable } from "node:stream";
import { type Cell, byteOrderMark, lineOf } from "./csv-cells.ts";

/**
 * Rows as CSV (RFC 4180), made as they are read. Times are in UTC. Cells that a spreadsheet would take for a formula are
 * made text by an apostrophe (OWASP, "CSV Injection").
 */
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

/** Characters that are sent at once. */
const chunkLength = 16_384;

/** What an export is made of at most, and at a time. */
const maxRows = 50_000;
const pageSize = 500;

/**
 * All rows of a list, page by page, up to 50,000: then a last line says that there are more.
 * @param readPage a page of the list
 */
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
