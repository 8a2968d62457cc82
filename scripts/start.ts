/** `npm start`: builds the pages when their sources have changed since the last build, then runs the site. */
import { buildIfStale } from "./build.ts";

// React decides by it, when it is first loaded, which of its two builds to be.
process.env["NODE_ENV"] = "production";
await buildIfStale();
const { startServer } = await import("../src/server.ts");
const { builtPages } = await import("../src/web/pages.ts");
await startServer(builtPages);
