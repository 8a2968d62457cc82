import { sql } from "drizzle-orm";
import { type OpenDatabase, type Transaction, afterCommit } from "./database.ts";
import { newId } from "./ids.ts";

export type CacheTag = string;

export interface Invalidation {
  /** Local listeners run before the transaction's promise resolves; other processes follow later. */
  invalidate(tx: Transaction, ...tags: readonly CacheTag[]): Promise<void>;
  /** @param listener gets undefined when any tag may be stale, as after a lost connection */
  onInvalidate(listener: (tags: readonly CacheTag[] | undefined) => void): void;
  close(): Promise<void>;
}

export const changesChannel = "senga_changes";

export async function createInvalidation(database: OpenDatabase): Promise<Invalidation> {
  const self = newId();
  const listeners: ((tags: readonly CacheTag[] | undefined) => void)[] = [];
  const emit = (tags: readonly CacheTag[] | undefined): void => {
    for (const listener of listeners) listener(tags);
  };
  const stop = await database.listen(changesChannel, (payload) => {
    if (payload === "") return emit(undefined);
    const { from, topics: tags } = JSON.parse(payload) as { from: string; topics: readonly CacheTag[] };
    if (from !== self) emit(tags);
  });
  return {
    invalidate: async (tx, ...tags) => {
      // Processes of the previous release read `topics` during a deploy.
      await tx.execute(
        sql`select pg_notify(${changesChannel}, ${JSON.stringify({ from: self, topics: tags })})`,
      );
      afterCommit(() => emit(tags));
    },
    onInvalidate: (listener) => {
      listeners.push(listener);
    },
    close: stop,
  };
}
