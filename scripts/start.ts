/** `npm start`: builds the pages when their sources have changed since the last build, then runs the site. */
import { buildIfStale } from "./build.ts";

const { builtPages } = await import("../src/web/pages.ts");
const { startServer } = await import("../src/server.ts");
process.env["NODE_ENV"] = "production";
await buildIfStale();
await startServer(builtPages);
