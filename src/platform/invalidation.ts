import { sql } from "drizzle-orm";
import { type OpenDatabase, type Transaction, afterCommit } from "./database.ts";
import { newId } from "./ids.ts";

/** Names data that responses show, such as "catalog": writing it invalidates the responses that carry the tag. */
export type CacheTag = string;

/** Invalidates cached responses, in this process and in all others on the same database. */
export interface Invalidation {
  /**
   * Invalidates the tags when the transaction commits, and not if it fails. Listeners in this process have run when the
   * transaction's promise resolves; those of other processes run a moment later.
   */
  invalidate(tx: Transaction, ...tags: readonly CacheTag[]): Promise<void>;
  /** @param listener gets the invalidated tags; undefined means any, as after a lost connection */
  onInvalidate(listener: (tags: readonly CacheTag[] | undefined) => void): void;
  close(): Promise<void>;
}

const channel = "senga_changes";

export async function createInvalidation(database: OpenDatabase): Promise<Invalidation> {
  const self = newId();
  const listeners: ((tags: readonly CacheTag[] | undefined) => void)[] = [];
  const emit = (tags: readonly CacheTag[] | undefined): void => {
    for (const listener of listeners) listener(tags);
  };
  const stop = await database.listen(channel, (payload) => {
    if (payload === "") return emit(undefined);
    const { from, topics: tags } = JSON.parse(payload) as { from: string; topics: readonly CacheTag[] };
    // This process has emitted its own at the commit.
    if (from !== self) emit(tags);
  });
  return {
    invalidate: async (tx, ...tags) => {
      // Processes of an earlier release, on the same database during a deploy, read `topics`.
      await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify({ from: self, topics: tags })})`);
      afterCommit(() => emit(tags));
    },
    onInvalidate: (listener) => {
      listeners.push(listener);
    },
    close: stop,
  };
}
