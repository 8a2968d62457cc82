import { sql } from "drizzle-orm";
import { type OpenDatabase, type Transaction, afterCommit } from "./database.ts";
import { newId } from "./ids.ts";

/** The name of something whose change others want to hear of, such as "catalogue". */
export type Topic = string;

/** Word of what has changed, within this process and to all others on the same database. */
export interface Changes {
  /**
   * Says that the topics have changed, as soon as the transaction is committed and not if it fails. In this process all
   * have heard it when the transaction's promise resolves; in others a moment later.
   */
  announce(tx: Transaction, ...topics: readonly Topic[]): Promise<void>;
  /** Calls `heard` with what has changed; with undefined when it may be anything, as after a lost connection. */
  onChange(heard: (topics: readonly Topic[] | undefined) => void): void;
  close(): Promise<void>;
}

const channel = "senga_changes";

export async function createChanges(database: OpenDatabase): Promise<Changes> {
  const self = newId();
  const listeners: ((topics: readonly Topic[] | undefined) => void)[] = [];
  const tell = (topics: readonly Topic[] | undefined): void => {
    for (const heard of listeners) heard(topics);
  };
  const stop = await database.listen(channel, (payload) => {
    if (payload === "") return tell(undefined);
    const { from, topics } = JSON.parse(payload) as { from: string; topics: readonly Topic[] };
    // Our own word has been told at the commit already.
    if (from !== self) tell(topics);
  });
  return {
    announce: async (tx, ...topics) => {
      await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify({ from: self, topics })})`);
      afterCommit(() => tell(topics));
    },
    onChange: (heard) => {
      listeners.push(heard);
    },
    close: stop,
  };
}
