import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "../../../settings/settings.ts";

/** Same path as in the upload store. */
export const originalOf = ({ dataDir }: Pick<Settings, "dataDir">, id: string): string =>
  join(dataDir, "uploads", id);

export const encodingFolder = ({ dataDir }: Pick<Settings, "dataDir">, id: string): string =>
  join(dataDir, "encoding", id);

/** Includes the unfinished work of a killed process. */
export async function removeOriginal(
  settings: Pick<Settings, "dataDir" | "keepsOriginals">,
  id: string,
): Promise<void> {
  await rm(encodingFolder(settings, id), { recursive: true, force: true });
  if (settings.keepsOriginals) return;
  const original = originalOf(settings, id);
  for (const path of [original, `${original}.json`]) await rm(path, { force: true });
}
