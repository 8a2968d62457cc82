import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** The file that a reporter writes, one JSON object per line, so that results survive a killed runner. */
export const resultsVariable = "SENGA_TEST_RESULTS";

export interface TestIdentity {
  /** Unique within a run. */
  readonly id: string;
  readonly runner: "vitest" | "playwright" | "step";
  /** Relative to the root. */
  readonly file: string;
  /** Suites and test. Empty: the file itself, which failed to run. */
  readonly titles: readonly string[];
  /** Vitest runs some files on two databases. */
  readonly project: string;
}

export interface TestResult extends TestIdentity {
  readonly status: "started" | "passed" | "failed" | "skipped";
  readonly seconds?: number | undefined;
  readonly line?: number | undefined;
  readonly error?: string | undefined;
  /** One per open page. */
  readonly screenshots?: readonly string[];
}

export function writeResult(result: TestResult): void {
  const file = process.env[resultsVariable];
  if (file) appendFileSync(file, `${JSON.stringify(result)}\n`);
}

/** The last result of each test. A test or file that started but did not end counts as failed. */
export function readResults(file: string): TestResult[] {
  if (!existsSync(file)) return [];
  const results = new Map<string, TestResult>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    // A killed runner may leave half a line.
    if (!line.endsWith("}")) continue;
    const result = JSON.parse(line) as TestResult;
    // Vitest may report a test's start after its end.
    if (result.status !== "started" || !results.has(result.id)) results.set(result.id, result);
  }
  return [...results.values()]
    .map((result) =>
      result.status === "started"
        ? ({ ...result, status: "failed", error: "It did not end." } as const)
        : result,
    )
    .filter(({ status, titles }) => status === "failed" || titles.length > 0);
}

export const firstLine = (message: string): string =>
  message
    // oxlint-disable-next-line no-control-regex
    .replace(/\u001B\[[\d;]*m/g, "")
    .split("\n")
    .find((line) => line.trim())
    ?.trim() ?? "";
