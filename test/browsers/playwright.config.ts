import { defineConfig } from "@playwright/test";

/** The browsers are started by the tests. */
export default defineConfig({
  testDir: ".",
  outputDir: "../../reports/browsers",
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 300_000,
  expect: { timeout: 30_000 },
});
