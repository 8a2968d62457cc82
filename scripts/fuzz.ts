/** `npm run fuzz [seed]`. */
import { buildIfStale } from "./build.ts";
import { findChromium } from "./chromium.ts";
import { runSteps } from "./testing/run-steps.ts";
import { type Step, journeys, tests } from "./testing/steps.ts";

const seed = process.argv[2] ?? String(Math.floor(Math.random() * 1e9));
process.stdout.write(`Seed ${seed}\n`);

const fuzzStep = (step: Step, title: string, file: string, runs: number): Step => ({
  ...step,
  title,
  command: [...step.command, file],
  env: { ...step.env, FUZZ_SEED: seed, FUZZ_RUNS: String(runs) },
});

const chromium = await findChromium();
buildIfStale();
await runSteps(
  [
    // Plus two fifths as many undeclared requests: ten thousand in all.
    fuzzStep(tests, "odd calls", "test/api/fuzz.test.ts", 5000),
    fuzzStep(journeys(chromium), "odd visits", "test/journeys/fuzz.spec.ts", 3000),
  ],
  { isStrict: true },
);
