import { defineConfig } from "@playwright/test";

const executablePath = process.env["CHROMIUM_PATH"];

export default defineConfig({
  testDir: "test/journeys",
  outputDir: "reports/journeys",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A journey that passes only the second time has a bug in it, or has found one.
  retries: 0,
  // Far from what they take, also on a machine with much else to do: a limit ends what hangs, and judges nothing.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  use: {
    trace: "retain-on-failure",
    ...(executablePath && { launchOptions: { executablePath, args: chromiumArguments() } }),
  },
});

/** A browser that talks to nobody but the site. */
function chromiumArguments(): string[] {
  return [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
}
