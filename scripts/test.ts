import { rmSync } from "node:fs";
import { buildIfStale } from "./build.ts";
import { findChromium } from "./chromium.ts";
import { format, journeys, lint, nodeTypes, pageSizes, routeTypes, runSteps, tests, types } from "./steps.ts";

rmSync("reports", { recursive: true, force: true });
const chromium = await findChromium();
buildIfStale();
const browser = chromium ? { ...journeys, env: { ...journeys.env, CHROMIUM_PATH: chromium } } : journeys;
await runSteps([routeTypes, types, nodeTypes, lint, format, pageSizes, tests, browser]);
