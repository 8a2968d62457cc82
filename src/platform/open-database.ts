import type { OpenDatabase } from "./database.ts";
import type { Log } from "./log.ts";
import { openPglite } from "./pglite.ts";
import { type PostgresOptions, type PostgresUrls, openPostgres } from "./postgres.ts";

export async function openDatabase(
  { postgres, dataDir }: { readonly postgres: PostgresUrls | undefined; readonly dataDir: string },
  log: Log,
  options?: PostgresOptions,
): Promise<OpenDatabase> {
  return postgres ? openPostgres(postgres, log, options) : openPglite(dataDir);
}
