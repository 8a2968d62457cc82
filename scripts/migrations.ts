/**
 * `npm run migrations -- "add waiting list"` writes SQL from the changed `tables.ts`. Never edit a landed migration.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { keysOf } from "../src/platform/keys-of.ts";
import { root } from "../src/platform/root.ts";

export const sets = {
  product:
    "{src/access/tables,src/features/*/*/tables,src/platform/{outbox,rate-limiter},src/seo/tables,db/demo-school/tables}.ts",
  identity: "src/identity/tables.ts",
  sandbox: "sandbox/*/tables.ts",
};

const kit = join(dirname(createRequire(import.meta.url).resolve("drizzle-kit")), "bin.cjs");

/** Writes what `tables.ts` has and the last snapshot in `out` has not. */
export const generate = (set: keyof typeof sets, out: string, stdio: "inherit" | "pipe", name?: string) =>
  spawnSync(
    process.execPath,
    [
      kit,
      "generate",
      "--dialect=postgresql",
      "--casing=snake_case",
      `--schema=${sets[set]}`,
      `--out=${out}`,
      ...(name ? [`--name=${name}`] : []),
    ],
    { cwd: root, stdio, encoding: "utf8" },
  );

if (import.meta.main) {
  const name = process.argv[2]?.replaceAll(/\W+/g, "_");
  for (const set of keysOf(sets)) {
    const { status } = generate(set, `db/migrations/${set}`, "inherit", name);
    if (status !== 0) process.exit(status ?? 1);
  }
}
