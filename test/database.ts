import { openAsBlob } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { inject } from "vitest";
import { type OpenDatabase, openPostgres, pgliteOptions, usePglite } from "../src/platform/database.ts";
import type { Log } from "../src/platform/log.ts";
import { onServer } from "./on-server.ts";

/** Set by vitest.config.ts in the project that runs on a PostgreSQL server. */
const serverUrl = process.env["SENGA_TEST_SERVER"];

/** Whether these tests run on a real server: races need one, since PGlite has a single connection. */
export const isPostgres = serverUrl !== undefined;

/** A migrated database of this worker's own: in memory, or made on the server and dropped when the worker is done. */
export async function openTestDatabase(log: Log): Promise<OpenDatabase> {
  const templates = inject("databaseTemplates");
  if (!serverUrl) {
    const loadDataDir = await openAsBlob(templates.pglite);
    return usePglite(await PGlite.create({ ...pgliteOptions, loadDataDir }));
  }
  const name = `senga_test_${process.pid}_${Date.now().toString(36)}`;
  await onServer(serverUrl, `create database ${name} template ${templates.postgres}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = openPostgres(url.href, log);
  return {
    ...database,
    close: async () => {
      await database.close();
      await onServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

/** A second process's connection to the same database; on PostgreSQL only. */
export async function openBeside({ db }: OpenDatabase, log: Log): Promise<OpenDatabase> {
  const { rows } = (await db.execute(sql`select current_database() as name`)) as { rows: { name: string }[] };
  const url = new URL(serverUrl ?? "");
  url.pathname = `/${rows[0]?.name ?? ""}`;
  return openPostgres(url.href, log);
}

/** Empties every table, but for what is made once for a process: the journals of migrations and the signing keys. */
export async function emptyTables({ db }: OpenDatabase): Promise<void> {
  const { rows } = (await db.execute(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not like 'pg\\_%' and table_schema <> 'information_schema'
      and table_name not in ('migrations', 'signing_keys')
  `)) as { rows: { name: string }[] };
  const truncate = sql.raw(`truncate ${rows.map(({ name }) => name).join(", ")} cascade`);
  for (let tries = 1; ; tries += 1) {
    try {
      await db.execute(truncate);
      return;
    } catch (error) {
      // The background work of the test before may still hold locks in another order; PostgreSQL then asks to try again.
      const isDeadlock = ((error as Error).cause as { code?: string } | undefined)?.code === "40P01";
      if (!isDeadlock || tries === 5) throw error;
    }
  }
}
