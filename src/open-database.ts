import { join } from "node:path";
import type { MigrationSet, OpenDatabase } from "./platform/database.ts";
import { root } from "./platform/root.ts";
import type { Log } from "./platform/log.ts";
import { openPglite } from "./platform/pglite.ts";
import { type PostgresOptions, type PostgresUrls, openPostgres } from "./platform/postgres.ts";

const set = (name: string): MigrationSet => ({
  folder: join(root, "db", "migrations", name),
  journalSchema: `migrations_${name}`,
});

export const schoolMigrations: readonly MigrationSet[] = [set("product"), set("identity")];

export const sandboxMigrations = set("sandbox");

export async function openDatabase(
  { postgres, dataDir }: { readonly postgres: PostgresUrls | undefined; readonly dataDir: string },
  log: Log,
  options?: PostgresOptions,
): Promise<OpenDatabase> {
  return postgres ? openPostgres(postgres, log, options) : openPglite(dataDir);
}
