/** `npm start`: builds the pages when their sources have changed since the last build, then runs the site. */
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { buildIfStale } from "./build.ts";

// What the last start compiled is not compiled again: the first page comes half a second earlier.
enableCompileCache(join(import.meta.dirname, "..", "build", ".compiled"));

// React decides by it, when it is first loaded, which of its two builds to be.
process.env["NODE_ENV"] = "production";
await buildIfStale();
const { startServer } = await import("../src/server.ts");
const { builtPages } = await import("../src/pages/mount-pages.ts");
await startServer(builtPages);
