import pg from "pg";
import { seconds } from "../parts/site.ts";
import { addresses } from "./network.ts";

/** Through the balancer. */
export const siteDatabase = `postgres://postgres@${addresses.balancer}:5000/senga`;
export const siteReplica = `postgres://postgres@${addresses.balancer}:5001/senga`;
export const providerDatabase = `postgres://postgres@${addresses.provider}:5432/provider`;

/** Waits for a server that is about to start. */
export async function createDatabase(url: string): Promise<void> {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = "/postgres";
  const limit = performance.now() + 120_000;
  while (true) {
    try {
      await query(server.href, `create database ${name}`);
      return;
    } catch (error) {
      if (performance.now() > limit) throw error;
      await seconds(0.5);
    }
  }
}

/** On a connection of its own: the last one may lead to a server that is dead. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 4000,
    query_timeout: 20_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    void client.end().catch(() => {});
  }
}

export async function describeLocks(): Promise<string> {
  const [row] = await query<{ open: number; waiting: number }>(
    siteDatabase,
    `select count(*) filter (where state = 'idle in transaction' and state_change < now() - interval '5 seconds')::int as open,
       count(*) filter (where wait_event_type = 'Lock')::int as waiting
     from pg_stat_activity where datname = current_database()`,
  );
  return `transactions idle for five seconds: ${row?.open}, queries that wait for locks: ${row?.waiting}`;
}
