import { cpSync, mkdirSync, mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, afterEach, beforeAll, beforeEach, inject } from "vitest";
import type { OpenDatabase } from "../../src/platform/database.ts";
import type { Log } from "../../src/platform/log.ts";
import { openDatabase } from "../../src/open-database.ts";
import { pgliteOptions } from "../../src/platform/pglite.ts";
import { type TestApp, startTestApp } from "./app.ts";
import { copyDemoSchool, makeDemoTemplate, restoreDemoSchool } from "./demo-template.ts";
import { demoDatabaseOf } from "./database-templates.ts";
import { onServer, urlOnServer } from "./on-server.ts";

const server = process.env["SENGA_TEST_SERVER"];

/** Settings that say where a site's data is. */
export type Place = Readonly<Record<string, string>> & {
  readonly DATA_DIR: string;
  readonly DATABASE_URL?: string;
};

export interface Places {
  /** In the current test's folder. */
  readonly path: (name: string) => string;
  /** A data folder that does not exist yet, for the embedded database. */
  readonly newFolder: (name: string) => Place;
  /** An empty database, on the server if there is one. */
  readonly newPlace: (name: string) => Promise<Place>;
  /** The same, for all tests of the file. */
  readonly newLastingPlace: (name: string) => Promise<Place>;
  /** Returns a function that creates places with the contents of `fill`, which runs once per file. */
  readonly filledBy: (fill: (place: Place) => Promise<void>) => (name: string) => Promise<Place>;
  readonly newDemoSchool: (name: string) => Promise<Place>;
}

/** Removes the places after each test. */
export function usePlaces(): Places {
  let folder = "";
  const places = openPlaces();
  const lasting = openPlaces();
  beforeAll(() => makeDemoTemplate(), 300_000);
  beforeEach(() => {
    folder = places.open();
  });
  afterEach(() => places.remove());
  afterAll(() => lasting.remove());

  const path = (name: string): string => join(folder, name);
  const copy = (template: Place, name: string): Promise<Place> => {
    cpSync(template.DATA_DIR, path(name), { recursive: true });
    return places.make(path(name), template);
  };
  const filledBy: Places["filledBy"] = (fill) => {
    let filled: Promise<Place> | undefined;
    const fillOnce = async (): Promise<Place> => {
      const template = await lasting.make(join(lasting.open(), "template"));
      await fill(template);
      return template;
    };
    return async (name) => copy(await (filled ??= fillOnce()), name);
  };
  return {
    path,
    newFolder: (name) => ({ DATA_DIR: path(name) }),
    newPlace: (name) => places.make(path(name)),
    newLastingPlace: (name) => lasting.make(join(lasting.open(), name)),
    filledBy,
    newDemoSchool: server
      ? async (name) => {
          const database = demoDatabaseOf(inject("databaseTemplates").postgres);
          const DATA_DIR = await restoreDemoSchool(server, database);
          return copy({ DATA_DIR, DATABASE_URL: urlOnServer(server, database) }, name);
        }
      : async (name) => {
          await copyDemoSchool(path(name));
          return { DATA_DIR: path(name) };
        },
  };
}

let made = 0;

function openPlaces() {
  const folders: string[] = [];
  const databases: string[] = [];
  return {
    open: (): string => {
      const folder = mkdtempSync(join(tmpdir(), "senga-place-"));
      folders.push(folder);
      return folder;
    },
    make: async (dataDir: string, template?: Place): Promise<Place> => {
      if (!server) {
        if (!template) await initialize(dataDir);
        return { DATA_DIR: dataDir };
      }
      made += 1;
      const name = `senga_place_${process.pid}_${Date.now().toString(36)}_${made}`;
      const from = template ? ` template ${databaseOf(template)}` : "";
      await onServer(server, `create database ${name}${from}`);
      databases.push(name);
      return { DATA_DIR: dataDir, DATABASE_URL: urlOnServer(server, name) };
    },
    remove: async (): Promise<void> => {
      for (const name of databases.splice(0)) await onServer(server!, `drop database ${name} with (force)`);
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The first start of an embedded database takes three seconds. */
async function initialize(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const loadDataDir = await openAsBlob(inject("databaseTemplates").emptyPglite);
  const client = await PGlite.create(join(dataDir, "pglite"), { ...pgliteOptions, loadDataDir });
  await client.close();
}

const databaseOf = ({ DATABASE_URL = "" }: Place): string => new URL(DATABASE_URL).pathname.slice(1);

export const openPlace = ({ DATA_DIR: dataDir, DATABASE_URL: url }: Place, log: Log): Promise<OpenDatabase> =>
  openDatabase({ dataDir, postgres: url === undefined ? undefined : { url } }, log);

/** A site in the test's process. Loads no demo school. */
export const startAppAt = (place: Place): Promise<TestApp> =>
  startTestApp(place, (log) => openPlace(place, log));
