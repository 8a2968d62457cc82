import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

const executablePath = process.env["CHROMIUM_PATH"];

/** These wait for servers of their own, or for films. Last, they would leave the other cores idle for a minute. */
const longOnes = [
  "cluster.spec.ts",
  "films-from-bucket.spec.ts",
  "class-building.spec.ts",
  "promises.spec.ts",
  "watching.spec.ts",
];

export default defineConfig({
  testDir: "test/journeys",
  globalSetup: "./test/journeys/support/demo-database.ts",
  outputDir: "reports/journeys",
  fullyParallel: true,
  projects: [
    { name: "long ones first", testMatch: longOnes },
    { name: "the others", testIgnore: longOnes },
  ],
  workers: availableParallelism() + 1,
  forbidOnly: true,
  // A journey that passes only on a retry reveals a bug.
  retries: 0,
  // Ends a hang. It must not judge speed on a busy machine.
  timeout: 240_000,
  expect: { timeout: 15_000, toPass: { timeout: 30_000 } },
  use: {
    actionTimeout: 15_000,
    // A trace of every journey costs a fifth of their time: `playwright test --trace on` writes one.
    trace: "off",
    // Motion costs a tenth of their time. Where it is the subject, a journey asks for it.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumArguments() },
  },
});

function chromiumArguments(): string[] {
  return [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    // A drawing is drawn again for each tile that it touches: in tiles of 256 pixels, for a tenth of the processor's time.
    "--default-tile-width=1280",
    "--default-tile-height=1024",
    "--no-first-run",
    // No request leaves the machine. A route that blocks them would turn off the HTTP cache.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
}
