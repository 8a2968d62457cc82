import { v7, validate } from "uuid";

/** A new identifier: UUIDv7, which sorts by the time it was made, so that `_id` is also the order of creation. */
export function newId(): string {
  return v7();
}

/** An identifier as it would have been made at another time (UTC), for records that are entered later. */
export function newIdAt(at: Date): string {
  return v7({ msecs: at.getTime() });
}

/** Whether the text could be an identifier: asked of text from outside before it reaches a query. */
export const isId = (text: string): boolean => validate(text);
