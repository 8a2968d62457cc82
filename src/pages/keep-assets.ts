import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";

/** Keeps this release's assets for tabs open after the next upgrade. Returns the folders to serve, its own first. */
export function keepAssets(
  built: string,
  dataDir: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): string[] {
  const folder = join(dataDir, "assets");
  const release = releaseIn(built);
  try {
    keepCopy(built, join(folder, release), clock.now());
    const [previous, ...older] = readdirSync(folder)
      .filter((name) => isRelease(name) && name !== release)
      .map((name) => join(folder, name))
      .toSorted((one, other) => lastRun(other) - lastRun(one));
    for (const each of older) rmSync(each, { recursive: true, force: true });
    return previous === undefined ? [built] : [built, previous];
  } catch (error) {
    log.warn({ err: error }, "could not keep the assets of this release for the next one");
    return [built];
  }
}

/** An upgraded process that shares the folder has kept its release there already: its pages name files that this one lacks. */
export function findAsset(dataDir: string, name: string): string | undefined {
  if (!/^[\w-]+(\.[\w-]+)+$/.test(name)) return undefined;
  const folder = join(dataDir, "assets");
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter(isRelease)
    .map((release) => join(folder, release))
    .find((release) => existsSync(join(release, name)));
}

function keepCopy(built: string, own: string, now: Date): void {
  if (!existsSync(own)) {
    const copy = `${own}.${process.pid}`;
    rmSync(copy, { recursive: true, force: true });
    cpSync(built, copy, { recursive: true });
    try {
      renameSync(copy, own);
    } catch (error) {
      rmSync(copy, { recursive: true });
      if (!existsSync(own)) throw error;
    }
  }
  utimesSync(own, now, now);
}

/** Milliseconds; 0 if another process has just removed it. */
const lastRun = (folder: string): number => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const isRelease = (name: string): boolean => /^manifest-\w+\.js$/.test(name);

/** The manifest's name contains a hash of all other names. */
const releaseIn = (folder: string): string => readdirSync(folder).find(isRelease) ?? "";
