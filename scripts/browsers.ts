/** `npm run browsers`: the main job in each installed engine, wide and narrow, and with a screen reader. */
import { missingForOrca } from "../test/browsers/orca.ts";
import { chromium, firefox } from "../test/browsers/puppeteer.ts";
import { webkit } from "../test/browsers/webkit.ts";
import { buildIfStale } from "./build.ts";
import { runSteps } from "./testing/run-steps.ts";
import { engines } from "./testing/steps.ts";

for (const { name, missing } of [firefox, webkit, chromium, { name: "Orca", missing: missingForOrca }])
  if (missing) process.stdout.write(`Skipping ${name}: ${missing} is not installed. See docs/testing.md.\n`);
if (firefox.missing && webkit.missing && chromium.missing) process.exitCode = 1;
else {
  buildIfStale();
  await runSteps([engines], { isStrict: true });
}
