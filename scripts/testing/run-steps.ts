import type { TestResult } from "./results.ts";
import { runStep } from "./run-step.ts";
import { type Step, journeys, tests } from "./steps.ts";

/** A build that is broken is not worth its second try. */
const maxRetried = 10;

export interface RunOptions {
  /** Knows no second try. */
  readonly isStrict?: boolean;
  readonly chromium?: string | undefined;
}

/**
 * Runs one step after the other, those of an inner list at the same time: compilers use the processor while tests wait.
 * Prints the summary and sets the exit code.
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

/** Beside others, only a runner of tests prints while it runs. */
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

/** Returns the tests that pass when each runs by itself, after all others have ended. */
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

/** A step that runs this test only, or all tests of a file that could not run. */
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
      // A folder of its own keeps the screenshots of the first try.
      ...(runner === "vitest" ? [] : ["--workers=1", "--output=reports/second-try"]),
    ],
    results: "second-try.jsonl",
  };
}

/** More than this means that the suite, or the product, depends on luck. */
const maxSecondTries = 2;
/** Fits into the last hundred lines of a log. */
const maxFailures = 25;

/**
 * For people: each failed test with its location, the first line of its error and the screenshot. Then `N passed, N
 * failed` for machines.
 */
function summarize(results: readonly TestResult[], atSecondTry: readonly TestResult[]): string {
  const count = (wanted: TestResult["status"]) => results.filter(({ status }) => status === wanted).length;
  const failed = results.filter(({ status }) => status === "failed");
  const skipped = count("skipped");
  const lines = [
    ...(failed.length > 0 ? ["", "Failed:"] : []),
    ...failed.slice(0, maxFailures).flatMap(describeFailure),
    ...(failed.length > maxFailures ? [`  and ${failed.length - maxFailures} more`] : []),
    ...(skipped > 0 ? ["", skippedNote()] : []),
    ...(atSecondTry.length > maxSecondTries
      ? ["", `More than ${maxSecondTries} second tries fail the run.`]
      : []),
    ...(atSecondTry.length > 0
      ? ["", `Passed only at the second try: ${atSecondTry.map(nameOf).join("; ")}`]
      : []),
    "",
    `${count("passed")} passed, ${failed.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
  ];
  return `${lines.join("\n")}\n`;
}

const describeFailure = (result: TestResult): string[] => [
  `  ${nameOf(result)}`,
  ...(result.error?.split("\n") ?? []).map((line) => `    ${line.slice(0, 300)}`),
  ...(result.screenshots ?? []).map((path) => `    ${path}`),
];

function nameOf({ file, line, titles, project }: TestResult): string {
  const place = file && `${file}${line ? `:${line}` : ""}`;
  return [place, titles.join(" › "), project && `[${project}]`].filter(Boolean).join("  ");
}

const skippedNote = (): string =>
  process.env["TEST_DATABASE_URL"]
    ? "Skipped on one of the databases: what only the other can show, such as races, which need the server."
    : "Skipped: races and query plans, which need a PostgreSQL server (set TEST_DATABASE_URL).";
