import { codeOf } from "../../../platform/error-code.ts";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { AppContext } from "../../../context.ts";
import { DataFolderInUse, lockDataFolder } from "../../../platform/data-folder.ts";
import { newId } from "../../../platform/ids.ts";
import { readOrMakeSecret } from "../../../platform/secrets.ts";
import { defineFeature } from "../../feature.ts";
import { BackupError } from "./manifest.ts";
import { writeBackup } from "./write-backup.ts";

/** Only one process can open the embedded database, so `npm run backup` asks the site by a file in the data folder. */
const request = z.object({ id: z.uuid(), folder: z.string(), isBegun: z.boolean().optional() });
const answer = z.object({ failure: z.string().optional() });

const requestFile = (dataDir: string): string => join(dataDir, "backup-request.json");
const answerFile = (dataDir: string, id: string): string => join(dataDir, `backup-answer-${id}.json`);

const pauseMilliseconds = 200;
/** How long a running site may take to pick up a request. */
const maxPauses = 300;
const pausesPerCheck = 25;

/** @param folder an absolute path. Throws BackupError. */
export async function requestBackup(dataDir: string, folder: string): Promise<void> {
  const id = newId();
  await replaceFile(requestFile(dataDir), { id, folder });
  let isBegun = false;
  for (let pauses = 1; ; pauses += 1) {
    await wait(pauseMilliseconds);
    const found = await readJson(answerFile(dataDir, id));
    if (found !== undefined) {
      await rm(answerFile(dataDir, id));
      const { failure } = answer.parse(found);
      if (failure !== undefined) throw new BackupError(`The site could not write the backup: ${failure}`);
      return;
    }
    if (pauses % pausesPerCheck === 0 && isFree(dataDir)) {
      await rm(requestFile(dataDir), { force: true });
      throw new BackupError(`The site stopped before the backup was complete. Run this again.`);
    }
    const { data: waiting } = request.safeParse(await readJson(requestFile(dataDir)));
    isBegun ||= waiting?.id === id && waiting.isBegun === true;
    if (!isBegun && pauses > maxPauses) {
      await rm(requestFile(dataDir), { force: true });
      throw new BackupError(
        "The site that uses this data folder does not answer. Stop it and run this again.",
      );
    }
  }
}

function isFree(dataDir: string): boolean {
  try {
    lockDataFolder(dataDir)();
    return true;
  } catch (error) {
    if (error instanceof DataFolderInUse) return false;
    throw error;
  }
}

async function answerBackupRequest(
  context: Pick<AppContext, "db" | "clock" | "storage" | "uploads" | "settings">,
) {
  const { dataDir, secret } = context.settings;
  const found = await readJson(requestFile(dataDir));
  if (found === undefined) return;
  const { data: asked } = request.safeParse(found);
  if (!asked) return rm(requestFile(dataDir));
  const { id, folder } = asked;
  const write = async (): Promise<undefined> => {
    // Writing may have ended the process, which must not happen again at each start.
    if (asked.isBegun) throw new BackupError("it was restarted meanwhile. Run this again.");
    await replaceFile(requestFile(dataDir), { id, folder, isBegun: true });
    await writeBackup(context, context, folder, secret === undefined ? readOrMakeSecret(dataDir) : undefined);
  };
  const failure = await write().catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  await replaceFile(answerFile(dataDir, id), { failure });
  // Another command may have left a request of its own.
  const { data: waiting } = request.safeParse(await readJson(requestFile(dataDir)));
  if (waiting?.id === id) await rm(requestFile(dataDir));
}

async function replaceFile(path: string, content: object): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(content), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

export const backupsFeature = defineFeature({
  name: "Backups",
  contract: {},
  jobs: [
    {
      name: "backups",
      seconds: 1,
      // With a PostgreSQL server, the command reads the database itself.
      create: (context) =>
        context.database.kind === "PGlite" ? () => answerBackupRequest(context) : undefined,
    },
  ],
});
