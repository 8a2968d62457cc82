import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..", "..");
const bin = (name: string) => join(root, "node_modules", ".bin", name);
const reporter = (file: string) => join(root, "scripts", "testing", file);

export interface Step {
  readonly title: string;
  readonly command: readonly string[];
  readonly env?: Record<string, string>;
  /** The reporter's output file, in `reports/`. A step without one passes or fails as a whole. */
  readonly results?: string;
}

export const routeTypes: Step = { title: "route types", command: [bin("react-router"), "typegen"] };
// Several threads check the same types more than once, the linter's too. One takes as long on two cores, with half of the
// processor time.
export const types: Step = {
  title: "types",
  command: [bin("tsc"), "-p", "tsconfig.json", "--checkers", "1"],
};
export const nodeTypes: Step = {
  title: "types, as Node resolves",
  command: [bin("tsc"), "-p", "tsconfig.node.json", "--checkers", "1"],
};
export const lint: Step = {
  title: "lint",
  command: [bin("oxlint"), "--type-aware", "--deny-warnings"],
  env: { GOMAXPROCS: "1" },
};
export const format: Step = { title: "format", command: [bin("oxfmt"), "--check"] };
export const pageSizes: Step = { title: "page sizes", command: [process.execPath, "bench/size.ts"] };

export const tests: Step = {
  title: "unit, integration and architecture tests",
  command: [bin("vitest"), "run", "--reporter=dot", `--reporter=${reporter("vitest-reporter.ts")}`],
  // Otherwise it colors output redirected to a file in CI too.
  env: process.stdout.isTTY ? {} : { NO_COLOR: "1" },
  results: "vitest.jsonl",
};

/** @param chromium its path; undefined lets Playwright report what is missing */
export const journeys = (chromium: string | undefined): Step => ({
  title: "browser journeys",
  command: [bin("playwright"), "test", `--reporter=dot,${reporter("playwright-reporter.ts")}`],
  env: chromium ? { CHROMIUM_PATH: chromium } : {},
  results: "journeys.jsonl",
});

export const engines: Step = {
  title: "the main job in other browsers",
  command: [
    bin("playwright"),
    "test",
    "--config=test/browsers/playwright.config.ts",
    `--reporter=list,${reporter("playwright-reporter.ts")}`,
  ],
  results: "browsers.jsonl",
};
