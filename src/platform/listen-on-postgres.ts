import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Log } from "./log.ts";

/** Milliseconds. */
const reconnectAfter = 1000;

/** Gives an empty payload after a lost connection: anything may have been notified meanwhile. */
export async function listenOnPostgres(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
  log: Log,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  const connect = async (): Promise<{ ended: Promise<void> }> => {
    const connection = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    const ended = new Promise<void>((end) => connection.once("end", () => end()));
    connection.on("notification", (message) => onNotify(message.payload ?? ""));
    connection.on("error", (error) => log.warn({ err: error, channel }, "the notification connection broke"));
    try {
      await connection.connect();
      await connection.query(`listen ${connection.escapeIdentifier(channel)}`);
    } catch (error) {
      void connection.end().catch(() => {});
      throw error;
    }
    client = connection;
    return { ended };
  };

  let { ended } = await connect();
  const keepConnected = async (): Promise<void> => {
    for (;;) {
      await ended;
      client = undefined;
      await wait(reconnectAfter, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        ({ ended } = await connect());
        onNotify("");
      } catch (error) {
        log.warn({ err: error, channel }, "the notification connection is not back yet");
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
