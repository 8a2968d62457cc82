export type Cell = string | number | Date | null | undefined;

/** A byte order mark: without it, spreadsheets take UTF-8 for something else. */
export const byteOrderMark = "\uFEFF";

/** One line of CSV (RFC 4180). A cell that a spreadsheet would take for a formula is made text (OWASP, "CSV Injection"). */
export const lineOf = (cells: readonly Cell[]): string => `${cells.map(asText).join(",")}\r\n`;

/** A whole file of CSV, for a browser to save. */
export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  byteOrderMark + rows.map(lineOf).join("");

function asText(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  const text = cell instanceof Date ? cell.toISOString() : cell;
  const safe = /^\s*[=+\-@]|^[\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
