import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const server = process.env["TEST_DATABASE_URL"];
const files = globSync("{src,sandbox,test,db}/**/*.test.ts", { cwd: import.meta.dirname });
/** Their SQL, locks, notifications or drivers' values can differ. */
const onBoth = files.filter((file) =>
  readFileSync(join(import.meta.dirname, file), "utf8").startsWith("/** @databases both"),
);

const project = (name: string, include: string[], env: Record<string, string> = {}) => ({
  test: {
    name,
    env,
    include,
    // Generous: the limits end hangs and must not judge speed on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000 } },
  },
});

export default defineConfig({
  test: {
    globalSetup: ["test/support/built-server.ts", "test/support/database-templates.ts"],
    pool: "forks",
    // Files of a worker share module instances; each opens a separate database.
    isolate: false,
    // Tests wait for the database, for mails and for processes a third of their time.
    maxWorkers: availableParallelism() + 2,
    // With a server the other files run there: it takes two thirds of PGlite's processor time, and has concurrency to find.
    // Without one all run on PGlite, so a newcomer's run covers what CI leaves out.
    projects: server
      ? [project("PostgreSQL", files, { SENGA_TEST_SERVER: server }), project("PGlite", onBoth)]
      : [project("PGlite", files)],
  },
});
