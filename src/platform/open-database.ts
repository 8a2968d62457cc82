import type { OpenDatabase } from "./database.ts";
import type { Log } from "./log.ts";
import { openPglite } from "./pglite.ts";
import { type PostgresTimeouts, type PostgresUrls, openPostgres } from "./postgres.ts";

export async function openDatabase(
  { postgres, dataDir }: { readonly postgres: PostgresUrls | undefined; readonly dataDir: string },
  log: Log,
  timeouts?: PostgresTimeouts,
): Promise<OpenDatabase> {
  return postgres ? openPostgres(postgres, log, timeouts) : openPglite(dataDir);
}
