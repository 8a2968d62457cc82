import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const bin = (name: string) => join(root, "node_modules", ".bin", name);

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped?: number;
}

export interface Step {
  readonly title: string;
  readonly command: readonly string[];
  readonly env?: Record<string, string>;
  readonly report?: () => Outcome;
}

/** No step may hang: one that takes this long is ended, and fails. */
const longestStepSeconds = 35 * 60;

export const routeTypes: Step = { title: "route types", command: [bin("react-router"), "typegen"] };
export const types: Step = { title: "types", command: [bin("tsc"), "-p", "tsconfig.json"] };
export const nodeTypes: Step = {
  title: "types, as Node resolves",
  command: [bin("tsc"), "-p", "tsconfig.node.json"],
};
export const lint: Step = { title: "lint", command: [bin("oxlint"), "--type-aware", "--deny-warnings"] };
export const format: Step = { title: "format", command: [bin("oxfmt"), "--check"] };

const vitestReport = join(root, "reports", "vitest.json");
export const tests: Step = {
  title: "unit, integration and architecture tests",
  command: [bin("vitest"), "run", "--reporter=dot", "--reporter=json", `--outputFile.json=${vitestReport}`],
  report: () => {
    const { numPassedTests, numFailedTests, numPendingTests } = read(vitestReport) as {
      numPassedTests: number;
      numFailedTests: number;
      numPendingTests: number;
    };
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
  },
};

export const pageSizes: Step = { title: "page sizes", command: [bin("node"), "bench/size.ts"] };

const playwrightReport = join(root, "reports", "playwright.json");
export const journeys: Step = {
  title: "browser journeys",
  command: [bin("playwright"), "test", "--reporter=dot,json"],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
  report: () => {
    const { stats } = read(playwrightReport) as {
      stats: { expected: number; unexpected: number; flaky: number };
    };
    // A flaky test reveals a bug, so it counts as failed.
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
  },
};

const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

export async function runSteps(steps: readonly Step[]): Promise<void> {
  mkdirSync(join(root, "reports"), { recursive: true });
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for (const step of steps) {
    process.stdout.write(`\n── ${step.title}\n`);
    const started = performance.now();
    const succeeded = (await run(step)) === 0;
    const outcome = outcomeOf(step, succeeded);
    passed += outcome.passed;
    failed += outcome.failed;
    skipped += outcome.skipped ?? 0;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(`   ${outcome.passed} passed, ${outcome.failed} failed (${seconds} s)\n`);
  }
  process.stdout.write(skippedNote(skipped));
  process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** Races need a PostgreSQL server: PGlite has a single connection. */
function skippedNote(count: number): string {
  if (count === 0) return "";
  return process.env["TEST_DATABASE_URL"]
    ? "\nSkipped on the embedded database: races, which run on the PostgreSQL server only.\n"
    : "\nSkipped: races, which need a PostgreSQL server (set TEST_DATABASE_URL).\n";
}

function outcomeOf({ report }: Step, succeeded: boolean): Outcome {
  if (!report) return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    const outcome = report();
    // A non-zero exit without a failed test means that the runner itself broke.
    return succeeded || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function run({ command: [program = "", ...args], env }: Step): Promise<number> {
  return new Promise((done) => {
    const path = `${join(root, "node_modules", ".bin")}:${process.env["PATH"]}`;
    const child = spawn(program, args, {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...env, PATH: path },
    });
    const limit = setTimeout(() => {
      process.stdout.write(`\n${program} did not end within ${longestStepSeconds} seconds.\n`);
      // SIGKILL: a runner whose worker never yields does not act on a gentler signal.
      child.kill("SIGKILL");
    }, longestStepSeconds * 1000);
    const end = (code: number): void => {
      clearTimeout(limit);
      done(code);
    };
    child.on("error", () => end(1));
    child.on("exit", (code) => end(code ?? 1));
  });
}
