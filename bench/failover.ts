/**
 * `npm run bench -- failover [scenario …]`: what an outage of each part costs, on a cluster of hosts in network namespaces:
 * three with PostgreSQL and Patroni, two sites, HAProxy, a bucket, and a payment provider and a mail relay that never fail.
 * Linux and root. `BUYERS` and `READERS` are how many are there at a time (5). `-- failover down` removes what a killed run left.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addNetwork, listNamespaces, removeNetwork } from "./failover/network.ts";
import { describePatroni, whatIsMissing } from "./failover/requirements.ts";
import { scenarios } from "./failover/scenarios.ts";
import { say, sayLoad } from "./parts/figures.ts";

const folderPrefix = join(tmpdir(), "senga-failover-");

async function tearDown(): Promise<void> {
  await removeNetwork();
  for (const folder of globSync(`${folderPrefix}*`))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** In the client's namespace, from where all hosts are reached. Returns its exit code. */
async function runThere(folder: string, names: readonly string[]): Promise<number> {
  const program = join(import.meta.dirname, "failover", "main.ts");
  const command = ["netns", "exec", "senga-client", process.execPath, program, folder, ...names];
  const child: ChildProcess = spawn("ip", command, { stdio: ["ignore", "inherit", "inherit"] });
  const end = (): void => void child.kill("SIGKILL");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  return new Promise((done) => child.once("exit", (code) => done(code ?? 130)));
}

async function refusal(names: readonly string[]): Promise<string | undefined> {
  const unknown = names.find((name) => !Object.hasOwn(scenarios, name));
  if (unknown !== undefined)
    return `There is no scenario "${unknown}", but ${Object.keys(scenarios).join(", ")}.`;
  const missing = await whatIsMissing();
  if (missing !== undefined) return missing;
  const [namespace] = await listNamespaces();
  if (namespace !== undefined)
    return `The network namespace ${namespace} exists: another run is under way, or was killed. After that, "npm run bench -- failover down" removes what it left.`;
  return undefined;
}

const names = process.argv.slice(3);
if (names[0] === "down") await tearDown();
else {
  const reason = await refusal(names);
  if (reason !== undefined) {
    process.stderr.write(`${reason}\n`);
    process.exitCode = 1;
  } else {
    say(await describePatroni());
    sayLoad();
    const folder = mkdtempSync(folderPrefix);
    // PostgreSQL's user must reach its own part.
    chmodSync(folder, 0o755);
    try {
      await addNetwork();
      process.exitCode = await runThere(folder, names.length > 0 ? names : Object.keys(scenarios));
    } finally {
      await tearDown();
    }
    sayLoad();
  }
}
