/**
 * `npm run check [-- --changed[=<commit>]]`: types, lint, format and the tests without a browser; of these, those that
 * the change since the commit (the last one by default) can break. `npm run check -- --sizes`: what each page weighs, and
 * how much of its budget is left.
 */
import { buildIfStale } from "./build.ts";
import { findChangedTests } from "./testing/changed-tests.ts";
import { runSteps } from "./testing/run-steps.ts";
import { type Step, format, lint, nodeTypes, pageSizes, routeTypes, tests, types } from "./testing/steps.ts";

const option = process.argv[2] ?? "";
if (option === "--sizes") {
  buildIfStale(["pages"]);
  await runSteps([pageSizes]);
} else {
  const [isChanged, ref = "HEAD"] = /^--changed(?:=(.+))?$/.exec(option) ?? [];
  const files = isChanged ? findChangedTests(ref) : "all";
  const chosen: Step = files === "all" ? tests : { ...tests, command: [...tests.command, ...files] };
  await runSteps([routeTypes, [types, nodeTypes, lint, format, chosen]]);
}
