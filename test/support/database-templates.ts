import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { TestProject } from "vitest/node";
import { sandboxMigrations, schoolMigrations } from "../../src/migrations.ts";
import { pgliteOptions, usePglite } from "../../src/platform/pglite.ts";
import { openPostgres } from "../../src/platform/postgres.ts";
import { createLog } from "../../src/platform/log.ts";
import { onServer } from "./on-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Paths of PGlite files and name of a database on the server. */
    databaseTemplates: { emptyPglite: string; pglite: string; postgres: string };
  }
}

const sets = [...schoolMigrations, sandboxMigrations];

/** Runs the migrations once: opening a copy takes a tenth of the time. */
export default async function makeTemplates(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "senga-template-"));
  const client = await PGlite.create({ ...pgliteOptions });
  const dump = async (name: string): Promise<string> => {
    const file = join(folder, name);
    writeFileSync(file, Buffer.from(await (await client.dumpDataDir("none")).arrayBuffer()));
    return file;
  };
  const emptyPglite = await dump("empty.tar");
  await usePglite(client).migrate(sets);
  const pglite = await dump("pglite.tar");
  await client.close();

  const server = process.env["TEST_DATABASE_URL"];
  const name = `senga_template_${process.pid}`;
  if (server) {
    await onServer(server, `create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    const database = openPostgres({ url: url.href }, createLog("silent"));
    await database.migrate(sets);
    await database.close();
  }
  project.provide("databaseTemplates", { emptyPglite, pglite, postgres: name });
  return async () => {
    rmSync(folder, { recursive: true });
    if (server) await onServer(server, `drop database ${name} with (force)`);
  };
}
