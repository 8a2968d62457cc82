import { defineConfig } from "vitest/config";

const server = process.env["TEST_DATABASE_URL"];
const project = (name: string, env: Record<string, string>, include: string[]) => ({
  test: { name, env, include, testTimeout: 30_000, hookTimeout: 60_000 },
});

/** The tests that open a database; with TEST_DATABASE_URL they run a second time, on that server. */
const all = ["src/**/*.test.{ts,tsx}", "test/*.test.ts", "db/**/*.test.ts"];

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    projects: [
      project("PGlite", {}, all),
      ...(server ? [project("PostgreSQL", { SENGA_TEST_SERVER: server }, all)] : []),
    ],
  },
});
