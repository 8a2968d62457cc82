/** Exit codes: 0 written, 1 failure, 2 wrong usage. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { requestBackup } from "../src/features/office/backups/feature.ts";
import { readManifest } from "../src/features/office/backups/manifest.ts";
import { writeBackup } from "../src/features/office/backups/write-backup.ts";
import { openStorage } from "../src/gateways/storage.ts";
import { systemClock } from "../src/platform/clock.ts";
import { DataFolderInUse } from "../src/platform/data-folder.ts";
import { readOrMakeSecret } from "../src/platform/secrets.ts";
import { readSettings } from "../src/settings/settings.ts";
import { type Command, type Environment, refuseUsage, runFromCommandLine } from "./command.ts";
import { newFolder, refuseWithoutDatabase, runOperation, withOpenDatabase } from "./operator.ts";

export const main: Command = ([target = "backups", ...more], env, terminal) =>
  more.length > 0 || target.startsWith("-")
    ? refuseUsage(terminal, "Usage: npm run backup, or npm run backup -- <folder>\n")
    : runOperation(terminal, () => backUp(env, target));

async function backUp(env: Environment, into: string): Promise<string> {
  const settings = readSettings(env);
  refuseWithoutDatabase(settings, "back up");
  const folder = newFolder(into);
  const { dataDir, s3, secret } = settings;
  try {
    await withOpenDatabase(settings, async ({ db }) => {
      const storage = await openStorage(join(dataDir, "pictures"), s3);
      // A missing secret is not created: it would not be the site's.
      const isMade = secret === undefined && existsSync(join(dataDir, "secret"));
      const uploads = await openStorage(join(dataDir, "uploads"), undefined);
      const stores = { storage, uploads };
      await writeBackup(
        { db, clock: systemClock },
        stores,
        folder,
        isMade ? readOrMakeSecret(dataDir) : undefined,
      );
    });
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    await requestBackup(dataDir, folder);
  }
  const { tables, files, hasSecret } = await readManifest(folder);
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return (
    `${folder} contains ${rows} rows and ${files.count} files (${Math.ceil(files.bytes / 1024 ** 2)} MB)` +
    (hasSecret
      ? ", and the site's secret: store it where nobody else can read it."
      : ".\nIt doesn't contain the site's secret. Back that up too, or certificates and sign-ins can't be read after a restore.")
  );
}

if (import.meta.main) await runFromCommandLine(main);
