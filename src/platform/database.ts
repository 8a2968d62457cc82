import { codeOf } from "./error-code.ts";
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { SQL } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

export type Database = PgDatabase<PgQueryResultHKT>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export interface MigrationSet {
  readonly folder: string;
  readonly journalSchema: string;
}

export interface OpenDatabase {
  readonly db: Database;
  readonly kind: "PGlite" | "PostgreSQL";
  migrate(sets: readonly MigrationSet[]): Promise<void>;
  /** Runs one transaction, once, while other processes that want to migrate wait. */
  holdMigrations<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  /** PGlite has no autovacuum, and the planner needs statistics. */
  maintain(): Promise<void>;
  /** A public response may have changed: the replica serves again once it has caught up. */
  noteChange?(): void;
  /** Throws if the database does not answer within seconds. Does not wait for other queries. */
  check(): Promise<void>;
  /** Whether the last check failed. It is repeated each second until one succeeds. */
  isAway(): boolean;
  countConnections?(): { readonly busy: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** For every connection. 0.4 still matches short words with two swapped letters. JIT outlasts any query here. */
export const sessionSettings = ["pg_trgm.word_similarity_threshold = 0.4", "jit = off"] as const;

/** A pooler would hand out other sessions than the one set up. */
export const setUpSession = sessionSettings.map((setting) => `set ${setting}`).join("; ");

/** PostgreSQL's unique_violation, as the driver or Drizzle reports it. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && (codeOf(error) === "23505" || isUniqueViolation(error.cause));

/** For queries whose types Drizzle doesn't know. `Row` has the driver's types. */
export const readRows = async <Row>(db: Pick<Database, "execute">, query: SQL): Promise<Row[]> =>
  ((await db.execute(query)) as { rows: Row[] }).rows;

/** For a query that always gives a row. */
export function firstOrThrow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("a query that always gives a row gave none");
  return row;
}

const currentTransaction = new AsyncLocalStorage<{ readonly afterCommit: (() => void)[] }>();

export function afterCommit(work: () => void): void {
  const transaction = currentTransaction.getStore();
  if (transaction) transaction.afterCommit.push(work);
  else work();
}

const guardedMethods = new Set([
  "select",
  "selectDistinct",
  "insert",
  "update",
  "delete",
  "execute",
  "transaction",
  "$count",
  "with",
]);

const guarded = new WeakSet<Database>();

/** Inside a transaction, the outer `db` deadlocks on PGlite and bypasses the transaction on PostgreSQL. */
export function refuseInsideTransaction(db: Database, call: string): void {
  if (!guarded.has(db) || !currentTransaction.getStore()) return;
  throw new Error(`db.${call}() was called inside a transaction: pass the transaction on and use that`);
}

export function guardTransactions(db: Database): Database {
  const guard = new Proxy(db, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== "function" || typeof property !== "string" || !guardedMethods.has(property))
        return value;
      return (...args: unknown[]) => {
        refuseInsideTransaction(guard, property);
        const call = (): unknown => Reflect.apply(value, target, args);
        return property === "transaction" ? runTransaction(call) : call();
      };
    },
  });
  guarded.add(guard);
  return guard;
}

const conflictPauseMilliseconds = 50;

/** A deadlock or serialization failure, which PostgreSQL has rolled back. */
const isConflict = (error: unknown): boolean =>
  error instanceof Error && (["40P01", "40001"].includes(codeOf(error)) || isConflict(error.cause));

/** Retries once after a conflict. Effects outside the database must therefore wait for the commit. */
async function runTransaction(transact: () => unknown): Promise<unknown> {
  try {
    return await runOnce(transact);
  } catch (error) {
    if (!isConflict(error)) throw error;
    // Otherwise this one may take its first lock again before the other wakes up.
    await wait(conflictPauseMilliseconds);
    return runOnce(transact);
  }
}

async function runOnce(transact: () => unknown): Promise<unknown> {
  const transaction: { readonly afterCommit: (() => void)[] } = { afterCommit: [] };
  const result = await currentTransaction.run(transaction, async () => transact());
  for (const work of transaction.afterCommit) work();
  return result;
}
