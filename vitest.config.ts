import { defineConfig } from "vitest/config";

const server = process.env["TEST_DATABASE_URL"];
const project = (name: string, env: Record<string, string>, exclude: string[]) => ({
  test: {
    name,
    env,
    include: ["src/**/*.test.ts", "test/*.test.ts", "db/**/*.test.ts"],
    exclude,
    // Far from what they take, also on a machine with much else to do: a limit ends what hangs, and judges nothing.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});

/** What opens no database runs once; the rest a second time with TEST_DATABASE_URL, on that server. */
const withoutDatabase = ["test/architecture.test.ts", "test/settings.test.ts"];

export default defineConfig({
  test: {
    globalSetup: "test/database-templates.ts",
    pool: "forks",
    // Files of one worker share what they import; each opens a database of its own.
    isolate: false,
    // One more than the cores that are asked for: some tests wait for a job's next turn.
    maxWorkers: 3,
    projects: [
      project("PGlite", {}, []),
      ...(server ? [project("PostgreSQL", { SENGA_TEST_SERVER: server }, withoutDatabase)] : []),
    ],
  },
});
