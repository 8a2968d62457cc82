/** Exit codes: 0 written, 1 failure, 2 wrong usage. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Exported, exportSchool } from "../src/features/backups/export-school.ts";
import { runCommand } from "./operator.ts";
import { writeCopy } from "./write-copy.ts";

const [target = "exports", ...more] = process.argv.slice(2);
if (more.length > 0 || target.startsWith("-")) {
  process.stderr.write("Call it so: npm run export, or npm run export -- <folder>\n");
  process.exitCode = 2;
} else {
  await runCommand(async () => {
    const folder = await writeCopy("export", target, exportSchool);
    const { tables, files } = JSON.parse(await readFile(join(folder, "tables.json"), "utf8")) as Exported;
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    return (
      `${folder} holds ${rows} rows of ${Object.keys(tables).length} tables and ${files.count} files ` +
      `(${Math.ceil(files.bytes / 1024 ** 2)} MB). It names people: keep it where nobody else reads it.`
    );
  });
}
