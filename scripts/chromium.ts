import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

// The headless shell takes two thirds of the time of the full browser.
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** Undefined lets Playwright report what is missing. */
export async function findChromium(): Promise<string | undefined> {
  const found = findInstalled();
  if (found) return found;
  process.stdout.write("Installing a Chromium for the browser journeys …\n");
  const playwright = join(import.meta.dirname, "..", "node_modules", ".bin", "playwright");
  if (
    spawnSync(playwright, ["install", "chromium", "--only-shell"], { stdio: "ignore", timeout: 300_000 })
      .status === 0
  )
    return findInstalled();
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    const install = ["install", "-y", "-qq", "--no-install-recommends", "chromium-headless-shell"];
    spawnSync("apt-get", install, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
  return findInstalled();
}

function findInstalled(): string | undefined {
  const configured = process.env["CHROMIUM_PATH"];
  if (configured) return configured;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const onPath = names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
  if (onPath) return onPath;
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}
