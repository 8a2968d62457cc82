/** Both ends included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The first range of the header (RFC 9110, 14.2); undefined: the whole file. A range without an end gets at most
 * `maxOpen` bytes: players request more, and unwatched video is not sent.
 */
export function readRange(
  header: string | undefined,
  total: number,
  maxOpen = total,
): ByteRange | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=\s*(\d*)-(\d*)\s*(?:,|$)/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const end = total - 1;
  if (first === "") {
    const from = Math.max(total - Number(last), 0);
    return from > end ? "unsatisfiable" : { from, to: end };
  }
  const from = Number(first);
  const to = last === "" ? from + maxOpen - 1 : Number(last);
  if (to < from) return undefined;
  return from > end ? "unsatisfiable" : { from, to: Math.min(to, end) };
}
