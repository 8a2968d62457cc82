/**
 * `npm run check [-- --changed[=<commit>]]`: types, lint, format and the tests without a browser; of these, those that
 * the change since the commit (the last one by default) can break.
 */
import { findChangedTests } from "./testing/changed-tests.ts";
import { runSteps } from "./testing/run-steps.ts";
import { type Step, format, lint, nodeTypes, routeTypes, tests, types } from "./testing/steps.ts";

const [, ref] = /^--changed(?:=(.+))?$/.exec(process.argv[2] ?? "") ?? [];
const isChanged = process.argv[2]?.startsWith("--changed") ?? false;
const files = isChanged ? findChangedTests(ref ?? "HEAD") : "all";
const chosen: Step = files === "all" ? tests : { ...tests, command: [...tests.command, ...files] };
await runSteps([routeTypes, [types, nodeTypes, lint, format, chosen]]);
