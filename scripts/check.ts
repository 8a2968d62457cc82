/** `npm run check`: everything but the browser. */
import { format, lint, nodeTypes, routeTypes, runSteps, tests, types } from "./steps.ts";

const { passed, failed } = await runSteps([routeTypes, types, nodeTypes, lint, format, tests]);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
