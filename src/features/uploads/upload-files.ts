import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { AppContext } from "../../context.ts";

type Context = Pick<AppContext, "settings">;

export const uploadFolder = ({ settings }: Context): string => join(settings.dataDir, "uploads");
export const uploadFile = (context: Context, id: string): string => join(uploadFolder(context), id);

/** The file, and what the store notes beside it. */
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
