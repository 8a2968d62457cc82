import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { type PageQuery, type SortKey, afterValues, decodeCursor } from "../../../platform/keyset.ts";
import { prepareOnce } from "../../../platform/drizzle.ts";

export interface ListFilters {
  /** Equal names have equal conditions. Undefined: built for each request. */
  readonly name: string | undefined;
  readonly values: Readonly<Record<string, unknown>>;
  readonly condition: (valueOf: (name: string) => SQLWrapper) => SQL | undefined;
}

export const conditionOf = ({ condition, values }: ListFilters): SQL | undefined =>
  condition((name) => sql`${values[name]}`);

/** Few, because PostgreSQL caches one plan per constant limit; extra rows are dropped. */
const limits = [6, 12, 24, 100];
export const rowsToRead = ({ limit }: PageQuery): number =>
  (limits.find((each) => each >= limit) ?? limit) + 1;

/** Each takes memory on each connection. */
const maxKept = 200;

/** Builds each shape of a list once. `build` ends in `prepare`; `number` is undefined for a list that is not kept. */
export function keepLists<List>() {
  const listsOf = prepareOnce(() => new Map<string, List>());
  return (
    db: Database,
    { name }: ListFilters,
    shape: readonly (string | number)[],
    build: (number: number | undefined) => List,
  ): List => {
    if (name === undefined) return build(undefined);
    const lists = listsOf(db);
    const key = [...shape, name].join(" ");
    const known = lists.get(key);
    if (known) return known;
    const isKept = lists.size < maxKept;
    const list = build(isKept ? lists.size : undefined);
    if (isKept) lists.set(key, list);
    return list;
  };
}

/** With placeholders, as `preparedAfter`: `listValues` has their values. */
export const preparedCondition = ({ condition }: ListFilters): SQL | undefined =>
  condition((name) => sql.placeholder(name));

export const preparedAfter = (keys: readonly SortKey[], { cursor }: PageQuery): SQL | undefined =>
  cursor === undefined
    ? undefined
    : afterValues(
        keys,
        keys.map((_, index) => sql.placeholder(`after${index}`)),
      );

/** Throws invalid-input. */
export const listValues = (
  { values }: ListFilters,
  keys: readonly SortKey[],
  { cursor }: PageQuery,
): Record<string, unknown> => ({
  ...values,
  ...(cursor !== undefined &&
    Object.fromEntries(decodeCursor(cursor, keys).map((value, index) => [`after${index}`, value]))),
});
