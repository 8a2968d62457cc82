import { format, lint, nodeTypes, routeTypes, runSteps, tests, types } from "./steps.ts";

await runSteps([routeTypes, types, nodeTypes, lint, format, tests]);
