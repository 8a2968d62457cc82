/** The site without its background jobs, and with its payment provider in another process. Argument: the provider's URL. */
import { createApp } from "../../src/app.ts";
import { createContext } from "../../src/context.ts";
import { createLog } from "../../src/platform/log.ts";
import { readSettings } from "../../src/settings/settings.ts";

const settings = readSettings();
const [, , provider = ""] = process.argv;
const sandboxes = { ...settings.sandboxes, stripeUrl: provider };
const context = await createContext({ ...settings, sandboxes }, createLog(settings.logLevel));
const app = await createApp(context);
await app.listen({ port: settings.port, host: settings.host });
process.once("disconnect", () => process.exit());
process.send?.("ready");
