import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { TestProject } from "vitest/node";
import { sandboxMigrations, schoolMigrations } from "../../src/open-database.ts";
import { pgliteOptions, usePglite } from "../../src/platform/pglite.ts";
import { openPostgres } from "../../src/platform/postgres.ts";
import { createLog } from "../../src/platform/log.ts";
import { dropDemoSchool } from "./demo-template.ts";
import { onServer, urlOnServer } from "./on-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Paths of PGlite files and name of a database on the server. */
    databaseTemplates: { emptyPglite: string; pglite: string; postgres: string };
  }
}

const sets = [...schoolMigrations, sandboxMigrations];

const parent = resolve(import.meta.dirname, "..", "..", "build", "test-databases");

/** Runs the migrations once: opening a copy takes a tenth of the time. */
export default async function makeTemplates(project: TestProject): Promise<() => Promise<void>> {
  const folder = join(parent, hashSources());
  if (!existsSync(folder)) await makePglite(folder);
  const server = process.env["TEST_DATABASE_URL"];
  // Includes the time, because process ids repeat.
  const name = `senga_template_${process.pid}_${Date.now().toString(36)}`;
  if (server) {
    await onServer(server, `create database ${name}`);
    const database = openPostgres({ url: urlOnServer(server, name) }, createLog("silent"));
    await database.migrate(sets);
    await database.close();
  }
  const [emptyPglite, pglite] = [join(folder, "empty.tar"), join(folder, "migrated.tar")];
  project.provide("databaseTemplates", { emptyPglite, pglite, postgres: name });
  return async () => {
    if (!server) return;
    await onServer(server, `drop database ${name} with (force)`);
    await dropDemoSchool(server, demoDatabaseOf(name));
  };
}

/** With the demo school, made by the first test that asks for it. */
export const demoDatabaseOf = (template: string): string => `${template}_demo`;

function hashSources(): string {
  const hash = createHash("sha256").update(readFileSync(import.meta.filename));
  hash.update(readFileSync(createRequire(import.meta.url).resolve("@electric-sql/pglite")));
  for (const { folder } of sets)
    for (const file of globSync("*.sql", { cwd: folder }).toSorted())
      hash.update(readFileSync(join(folder, file)));
  return hash.digest("hex").slice(0, 16);
}

/** Kept for the next runs. */
async function makePglite(folder: string): Promise<void> {
  mkdirSync(parent, { recursive: true });
  for (const old of readdirSync(parent))
    if (!old.startsWith("draft-")) rmSync(join(parent, old), { recursive: true, force: true });
  const draft = mkdtempSync(join(parent, "draft-"));
  const client = await PGlite.create({ ...pgliteOptions });
  const dump = async (name: string): Promise<void> =>
    writeFileSync(join(draft, name), Buffer.from(await (await client.dumpDataDir("none")).arrayBuffer()));
  await dump("empty.tar");
  await usePglite(client).migrate(sets);
  await dump("migrated.tar");
  await client.close();
  // Another run may have been faster.
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
}
