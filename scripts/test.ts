/** `npm test`: everything, the browser journeys against the production build included. */
import { rmSync } from "node:fs";
import { buildIfStale } from "./build.ts";
import { findChromium } from "./chromium.ts";
import { format, journeys, lint, nodeTypes, pageSizes, routeTypes, runSteps, tests, types } from "./steps.ts";

rmSync("reports", { recursive: true, force: true });
const chromium = await findChromium();
await buildIfStale();
const browser = chromium ? { ...journeys, env: { ...journeys.env, CHROMIUM_PATH: chromium } } : journeys;
const { passed, failed } = await runSteps([
  routeTypes,
  types,
  nodeTypes,
  lint,
  format,
  pageSizes,
  tests,
  browser,
]);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
