/**
 * `npm test [-- --strict] [file …] [flag …]`: every check, or the tests of some files only, with flags for their
 * runner. `--strict` allows no second try. Exit codes: 0 green, 1 red.
 */
import { rmSync } from "node:fs";
import { buildIfStale } from "./build.ts";
import { findChromium } from "./chromium.ts";
import { runSteps } from "./testing/run-steps.ts";
import {
  type Step,
  format,
  journeys,
  lint,
  nodeTypes,
  pageSizes,
  routeTypes,
  tests,
  types,
} from "./testing/steps.ts";

const words = process.argv.slice(2);
const isStrict = words.includes("--strict");
const files = words.filter((word) => !word.startsWith("--"));
const flags = words.filter((word) => word.startsWith("--") && word !== "--strict");

rmSync("reports", { recursive: true, force: true });
const isJourney = (file: string) => file.includes("journeys") || file.endsWith(".spec.ts");
const ofFiles = (step: Step, chosen: readonly string[]): Step[] =>
  chosen.length > 0 ? [{ ...step, command: [...step.command, ...chosen, ...flags] }] : [];
const needsBrowser = files.length === 0 || files.some(isJourney);
const chromium = needsBrowser ? await findChromium() : undefined;
buildIfStale();
const browser = journeys(chromium);
const steps =
  files.length === 0
    ? [routeTypes, [types, nodeTypes, lint, format, pageSizes, tests], browser]
    : [
        ...ofFiles(
          tests,
          files.filter((file) => !isJourney(file)),
        ),
        ...ofFiles(browser, files.filter(isJourney)),
      ];
await runSteps(steps, { isStrict, chromium });
