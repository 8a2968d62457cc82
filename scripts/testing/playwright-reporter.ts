import { relative } from "node:path";
import type { Reporter, TestCase, TestError, TestResult } from "@playwright/test/reporter";
import { type TestIdentity, firstLine, writeResult } from "./results.ts";

export default class ResultsReporter implements Reporter {
  onTestBegin(test: TestCase): void {
    writeResult({ ...idOf(test), status: "started" });
  }

  onTestEnd(test: TestCase, { status, error, attachments, duration }: TestResult): void {
    const screenshots = attachments.flatMap(({ contentType, path }) =>
      path && contentType === "image/png" ? relative(process.cwd(), path) : [],
    );
    const isAsExpected = status === test.expectedStatus;
    writeResult({
      ...idOf(test),
      status: status === "skipped" ? "skipped" : isAsExpected ? "passed" : "failed",
      seconds: duration / 1000,
      line: error?.location?.line ?? test.location.line,
      error: error && wordsOf(error),
      screenshots,
    });
  }

  onError(error: TestError): void {
    const outside: TestIdentity = {
      id: "outside",
      runner: "playwright",
      file: error.location ? relative(process.cwd(), error.location.file) : "",
      titles: ["an error outside of all tests"],
      project: "",
    };
    writeResult({ ...outside, status: "failed", error: wordsOf(error) });
  }
}

/** With the cause: "fetch failed" alone says nothing. */
const wordsOf = ({ message = "", cause }: TestError): string =>
  firstLine(message) + (cause ? `: ${wordsOf(cause)}` : "");

function idOf(test: TestCase): TestIdentity {
  const { id, location, parent } = test;
  // Root, project, file, suites, test.
  const [, , , ...titles] = test.titlePath();
  return {
    id,
    runner: "playwright",
    file: relative(process.cwd(), location.file),
    titles,
    project: parent.project()?.name ?? "",
  };
}
