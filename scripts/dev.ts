/** Not `node --watch`: React Router's plugin writes watched files at each start, which would loop. */
import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";

/** Editors save in several steps; one restart covers them all. */
const debounceMilliseconds = 150;

let server = start();
let isRestarting = false;
let timer: NodeJS.Timeout | undefined;

function start(): ChildProcess {
  return spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/serve-sources.ts"], {
    stdio: "inherit",
  });
}

async function restart(): Promise<void> {
  if (isRestarting) return;
  isRestarting = true;
  if (server.exitCode === null && server.signalCode === null) {
    const exited = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await exited;
  }
  server = start();
  isRestarting = false;
}

for (const folder of ["src", "sandbox", "db"]) {
  watch(folder, { recursive: true }, (_event, file) => {
    if (!file || !file.endsWith(".ts") || /\.test\.ts$|^ui\//.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void restart(), debounceMilliseconds);
  });
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (server.exitCode !== null || server.signalCode !== null) process.exit(0);
    server.once("exit", () => process.exit(0));
    server.kill("SIGTERM");
  });
}
