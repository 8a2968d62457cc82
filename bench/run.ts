import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { buildIfStale } from "../scripts/build.ts";

const helpers = new Set(["run", "page-sizes", "site"]);
const names = globSync("*.ts", { cwd: import.meta.dirname })
  .map((file) => basename(file, ".ts"))
  .filter((name) => !helpers.has(name))
  .toSorted();

const [name = ""] = process.argv.slice(2);
if (names.includes(name)) {
  await buildIfStale();
  await import(join(import.meta.dirname, `${name}.ts`));
} else {
  process.stderr.write(`npm run bench -- <name>, where the name is one of: ${names.join(", ")}\n`);
  process.exitCode = 1;
}
