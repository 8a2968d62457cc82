import { randomBytes } from "node:crypto";
import { v5, v7, validate } from "uuid";

/** UUIDv7: sorting by `_id` sorts by creation time. */
export function newId(): string {
  return v7();
}

export function newIdAt(at: Date): string {
  return v7({ msecs: at.getTime() });
}

/** Deterministic: a record recreated after a loss gets its previous id. */
export const idFrom = (id: string, what: string): string => v5(what, id);

export const isId = (text: string): boolean => validate(text);

/** Crockford's base 32: without I, L, O and U. */
const codeLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Can be read aloud; twelve letters have 60 bits. */
export const newCode = (length: number): string =>
  Array.from(randomBytes(length), (byte) => codeLetters[byte % codeLetters.length]).join("");

/** Reads a code as typed: in any case, with hyphens, O for 0, I or L for 1. */
export const readCode = (text: string): string =>
  text.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");

export const isCode = (text: string, length: number): boolean =>
  text.length === length && Array.from(text).every((letter) => codeLetters.includes(letter));
