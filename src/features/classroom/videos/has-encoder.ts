import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export function hasEncoder(): boolean {
  try {
    require.resolve("node-av");
    require.resolve(`@seydx/node-av-${process.platform}-${process.arch}`);
    return true;
  } catch {
    return false;
  }
}
