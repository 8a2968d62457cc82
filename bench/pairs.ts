/**
 * `npm run bench -- pairs`: every pair of operations that write the same record, in both orders and at the same time
 * (`test/api/pairs.test.ts`). Needs a server: TEST_DATABASE_URL.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../src/platform/root.ts";

if (process.env["TEST_DATABASE_URL"] === undefined) {
  process.stderr.write(
    "Set TEST_DATABASE_URL to a PostgreSQL server: the embedded database has one connection.\n",
  );
  process.exitCode = 1;
} else {
  const { status } = spawnSync(
    process.execPath,
    [join(root, "node_modules", "vitest", "vitest.mjs"), "run", "test/api/pairs.test.ts"],
    { cwd: root, stdio: "inherit", env: { ...process.env, PAIRS: "all" } },
  );
  process.exitCode = status ?? 1;
}
