import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { sandboxMigrations, schoolMigrations } from "../../../open-database.ts";
import { type Database, type MigrationSet, readRows } from "../../../platform/database.ts";
import { type MigrationSession, type MigrationState, readMigrationState } from "../../../platform/migrate.ts";
import { BackupError } from "./manifest.ts";

export interface SchoolTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}

/** Drizzle writes one with each migration. */
const snapshot = z.object({
  tables: z.record(z.string(), z.object({ schema: z.string(), name: z.string() })),
});

export type MigrationCounts = Readonly<Record<string, number>>;

export const allMigrations: readonly MigrationSet[] = [...schoolMigrations, sandboxMigrations];

/** Stays within the transaction, if `db` is one. Throws the database's own errors. */
export const sessionOn = (db: Pick<Database, "execute">): MigrationSession => ({
  query: async (text) => {
    try {
      return { rows: await readRows<unknown>(db, sql.raw(text)) };
    } catch (error) {
      throw (error instanceof Error && error.cause) || error;
    }
  },
});

/** Throws BackupError if another version is needed. */
export async function readMigrationStates(db: Database): Promise<(MigrationSet & MigrationState)[]> {
  const states: (MigrationSet & MigrationState)[] = [];
  for (const set of allMigrations) {
    const state = await readMigrationState(sessionOn(db), set);
    if (state.newer > 0 || state.isForeign)
      throw new BackupError(
        `This database belongs to ${state.isForeign ? "another" : "a newer"} version of Senga (${set.journalSchema}). Use that version.`,
      );
    states.push({ ...set, ...state });
  }
  return states;
}

/** Throws BackupError if another version is needed. */
export async function countMigrations(db: Database): Promise<MigrationCounts> {
  const states = await readMigrationStates(db);
  return Object.fromEntries(
    states.filter(({ isPresent }) => isPresent).map(({ journalSchema, done }) => [journalSchema, done]),
  );
}

/** The tables of these migrations' snapshots. Throws BackupError if a newer version created them. */
export async function namesAfter(counts: MigrationCounts): Promise<{ schema: string; name: string }[]> {
  const newer = new BackupError(
    "This backup was made by a newer version of Senga. Restore it with that version.",
  );
  const known = new Set(allMigrations.map(({ journalSchema }) => journalSchema));
  if (Object.keys(counts).some((schema) => !known.has(schema))) throw newer;
  const sets = allMigrations.flatMap(({ folder, journalSchema }) => {
    const count = counts[journalSchema] ?? 0;
    return count > 0 ? [{ folder, count }] : [];
  });
  const snapshots = await Promise.all(
    sets.map(async ({ folder, count }) => {
      const file = `${String(count - 1).padStart(4, "0")}_snapshot.json`;
      const text = await readFile(join(folder, "meta", file), "utf8").catch(() => {
        throw newer;
      });
      return snapshot.parse(JSON.parse(text));
    }),
  );
  return snapshots
    .flatMap(({ tables }) => Object.values(tables))
    .map(({ schema, name }) => ({ schema: schema || "public", name }));
}

export async function listTables(db: Database, counts: MigrationCounts): Promise<SchoolTable[]> {
  const names = (await namesAfter(counts)).map(({ schema, name }) => `"${schema}"."${name}"`);
  const rows = await readRows<SchoolTable>(
    db,
    sql`
    select n.nspname::text as schema, c.relname::text as name,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum
      ) as columns
    from unnest(${sql.param(names)}::text[]) as made (name)
    join pg_class c on c.oid = to_regclass(made.name)
    join pg_namespace n on n.oid = c.relnamespace
    order by 1, 2
  `,
  );
  if (rows.length < names.length)
    throw new BackupError(
      `This database lacks tables that its migrations created (${rows.length} of ${names.length} are there). Restore a backup into a new database.`,
    );
  return rows;
}

export const identifierOf = ({ schema, name }: Pick<SchoolTable, "schema" | "name">) =>
  sql`${sql.identifier(schema)}.${sql.identifier(name)}`;

export const fileOf = ({ schema, name }: Pick<SchoolTable, "schema" | "name">): string =>
  `${schema}.${name}.jsonl.gz`;
