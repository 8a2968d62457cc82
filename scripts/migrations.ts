/**
 * `npm run migrations -- "add waiting list"` writes SQL from the changed `tables.ts`. Never edit a landed migration.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const sets = {
  product:
    "{src/access/tables,src/features/*/*/tables,src/platform/{outbox,rate-limiter},src/seo/tables,db/demo-school/tables}.ts",
  identity: "src/identity/tables.ts",
  sandbox: "sandbox/*/tables.ts",
};

const name = process.argv[2]?.replaceAll(/\W+/g, "_");
const kit = join(dirname(createRequire(import.meta.url).resolve("drizzle-kit")), "bin.cjs");
for (const [set, tables] of Object.entries(sets)) {
  const options = [
    "generate",
    "--dialect=postgresql",
    "--casing=snake_case",
    `--schema=${tables}`,
    `--out=db/migrations/${set}`,
    ...(name ? [`--name=${name}`] : []),
  ];
  const { status } = spawnSync(process.execPath, [kit, ...options], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
