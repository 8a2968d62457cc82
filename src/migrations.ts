import { join } from "node:path";
import type { MigrationSet } from "./platform/database.ts";

const set = (name: string): MigrationSet => ({
  folder: join(import.meta.dirname, "..", "db", "migrations", name),
  journalSchema: `migrations_${name}`,
});

/** What every school's database has. */
export const schoolMigrations: readonly MigrationSet[] = [set("product"), set("identity")];

/** The sandboxes' tables, which come into being only where a sandbox runs. */
export const sandboxMigrations = set("sandbox");
