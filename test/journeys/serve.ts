/** The site from its production build, which the test command has made; journeys never build. */
import { startServer } from "../../src/server.ts";
import { builtPages } from "../../src/pages/mount-pages.ts";

await startServer(builtPages);
