/** `npm run bench`: the benches of `docs/performance.md` one after the other, and one table; with a name, that one alone. */
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { buildIfStale } from "../scripts/build.ts";
import { say } from "./parts/figures.ts";
import { type Row, sayTable } from "./parts/rows.ts";

const inTable: Readonly<Record<string, () => Promise<{ readonly rows: readonly Row[] }>>> = {
  catalog: () => import("./catalog.ts"),
  front: () => import("./front.ts"),
  purchases: () => import("./purchases.ts"),
  mail: () => import("./mail.ts"),
  "sign-ins": () => import("./sign-ins.ts"),
  pictures: () => import("./pictures.ts"),
  video: () => import("./video.ts"),
  start: () => import("./start.ts"),
  size: () => import("./size.ts"),
};
const names = globSync("*.ts", { cwd: import.meta.dirname })
  .map((file) => basename(file, ".ts"))
  .filter((name) => name !== "run")
  .toSorted();

/** One that fails does not take the figures of the others with it. */
async function runAll(): Promise<void> {
  const all: Row[] = [];
  for (const [name, run] of Object.entries(inTable)) {
    say(`\n${name}\n`);
    try {
      all.push(...(await run()).rows);
    } catch (error) {
      all.push({ what: name, measured: "failed" });
      process.stderr.write(`${name}: ${String(error)}\n`);
      process.exitCode = 1;
    }
  }
  say("");
  sayTable(all);
}

const [name] = process.argv.slice(2);
if (name === undefined || names.includes(name)) {
  buildIfStale();
  await (name === undefined ? runAll() : import(join(import.meta.dirname, `${name}.ts`)));
} else {
  process.stderr.write(`npm run bench, or with one of these names: ${names.join(", ")}\n`);
  process.exitCode = 1;
}
