/** Exit codes: 0 restored, 1 failure, 2 wrong usage. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { BackupError, readManifest } from "../src/features/office/backups/manifest.ts";
import {
  type CheckedBackup,
  checkBackup,
  restoreBackup,
} from "../src/features/office/backups/restore-backup.ts";
import { openStorage } from "../src/gateways/storage.ts";
import { DataFolderInUse } from "../src/platform/data-folder.ts";
import { type Settings, readSettings } from "../src/settings/settings.ts";
import { type Command, type Environment, refuseUsage, runFromCommandLine } from "./command.ts";
import { OperatorError, runOperation, withOpenDatabase } from "./operator.ts";

export const main: Command = ([source = "", ...more], env, terminal) =>
  more.length > 0 || source === "" || source.startsWith("-")
    ? refuseUsage(terminal, "Usage: npm run restore -- <folder of the backup>\n")
    : runOperation(terminal, () => restore(env, resolve(source)));

async function restore(env: Environment, folder: string): Promise<string> {
  const settings = readSettings(env);
  const backup = await checkBackup(folder, await readManifest(folder));
  const secret = backup.manifest.hasSecret ? readFileSync(join(folder, "secret"), "utf8") : undefined;
  refuseOtherSecret(settings, folder, secret);
  try {
    await withOpenDatabase(settings, async (database) => {
      const storage = await openStorage(join(settings.dataDir, "pictures"), settings.s3);
      const uploads = await openStorage(join(settings.dataDir, "uploads"), undefined);
      await restoreBackup(database, { storage, uploads }, backup, () => {
        if (secret !== undefined && settings.secret === undefined) keepSecret(settings.dataDir, secret);
      });
    });
    return describe(backup);
  } catch (error) {
    if (error instanceof DataFolderInUse)
      throw new OperatorError("Senga is running on this data folder. Restore into a new DATA_DIR.");
    throw error;
  }
}

function describe({ manifest, files, foreignTables }: CheckedBackup): string {
  const rows = Object.entries(manifest.tables)
    .filter(([file]) => !foreignTables.includes(file))
    .reduce((sum, [, count]) => sum + count, 0);
  const missing = manifest.files.count - files.length;
  return [
    `Restored ${rows} rows and ${files.length} files, as of ${manifest.madeAt}. Start Senga with these settings.`,
    ...(missing > 0
      ? [`The backup has no files/ folder: copy its ${missing} files back from your own copy.`]
      : []),
    ...(foreignTables.length > 0
      ? [
          `Skipped tables that are not Senga's: ${foreignTables.map((file) => file.replace(".jsonl.gz", "")).join(", ")}.`,
        ]
      : []),
    ...(manifest.format === 1
      ? ["This backup is from an earlier version and has no checksums: check a few classes and pictures."]
      : []),
  ].join("\n");
}

/** Sessions and the keys of certificates can only be read with the secret of their own site. */
function refuseOtherSecret(
  { dataDir, secret }: Settings,
  folder: string,
  backedUp: string | undefined,
): void {
  const file = join(dataDir, "secret");
  const present = secret ?? (existsSync(file) ? readFileSync(file, "utf8") : undefined);
  if (backedUp === undefined && present === undefined)
    throw new BackupError(
      `This backup doesn't contain its site's secret. Set SECRET to that site's value or, if Senga generated it, copy that site's file to ${file}. Then run this again.`,
    );
  if (backedUp !== undefined && present !== undefined && present !== backedUp)
    throw new BackupError(
      secret === undefined
        ? `${file} differs from the backup's secret. Nothing was changed. Restore into a new DATA_DIR.`
        : `SECRET differs from ${join(folder, "secret")}. Nothing was changed. Set it to that value.`,
    );
}

function keepSecret(dataDir: string, secret: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, "secret");
  writeFileSync(`${file}.new`, secret, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

if (import.meta.main) await runFromCommandLine(main);
