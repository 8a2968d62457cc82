import { findPackageJSON } from "node:module";
import { dirname } from "node:path";

/** The repository's folder. In the bundle, `import.meta.dirname` differs from the sources. */
export const root = dirname(findPackageJSON(import.meta.url)!);
