import { join } from "node:path";
import type { MigrationSet } from "./platform/database.ts";

const set = (name: string): MigrationSet => ({
  folder: join(import.meta.dirname, "..", "db", "migrations", name),
  journalSchema: `migrations_${name}`,
});

/** What every school's database has. */
export const schoolMigrations: readonly MigrationSet[] = [set("product"), set("identity")];

/** The stand-ins' tables, which come into being only where a stand-in runs. */
export const sandboxMigrations = set("sandbox");
