import { createHash } from "node:crypto";
import {
  constants,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { loadEncoder } from "../../src/features/classroom/videos/encoder.ts";
import { DataFolderInUse, lockDataFolder } from "../../src/platform/data-folder.ts";
import { freePorts } from "./free-ports.ts";
import { runBuilt } from "./commands.ts";
import { onServer, urlOnServer } from "./on-server.ts";
import { type SiteProcess, end, startSite } from "./site-process.ts";

interface DemoPlace {
  readonly DATA_DIR: string;
  readonly DATABASE_URL: string;
}

const root = resolve(import.meta.dirname, "..", "..");
const parent = join(root, "build", "test-demo-school");

export const demoOrigin = "http://localhost:3000";
const secret = "a secret of thirty-two characters or more";

/** Copies the demo school into a new data folder. Its SECRET is the template's. */
export async function copyDemoSchool(dataDir: string): Promise<void> {
  const template = await makeDemoTemplate();
  cpSync(join(template, "data"), dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** Restores the demo school once into a database of this name. Returns its data folder. */
export async function restoreDemoSchool(server: string, database: string): Promise<string> {
  const template = await makeDemoTemplate();
  return makeUnlessPresent(`${template}-${database}`, async (folder) => {
    await onServer(server, `drop database if exists ${database}`);
    await onServer(server, `create database ${database}`);
    await restoreBackup(template, { DATA_DIR: folder, DATABASE_URL: urlOnServer(server, database) });
  });
}

/** Restores it into an empty database and a new data folder. Its SECRET is the template's. */
export async function restoreDemoSchoolInto(place: DemoPlace): Promise<void> {
  await restoreBackup(await makeDemoTemplate(), place);
}

const restoreBackup = (template: string, { DATA_DIR, DATABASE_URL }: DemoPlace): Promise<void> =>
  runOnce("restore", join(template, "backup"), { DATA_DIR, DATABASE_URL });

export async function dropDemoSchool(server: string, database: string): Promise<void> {
  for (const folder of globSync(join(parent, `*-${database}`))) rmSync(folder, { recursive: true });
  await onServer(server, `drop database if exists ${database} with (force)`);
}

let made: Promise<string> | undefined;

/** Loads the demo school once per build of the server. Returns a folder with its data folder and its backup. */
export function makeDemoTemplate(): Promise<string> {
  made ??= makeUnlessPresent(join(parent, hashSources()), (folder) => {
    removeOld();
    return loadDemoSchool(folder);
  });
  return made;
}

async function makeUnlessPresent(
  folder: string,
  make: (unfinished: string) => Promise<void>,
): Promise<string> {
  if (existsSync(folder)) return folder;
  const unlock = await lockParent();
  try {
    if (existsSync(folder)) return folder;
    const unfinished = join(parent, "unfinished");
    rmSync(unfinished, { recursive: true, force: true });
    await make(unfinished);
    renameSync(unfinished, folder);
    return folder;
  } finally {
    unlock();
  }
}

/** Another worker may still be copying a newer one. */
function removeOld(): void {
  const hourAgo = Date.now() - 3_600_000;
  for (const entry of readdirSync(parent, { withFileTypes: true })) {
    const path = join(parent, entry.name);
    if (entry.isDirectory() && statSync(path).mtimeMs < hourAgo) rmSync(path, { recursive: true });
  }
}

async function loadDemoSchool(folder: string): Promise<void> {
  const place = { DATA_DIR: join(folder, "data") };
  mkdirSync(place.DATA_DIR, { recursive: true, mode: 0o700 });
  writeFileSync(join(place.DATA_DIR, "secret"), secret, { mode: 0o600 });
  const [port] = await freePorts(1);
  const site = startSite({ ...place, ORIGIN: demoOrigin, PORT: String(port) });
  await site.untilOpen();
  // The demo student's certificate, which creates the school's key.
  const issued = await fetch(`http://127.0.0.1:${port}/sandbox/jobs/certificates`, { method: "POST" });
  if (!issued.ok) throw new Error(`the certificates of the demo school were answered ${issued.status}`);
  await untilFilmsAreReady(site, place.DATA_DIR);
  const code = await end(site, "SIGTERM");
  if (code !== 0) throw new Error(`the site with the demo school ended with ${code}: ${site.said()}`);
  await runOnce("backup", folder, place);
  const backup = readdirSync(folder).find((name) => name.startsWith("senga-")) ?? "";
  renameSync(join(folder, backup), join(folder, "backup"));
}

async function runOnce(command: string, folder: string, place: Record<string, string>): Promise<void> {
  const { code, said } = await runBuilt(command, [folder], place);
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${said}`);
}

/** Otherwise each copy would prepare them. */
async function untilFilmsAreReady({ child }: SiteProcess, dataDir: string): Promise<void> {
  if (!(await loadEncoder())) return;
  while (child.exitCode === null && readdirSync(join(dataDir, "uploads")).length > 0) await wait(100);
}

/** Makes other workers wait. */
async function lockParent(): Promise<() => void> {
  for (;;) {
    try {
      return lockDataFolder(parent);
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
      await wait(100);
    }
  }
}

/** The demo school's dates are relative to the day it was loaded. */
function hashSources(): string {
  const hash = createHash("sha256").update(new Date().toISOString().slice(0, 10));
  const files = globSync(["build/.server", "{art,db}/**/*.*"], { cwd: root }).toSorted();
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest("hex").slice(0, 16);
}
