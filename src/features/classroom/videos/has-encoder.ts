import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Whether a build of node-av for this platform is installed; only the worker loads it. */
export function hasEncoder(): boolean {
  try {
    require.resolve("node-av");
    require.resolve(`@seydx/node-av-${process.platform}-${process.arch}`);
    return true;
  } catch {
    return false;
  }
}
