import { join } from "node:path";
import type { MigrationSet } from "./platform/database.ts";
import { root } from "./platform/root.ts";

const set = (name: string): MigrationSet => ({
  folder: join(root, "db", "migrations", name),
  journalSchema: `migrations_${name}`,
});

export const schoolMigrations: readonly MigrationSet[] = [set("product"), set("identity")];

export const sandboxMigrations = set("sandbox");
