import { v7, validate } from "uuid";

/** UUIDv7: sorting by `_id` sorts by creation time. */
export function newId(): string {
  return v7();
}

export function newIdAt(at: Date): string {
  return v7({ msecs: at.getTime() });
}

export const isId = (text: string): boolean => validate(text);
