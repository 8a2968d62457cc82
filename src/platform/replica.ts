import { firstOrThrow } from "./database.ts";
import { codeOf } from "./error-code.ts";
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type DatabaseWatch, isDatabaseAway } from "./database-away.ts";
import type { Log } from "./log.ts";

export interface Queries {
  query<Row extends pg.QueryResultRow>(
    config: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

const publicReads = new AsyncLocalStorage<{ mayLag: boolean }>();

/** For data that is the same for every visitor and invalidated on change. After a write, `work` reads the primary. */
export const readFromReplica = <Result>(work: () => Promise<Result>): Promise<Result> =>
  publicReads.run({ mayLag: true }, work);

export const isPublicRead = (): boolean => publicReads.getStore()?.mayLag === true;

export function leaveReplica(): void {
  const reading = publicReads.getStore();
  if (reading) reading.mayLag = false;
}

export interface Replica extends Queries {
  readonly noteChange: () => void;
  readonly close: () => Promise<void>;
}

const pollMilliseconds = 50;
const untilNextTry = 5000;

const isRead = (config: string | pg.QueryConfig): boolean =>
  /^\s*(\(|select|with)\b/i.test(typeof config === "string" ? config : config.text);

/** A write, or a query canceled by the replay. */
const isForPrimary = (error: unknown): boolean => ["25006", "40001"].includes(codeOf(error));

/** After a change, reads go to the primary until the replica has replayed it; without a primary, to the replica. */
export function openReplica(
  options: pg.PoolConfig,
  primary: Queries,
  watch: Pick<DatabaseWatch, "check" | "isAway">,
  log: Log,
  named: (queries: Queries) => Queries,
): Replica {
  const pool = new pg.Pool({ ...options, max: 10, connectionTimeoutMillis: 3000 });
  pool.on("error", (error) => log.warn({ err: error }, "an idle connection to the replica broke"));
  pool.on("connect", (client) => client.on("error", () => {}));
  const replica = named(pool);
  const closing = new AbortController();
  let changes = 0;
  let replayed = 0;
  let looking: Promise<void> | undefined;
  let isServing = true;

  const has = async (position: string): Promise<boolean> => {
    const { rows } = await replica.query<{ has: boolean | null }>(
      "select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= $1::pg_lsn end as has",
      [position],
    );
    const { has: isReplayed } = firstOrThrow(rows);
    if (isReplayed === null) throw new Error("the server of DATABASE_REPLICA_URL is not a replica");
    return isReplayed;
  };
  const pause = (milliseconds: number): Promise<unknown> =>
    wait(milliseconds, undefined, { signal: closing.signal, ref: false }).catch(() => {});

  const look = async (): Promise<void> => {
    while (replayed < changes && !closing.signal.aborted) {
      const noted = changes;
      try {
        const { rows } = await primary.query<{ position: string }>(
          "select pg_current_wal_insert_lsn()::text as position",
        );
        while (!closing.signal.aborted && !(await has(firstOrThrow(rows).position)))
          await pause(pollMilliseconds);
        replayed = noted;
        isServing = true;
      } catch (error) {
        if (closing.signal.aborted) return;
        if (isServing) log.warn({ err: error }, "the replica is not usable; reading from the primary");
        isServing = false;
        await pause(untilNextTry);
      }
    }
  };
  const noteChange = (): void => {
    changes += 1;
    looking ??= look().finally(() => {
      looking = undefined;
      if (replayed < changes && !closing.signal.aborted) noteChange();
    });
  };
  noteChange();

  const askPrimary: Queries["query"] = async (config, values) => {
    if (watch.isAway()) return replica.query(config, values);
    try {
      return await primary.query(config, values);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      await watch.check().catch(() => {});
      if (!watch.isAway()) throw error;
      return replica.query(config, values);
    }
  };

  return {
    query: async (config, values) => {
      if (!isRead(config)) leaveReplica();
      if (!isPublicRead()) return primary.query(config, values);
      if (replayed < changes) return askPrimary(config, values);
      try {
        return await replica.query(config, values);
      } catch (error) {
        if (isForPrimary(error)) leaveReplica();
        else if (isDatabaseAway(error)) noteChange();
        else throw error;
        return primary.query(config, values);
      }
    },
    noteChange,
    close: async () => {
      closing.abort();
      await looking;
      await pool.end();
    },
  };
}
