import { constants, cpSync } from "node:fs";
import { dropDemoSchool, makeDemoTemplate, restoreDemoSchool } from "../../support/demo-template.ts";
import { onServer, urlOnServer } from "../../support/on-server.ts";

const server = process.env["TEST_DATABASE_URL"];
/** The workers inherit what the set-up of the run notes here. */
const folderVariable = "SENGA_DEMO_FOLDER";
const databaseVariable = "SENGA_DEMO_DATABASE";

/** Restores the demo school once for all workers, which copy its database. */
export default async function makeDemoDatabase(): Promise<() => Promise<void>> {
  await makeDemoTemplate();
  if (!server) return async () => undefined;
  const database = `senga_demo_${process.pid}_${Date.now().toString(36)}`;
  const drop = () => dropDemoSchool(server, database);
  try {
    process.env[folderVariable] = await restoreDemoSchool(server, database);
  } catch (error) {
    await drop();
    throw error;
  }
  process.env[databaseVariable] = database;
  return drop;
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
  return {
    url: urlOnServer(server, name),
    drop: () => onServer(server, `drop database ${name} with (force)`),
  };
}
