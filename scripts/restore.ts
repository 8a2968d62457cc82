/** Exit codes: 0 restored, 1 failure, 2 wrong usage. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { BackupError, readManifest } from "../src/features/backups/manifest.ts";
import { restoreBackup } from "../src/features/backups/restore-backup.ts";
import { openStorage } from "../src/gateways/storage.ts";
import { DataFolderInUse } from "../src/platform/database-lock.ts";
import { type Settings, readSettings } from "../src/settings/settings.ts";
import { type Command, type Environment, refuseUsage, runFromCommandLine } from "./command.ts";
import { OperatorError, runOperation, withOpenDatabase } from "./operator.ts";

export const main: Command = ([source = "", ...more], env, terminal) =>
  more.length > 0 || source === "" || source.startsWith("-")
    ? refuseUsage(terminal, "Call it so: npm run restore -- <folder of the backup>\n")
    : runOperation(terminal, () => restore(env, resolve(source)));

async function restore(env: Environment, folder: string): Promise<string> {
  const settings = readSettings(env);
  const { hasSecret } = await readManifest(folder);
  const secret = hasSecret ? readFileSync(join(folder, "secret"), "utf8") : undefined;
  refuseOtherSecret(settings, folder, secret);
  try {
    const manifest = await withOpenDatabase(settings, async (database) => {
      const storage = await openStorage(join(settings.dataDir, "pictures"), settings.s3);
      return restoreBackup({ database, storage }, folder);
    });
    if (secret !== undefined && settings.secret === undefined) keepSecret(settings.dataDir, secret);
    const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
    return `Restored ${rows} rows and ${manifest.files.count} files, as they were at ${manifest.madeAt}. Start Senga with these settings.`;
  } catch (error) {
    if (error instanceof DataFolderInUse)
      throw new OperatorError("Senga is running on this data folder. Restore into a new DATA_DIR.");
    throw error;
  }
}

/** Passwords' sessions and the keys of certificates open under the secret of their own site alone. */
function refuseOtherSecret(
  { dataDir, secret }: Settings,
  folder: string,
  backedUp: string | undefined,
): void {
  const file = join(dataDir, "secret");
  const present = secret ?? (existsSync(file) ? readFileSync(file, "utf8") : undefined);
  if (backedUp === undefined && secret === undefined)
    throw new BackupError(
      "This backup does not hold its site's SECRET: set SECRET to it, then run this again.",
    );
  if (backedUp !== undefined && present !== undefined && present !== backedUp)
    throw new BackupError(
      secret === undefined
        ? `${file} is another secret than the backup's. Restore into a new DATA_DIR: nothing was changed.`
        : `SECRET is another than the one in ${join(folder, "secret")}: set it to that. Nothing was changed.`,
    );
}

function keepSecret(dataDir: string, secret: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, "secret"), secret, { mode: 0o600 });
}

if (import.meta.main) await runFromCommandLine(main);
