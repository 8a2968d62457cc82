import { startServer } from "../src/server.ts";
import { developmentPages } from "../src/pages/dev-server.ts";

process.env["NODE_ENV"] = "development";
await startServer(developmentPages);
