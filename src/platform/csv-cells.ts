export type Cell = string | number | Date | null | undefined;

export const byteOrderMark = "\uFEFF";

/** RFC 4180 with CRLF. Escapes cells that a spreadsheet would evaluate (OWASP, "CSV Injection"). */
export const lineOf = (cells: readonly Cell[]): string => `${cells.map(formatCell).join(",")}\r\n`;

export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  byteOrderMark + rows.map(lineOf).join("");

function formatCell(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  const text = cell instanceof Date ? cell.toISOString() : cell;
  const safe = /^\s*[=+\-@]|^[\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
