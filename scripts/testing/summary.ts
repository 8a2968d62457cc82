import type { TestResult } from "./results.ts";

/** More than this means that the suite, or the product, depends on luck. */
export const maxSecondTries = 2;
/** Fits into the last hundred lines of a log. */
const maxFailures = 25;

/**
 * For people: each failed test with its location, the first line of its error and the screenshot. Then `N passed, N
 * failed` for machines.
 */
export function summarize(results: readonly TestResult[], atSecondTry: readonly TestResult[]): string {
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

export function nameOf({ file, line, titles, project }: TestResult): string {
  const place = file && `${file}${line ? `:${line}` : ""}`;
  return [place, titles.join(" › "), project && `[${project}]`].filter(Boolean).join("  ");
}

const skippedNote = (): string =>
  process.env["TEST_DATABASE_URL"]
    ? "Skipped on one of the databases: what only the other can show, such as races, which need the server."
    : "Skipped: races and query plans, which need a PostgreSQL server (set TEST_DATABASE_URL).";
