import { join } from "node:path";
import type { MigrationSet } from "./platform/database.ts";

const set = (name: string): MigrationSet => ({
  folder: join(import.meta.dirname, "..", "db", "migrations", name),
  journalSchema: `migrations_${name}`,
});

export const schoolMigrations: readonly MigrationSet[] = [set("product"), set("identity")];

export const sandboxMigrations = set("sandbox");
