/** `npm run fuzz [seed]`. */
import { buildIfStale } from "./build.ts";
import { findChromium } from "./chromium.ts";
import { type Step, journeys, runSteps, tests } from "./steps.ts";

const seed = process.argv[2] ?? String(Math.floor(Math.random() * 1e9));
process.stdout.write(`Seed ${seed}\n`);

const fuzzStep = (
  step: Step,
  title: string,
  file: string,
  runs: number,
  env: Record<string, string> = {},
): Step => ({
  ...step,
  title,
  command: [...step.command, file],
  env: { ...step.env, ...env, FUZZ_SEED: seed, FUZZ_RUNS: String(runs) },
});

const chromium = await findChromium();
buildIfStale();
await runSteps([
  fuzzStep(tests, "odd calls of the API", "test/api/fuzz.test.ts", 7000),
  fuzzStep(
    journeys,
    "odd visits",
    "test/journeys/fuzz.spec.ts",
    3000,
    chromium ? { CHROMIUM_PATH: chromium } : {},
  ),
]);
