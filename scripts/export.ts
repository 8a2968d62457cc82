/** Exit codes: 0 written, 1 failure, 2 wrong usage. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Exported, exportSchool } from "../src/features/office/backups/export-school.ts";
import { type Command, type Environment, refuseUsage, runFromCommandLine } from "./command.ts";
import { runOperation } from "./operator.ts";
import { writeCopy } from "./write-copy.ts";

export const main: Command = ([target = "exports", ...more], env, terminal) =>
  more.length > 0 || target.startsWith("-")
    ? refuseUsage(terminal, "Call it so: npm run export, or npm run export -- <folder>\n")
    : runOperation(terminal, () => exportInto(env, target));

async function exportInto(env: Environment, target: string): Promise<string> {
  const folder = await writeCopy(env, "export", target, exportSchool);
  const { tables, files } = JSON.parse(await readFile(join(folder, "tables.json"), "utf8")) as Exported;
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return (
    `${folder} holds ${rows} rows of ${Object.keys(tables).length} tables and ${files.count} files ` +
    `(${Math.ceil(files.bytes / 1024 ** 2)} MB). It names people: keep it where nobody else reads it.`
  );
}

if (import.meta.main) await runFromCommandLine(main);
