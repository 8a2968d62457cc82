import { constants, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyDemoSchool, makeDemoTemplate } from "../../support/demo-template.ts";
import { onServer } from "../../support/on-server.ts";

const server = process.env["TEST_DATABASE_URL"];
/** The workers inherit what the set-up of the run notes here. */
const folderVariable = "SENGA_DEMO_FOLDER";
const databaseVariable = "SENGA_DEMO_DATABASE";

/** Restores the demo school once for all workers, which copy its database. */
export default async function makeDemoDatabase(): Promise<() => Promise<void>> {
  await makeDemoTemplate();
  if (!server) return async () => undefined;
  const folder = mkdtempSync(join(tmpdir(), "senga-demo-"));
  const database = `senga_demo_${process.pid}_${Date.now().toString(36)}`;
  const remove = async (): Promise<void> => {
    rmSync(folder, { recursive: true, force: true });
    await onServer(server, `drop database if exists ${database} with (force)`);
  };
  try {
    await onServer(server, `create database ${database}`);
    await copyDemoSchool({ DATA_DIR: folder, DATABASE_URL: urlOf(database) });
  } catch (error) {
    await remove();
    throw error;
  }
  process.env[folderVariable] = folder;
  process.env[databaseVariable] = database;
  return remove;
}

export interface DemoDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** In a database of its own, and in the folder. Undefined without a server. */
export async function copyDemoDatabase(dataDir: string): Promise<DemoDatabase | undefined> {
  if (!server) return undefined;
  const name = `senga_journeys_${process.pid}_${Date.now().toString(36)}`;
  await onServer(server, `create database ${name} template ${process.env[databaseVariable]}`);
  cpSync(process.env[folderVariable] ?? "", dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return { url: urlOf(name), drop: () => onServer(server, `drop database ${name} with (force)`) };
}

function urlOf(database: string): string {
  const url = new URL(server ?? "");
  url.pathname = `/${database}`;
  return url.href;
}
