import { cpSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../platform/log.ts";

/**
 * A tab that was opened before an upgrade goes on to ask for scripts and styles of the release before. So each release leaves
 * a copy of its own in the data folder, for as long as the next one runs.
 *
 * @param built the assets of this release
 * @returns the folders to serve, this release's first
 */
export function keepAssets(built: string, dataDir: string, log: Log): string[] {
  const folder = join(dataDir, "assets");
  const [current, previous] = [join(folder, "current"), join(folder, "previous")];
  try {
    if (releaseIn(current) !== releaseIn(built)) {
      const copy = join(folder, `copy-${process.pid}`);
      rmSync(copy, { recursive: true, force: true });
      cpSync(built, copy, { recursive: true });
      rmSync(previous, { recursive: true, force: true });
      if (existsSync(current)) renameSync(current, previous);
      renameSync(copy, current);
    }
  } catch (error) {
    // A full disk, or another process of the same folder that was faster.
    log.warn({ err: error }, "the assets of this release could not be kept for the next");
  }
  return [built, ...(existsSync(previous) ? [previous] : [])];
}

/** Its name holds a hash of the names of all others. */
const releaseIn = (folder: string): string | undefined =>
  existsSync(folder) ? readdirSync(folder).find((name) => /^manifest-\w+\.js$/.test(name)) : undefined;
