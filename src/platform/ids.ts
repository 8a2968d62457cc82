import { v7 } from "uuid";

/** A new identifier: UUIDv7, which sorts by the time it was made, so that `_id` is also the order of creation. */
export function newId(): string {
  return v7();
}
