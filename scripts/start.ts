import cluster from "node:cluster";
import { superviseProcesses } from "../src/processes.ts";
import { type Settings, SettingsError, loadEnvFile, readSettings } from "../src/settings/settings.ts";

const settings = cluster.isPrimary ? readSiteSettings() : undefined;
if (settings && settings.processes > 1) await superviseProcesses(settings);
else {
  // The supervisor loads none of it.
  const { startServer } = await import("../src/server.ts");
  const { builtPages } = await import("../src/pages/mount-pages.ts");
  await startServer(builtPages);
}

/** Undefined: the server reports the error. */
function readSiteSettings(): Settings | undefined {
  loadEnvFile(process.cwd());
  try {
    return readSettings();
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}
