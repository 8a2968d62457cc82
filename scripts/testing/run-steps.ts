import { maxSecondTries, nameOf, summarize } from "./summary.ts";
import type { TestResult } from "./results.ts";
import { runStep } from "./run-step.ts";
import { type Step, journeys, tests } from "./steps.ts";

/** Skips the second try if the build is broken. */
const maxRetried = 10;

export interface RunOptions {
  /** Allows no second try. */
  readonly isStrict?: boolean;
  readonly chromium?: string | undefined;
}

/**
 * Prints the summary and sets the exit code. The steps of an inner list run concurrently: compilers use the processor while
 * tests wait.
 */
export async function runSteps(
  groups: readonly (Step | readonly Step[])[],
  { isStrict = false, chromium }: RunOptions = {},
): Promise<void> {
  const all: TestResult[] = [];
  for (const group of groups) {
    const steps = [group].flat();
    all.push(...(await Promise.all(steps.map((step) => reportStep(step, steps.length > 1)))).flat());
  }
  const again = isStrict ? [] : await tryAgain(all, chromium);
  const isMended = ({ id, runner }: TestResult) =>
    again.some((each) => each.id === id && each.runner === runner);
  const results = all.map((each) => (isMended(each) ? { ...each, status: "passed" as const } : each));
  process.stdout.write(summarize(results, again));
  const hasFailed = results.some(({ status }) => status === "failed");
  process.exitCode = hasFailed || again.length > maxSecondTries ? 1 : 0;
}

/** Among concurrent steps, only a test runner prints while it runs. */
async function reportStep(step: Step, isBesideOthers: boolean): Promise<readonly TestResult[]> {
  const isQuiet = isBesideOthers && step.results === undefined;
  if (!isQuiet) process.stdout.write(`\n── ${step.title}\n`);
  const started = performance.now();
  const results = await runStep(step, isQuiet);
  const count = (wanted: TestResult["status"]) => results.filter(({ status }) => status === wanted).length;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (isQuiet) process.stdout.write(`\n── ${step.title}\n`);
  process.stdout.write(`   ${count("passed")} passed, ${count("failed")} failed (${seconds} s)\n`);
  return results;
}

/** Returns the tests that pass when run alone, after all others have ended. */
async function tryAgain(results: readonly TestResult[], chromium: string | undefined): Promise<TestResult[]> {
  const failed = results.filter(({ status }) => status === "failed");
  if (failed.length > maxRetried || failed.some(({ file }) => !file)) return [];
  const passed: TestResult[] = [];
  for (const test of failed) {
    process.stdout.write(`\n── second try: ${nameOf(test)}\n`);
    const again = await runStep(alone(test, chromium));
    const isGreen = again.every(({ status }) => status !== "failed");
    if (isGreen && again.some(({ status }) => status === "passed")) passed.push(test);
  }
  return passed;
}

/** A step that runs only this test, or all tests of a file that failed to run. */
function alone({ runner, file, titles, project }: TestResult, chromium: string | undefined): Step {
  const pattern = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(" ");
  const step = runner === "vitest" ? tests : journeys(chromium);
  const selection =
    pattern === "" ? [] : runner === "vitest" ? ["-t", `^${pattern}$`] : ["-g", `${pattern}$`];
  const inProject = project ? [`--project=${project}`] : [];
  return {
    ...step,
    command: [
      ...step.command,
      file,
      ...selection,
      ...inProject,
      // A separate folder keeps the screenshots of the first try.
      ...(runner === "vitest" ? [] : ["--workers=1", "--output=reports/second-try"]),
    ],
    results: "second-try.jsonl",
  };
}
