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
    /** Path of a PGlite file and name of a database on the server. */
    databaseTemplates: { pglite: string; postgres: string };
  }
}

const sets = [...schoolMigrations, sandboxMigrations];

/** Runs the migrations once: opening a copy takes a tenth of the time. */
export default async function makeTemplates(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "senga-template-"));
  const file = join(folder, "pglite.tar");
  const client = await PGlite.create({ ...pgliteOptions });
  await usePglite(client).migrate(sets);
  writeFileSync(file, Buffer.from(await (await client.dumpDataDir("none")).arrayBuffer()));
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
  project.provide("databaseTemplates", { pglite: file, postgres: name });
  return async () => {
    rmSync(folder, { recursive: true });
    if (server) await onServer(server, `drop database ${name} with (force)`);
  };
}
