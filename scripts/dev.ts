/**
 * `npm run dev`: the site from its sources. An edited page is exchanged in the browser by Vite; an edit of the server's own
 * files (`.ts`, but for those of the ui) starts the server again. Not `node --watch`: it watches what React Router's plugin
 * writes at each start as well, and would never come to rest.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";

/** Editors save in several strokes; one restart answers them all. */
const restMilliseconds = 150;

let server = start();
let isRestarting = false;
let timer: NodeJS.Timeout | undefined;

function start(): ChildProcess {
  return spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/serve-sources.ts"], {
    stdio: "inherit",
  });
}

/** Waits for the old server to let go of the port and the data folder. */
async function restart(): Promise<void> {
  if (isRestarting) return;
  isRestarting = true;
  if (server.exitCode === null && server.signalCode === null) {
    const gone = new Promise((done) => server.once("exit", done));
    server.kill("SIGTERM");
    await gone;
  }
  server = start();
  isRestarting = false;
}

for (const folder of ["src", "db"]) {
  watch(folder, { recursive: true }, (_event, file) => {
    if (!file || !file.endsWith(".ts") || /\.test\.ts$|^ui\//.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void restart(), restMilliseconds);
  });
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    server.once("exit", () => process.exit(0));
    server.kill(signal);
  });
}
