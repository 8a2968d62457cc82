import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { requestBackup } from "../src/features/office/backups/backup-requests.ts";
import type { AppContext } from "../src/context.ts";
import { openStorage } from "../src/gateways/storage.ts";
import { systemClock } from "../src/platform/clock.ts";
import { DataFolderInUse } from "../src/platform/database-lock.ts";
import { type Settings, readSettings } from "../src/settings/settings.ts";
import type { Environment } from "./command.ts";
import { OperatorError, withOpenDatabase } from "./operator.ts";

type Write = (
  school: Pick<AppContext, "db" | "clock" | "storage">,
  folder: string,
  settings: Settings,
) => Promise<unknown>;

/** Writes into a new folder; a site with the embedded database does it itself. Returns the folder; throws OperatorError. */
export async function writeCopy(
  env: Environment,
  kind: "backup" | "export",
  into: string,
  write: Write,
): Promise<string> {
  const settings = readSettings(env);
  refuseWithoutDatabase(settings, kind === "backup" ? "back up" : "export");
  const folder = newFolder(into);
  const { dataDir, s3 } = settings;
  try {
    await withOpenDatabase(settings, async ({ db }) => {
      const storage = await openStorage(join(dataDir, "pictures"), s3);
      await write({ db, clock: systemClock, storage }, folder, settings);
    });
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    await requestBackup(dataDir, kind, folder);
  }
  return folder;
}

export function refuseWithoutDatabase({ postgres, dataDir }: Settings, verb: string): void {
  if (!postgres && !existsSync(join(dataDir, "pglite")))
    throw new OperatorError(`There is nothing to ${verb} yet: start Senga with these settings first.`);
}

export function newFolder(into: string): string {
  const time = systemClock.now().toISOString().slice(0, 19).replaceAll(":", "-");
  const folder = resolve(into, `senga-${time}Z`);
  if (existsSync(folder)) throw new OperatorError(`${folder} already exists. Try again in a second.`);
  return folder;
}
