import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const migrationCounts = z.record(z.string(), z.int().nonnegative());

/** `manifest.json` of a backup, written last: a folder without it is not whole. */
const manifest = z.object({
  format: z.literal(1),
  /** ISO 8601, UTC: what the tables held then. */
  madeAt: z.iso.datetime(),
  /** By their schema: how many migrations made the tables. */
  migrations: migrationCounts,
  /** Rows, by the file's name in `database/`. */
  tables: z.record(z.string(), z.int().nonnegative()),
  files: z.object({ count: z.int().nonnegative(), bytes: z.int().nonnegative() }),
  /** Whether `secret` is in it; otherwise the site's `SECRET` has to be kept elsewhere. */
  hasSecret: z.boolean(),
});
export type Manifest = z.output<typeof manifest>;

/** A problem with a backup that its operator can mend, in one sentence. */
export class BackupError extends Error {}

/** Throws BackupError. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch(() => {
    throw new BackupError(`${folder} holds no whole backup: it has no manifest.json.`);
  });
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new BackupError(`${folder} holds a backup that this version of Senga does not understand.`);
  }
}
