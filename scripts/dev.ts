/**
 * `npm run dev`: the site from its sources. An edited page reloads in the browser; an edit of what the server itself
 * imports restarts it.
 */
import { spawn } from "node:child_process";

const child = spawn(
  process.execPath,
  ["--watch", "--watch-preserve-output", "--disable-warning=ExperimentalWarning", "scripts/serve-sources.ts"],
  { stdio: "inherit" },
);
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill());
child.on("exit", (code) => process.exit(code ?? 1));
