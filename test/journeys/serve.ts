/** Serves the production build; journeys never build. */
import { startServer } from "../../src/server.ts";
import { builtPages } from "../../src/pages/mount-pages.ts";

await startServer(builtPages);
