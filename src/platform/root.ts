import { findPackageJSON } from "node:module";
import { dirname } from "node:path";

/** The repository's folder. `import.meta.dirname` is elsewhere in the bundle than in the sources. */
export const root = dirname(findPackageJSON(import.meta.url)!);
