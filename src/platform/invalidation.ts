import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { type OpenDatabase, type Transaction, afterCommit } from "./database.ts";
import { newId } from "./ids.ts";

export type CacheTag = string;

/** In addition to other tags: the subject is no longer public, so not even an outage may bring it back. */
export const takenDownTag: CacheTag = "taken down";

const notification = z.object({
  from: z.string(),
  /** Processes of an earlier version send none. */
  id: z.string().optional(),
  topics: z.array(z.string()).readonly(),
});

export interface Invalidation {
  /** Local listeners run before the transaction's promise resolves; other processes follow later. */
  invalidate(tx: Transaction, ...tags: readonly CacheTag[]): Promise<void>;
  /** For a statement that may change nothing: it evaluates `notifyOf(payload)`; call `apply` if it did. */
  prepare(...tags: readonly CacheTag[]): { readonly payload: string; readonly apply: () => void };
  /** @param listener gets undefined when any tag may be stale, as after a lost connection */
  onInvalidate(listener: (tags: readonly CacheTag[] | undefined) => void): void;
  close(): Promise<void>;
}

/** Far more than are in flight at once. */
const maxOwn = 1000;

/** PostgreSQL limits a notification to 8000 bytes. */
const tagsAtOnce = 100;

export const changesChannel = "senga_changes";

export const notifyOf = (payload: string | Placeholder): SQL => sql`pg_notify(${changesChannel}, ${payload})`;

export async function createInvalidation(database: OpenDatabase): Promise<Invalidation> {
  const self = newId();
  /** Already applied here. A notification may precede the commit's answer, or replace a lost one. */
  const own = new LRUCache<string, true>({ max: maxOwn });
  const listeners: ((tags: readonly CacheTag[] | undefined) => void)[] = [];
  const emit = (tags: readonly CacheTag[] | undefined): void => {
    for (const listener of listeners) listener(tags);
  };
  const emitOnce = (id: string, tags: readonly CacheTag[]): void => {
    if (own.has(id)) return;
    own.set(id, true);
    emit(tags);
  };
  const stop = await database.listen(changesChannel, (payload) => {
    if (payload === "") return emit(undefined);
    const { from, id, topics } = notification.parse(JSON.parse(payload));
    if (from === self && id !== undefined) emitOnce(id, topics);
    else emit(topics);
  });
  const prepare: Invalidation["prepare"] = (...tags) => {
    const id = newId();
    // Processes of the previous release read `topics` during a deploy.
    const sent: z.input<typeof notification> = { from: self, id, topics: tags };
    return {
      payload: JSON.stringify(sent),
      apply: () => afterCommit(() => emitOnce(id, tags)),
    };
  };
  return {
    invalidate: async (tx, ...tags) => {
      const takenDown = tags.filter((tag) => tag === takenDownTag);
      const others = tags.filter((tag) => tag !== takenDownTag);
      for (let offset = 0; offset < others.length; offset += tagsAtOnce) {
        const { payload, apply } = prepare(...takenDown, ...others.slice(offset, offset + tagsAtOnce));
        await tx.execute(sql`select ${notifyOf(payload)}`);
        apply();
      }
    },
    prepare,
    onInvalidate: (listener) => {
      listeners.push(listener);
    },
    close: stop,
  };
}
