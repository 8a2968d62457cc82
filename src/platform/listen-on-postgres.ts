import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { isDatabaseAway, logDatabaseAway } from "./database-away.ts";
import type { Log } from "./log.ts";
import {
  type HeldMark,
  type ProcessMarks,
  SecretsDiffer,
  differingThings,
  holdMarks,
  selectMarks,
  sharingAdvice,
} from "./process-marks.ts";

const reconnectMilliseconds = 1000;

interface Heartbeat {
  /** Milliseconds. */
  readonly every: number;
  readonly timeout: number;
}

/** Heartbeats: a proxy may answer keepalives for the server. Reconnects pass an empty payload. Throws SecretsDiffer. */
export async function listenOnPostgres(
  options: pg.ClientConfig,
  heartbeat: Heartbeat,
  channel: string,
  onNotify: (payload: string) => void,
  log: Log,
  marks?: ProcessMarks,
): Promise<() => Promise<void>> {
  /** The only repeated query; operators' commands recognize a running site by it (`scripts/operator.ts`). */
  const listen = `listen ${pg.escapeIdentifier(channel)}`;
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let hasBeenConnected = false;

  const announce = async (connection: pg.Client, own: ProcessMarks): Promise<void> => {
    await connection.query(holdMarks(own));
    const { rows } = await connection.query<HeldMark>(selectMarks);
    const differing = differingThings(rows, own);
    // A process that has already served continues; one that starts with another secret is refused.
    if (differing.includes("secret") && !hasBeenConnected) throw new SecretsDiffer();
    for (const thing of differing) log.warn({ thing }, sharingAdvice[thing]);
  };

  const connect = async (): Promise<{ ended: Promise<void> }> => {
    const connection = new pg.Client({ ...options, query_timeout: heartbeat.timeout });
    const ended = new Promise<void>((end) => connection.once("end", () => end()));
    connection.on("notification", (message) => onNotify(message.payload ?? ""));
    connection.on("error", (error) => log.warn({ err: error, channel }, "the notification connection broke"));
    try {
      await connection.connect();
      if (marks) await announce(connection, marks);
      await connection.query(listen);
    } catch (error) {
      void connection.end().catch(() => {});
      throw error;
    }
    client = connection;
    hasBeenConnected = true;
    // Ending a connection with a query in progress does not wait for the server.
    void beat(connection).catch(() => connection.end().catch(() => {}));
    return { ended };
  };
  const beat = async (connection: pg.Client): Promise<void> => {
    for (;;) {
      await wait(heartbeat.every, undefined, { signal: stopping.signal, ref: false });
      await connection.query(listen);
    }
  };

  let { ended } = await connect();
  const keepConnected = async (): Promise<void> => {
    for (;;) {
      await ended;
      client = undefined;
      await wait(reconnectMilliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        ({ ended } = await connect());
        onNotify("");
      } catch (error) {
        if (isDatabaseAway(error)) logDatabaseAway(log, error);
        else log.warn({ err: error, channel }, "could not reconnect for notifications yet");
        ended = Promise.resolve();
      }
    }
  };
  void keepConnected();
  return async () => {
    stopping.abort();
    await client?.end();
  };
}
