import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import {
  type HeldMark,
  differingThings,
  readFolderMark,
  selectMarks,
} from "../../../platform/process-marks.ts";

/** Whether another process of the site has another folder, which may contain what is missing here. */
export async function othersHaveAnotherFolder(
  context: Pick<AppContext, "database" | "db" | "settings">,
): Promise<boolean> {
  if (context.database.kind === "PGlite") return false;
  const { rows } = (await context.db.execute(sql.raw(selectMarks))) as { rows: HeldMark[] };
  // A folder without a mark belongs to no process.
  const own = readFolderMark(uploadFolder(context)) ?? -1;
  return differingThings(rows, { uploads: own }).length > 0;
}

type Context = Pick<AppContext, "settings">;

export const uploadFolder = ({ settings }: Context): string => join(settings.dataDir, "uploads");
export const uploadFile = (context: Context, id: string): string => join(uploadFolder(context), id);

export async function removeUploadFile(context: Context, id: string): Promise<void> {
  await rm(uploadFile(context, id), { force: true });
  await rm(`${uploadFile(context, id)}.json`, { force: true });
}

export async function uploadedBytes(
  context: Context,
  id: string,
): Promise<{ bytes: number; changedAt: Date } | undefined> {
  try {
    const { size, mtime } = await stat(uploadFile(context, id));
    return { bytes: size, changedAt: mtime };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
