import { relative } from "node:path";
import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";
import { type TestIdentity, firstLine, writeResult } from "./results.ts";

type Failures = Readonly<ReturnType<TestModule["errors"]>>;

export default class ResultsReporter implements Reporter {
  /** A test that blocks its thread is never reported, but its file is. */
  onTestModuleCollected(module: TestModule): void {
    writeResult({ ...idOf(module), status: "started" });
  }

  onTestCaseReady(test: TestCase): void {
    writeResult({ ...idOf(test), status: "started" });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    const status = state === "pending" ? "started" : state;
    const milliseconds = test.diagnostic()?.duration;
    writeResult({
      ...idOf(test),
      status,
      seconds: milliseconds && milliseconds / 1000,
      ...(errors && describe(test.module, errors)),
    });
  }

  /** A failing import or a failing `beforeAll` belongs to no test. */
  onTestModuleEnd(module: TestModule): void {
    const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
    writeResult({
      ...idOf(module),
      ...(errors.length > 0 ? { status: "failed", ...describe(module, errors) } : { status: "passed" }),
    });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: Failures): void {
    for (const error of errors)
      writeResult({
        id: "outside",
        runner: "vitest",
        file: "",
        titles: ["an error outside of all tests"],
        project: "",
        status: "failed",
        error: firstLine(`${error.name}: ${error.message}`),
      });
  }
}

function idOf(entity: TestCase | TestModule): TestIdentity {
  const titles: string[] = [];
  let each: TestCase | TestSuite | TestModule = entity;
  for (; each.type !== "module"; each = each.parent) titles.unshift(each.name);
  return {
    id: entity.id,
    runner: "vitest",
    file: each.relativeModuleId,
    titles,
    project: entity.project.name,
  };
}

function describe(module: TestModule, errors: Failures) {
  const [error] = errors;
  const stacks = error?.stacks ?? [];
  const frame = stacks.find(({ file }) => file === module.moduleId) ?? stacks[0];
  const place =
    frame && frame.file !== module.moduleId ? ` (${relative(process.cwd(), frame.file)}:${frame.line})` : "";
  return {
    line: frame?.file === module.moduleId ? frame.line : undefined,
    error: `${firstLine(error?.message ?? "")}${place}`,
  };
}
