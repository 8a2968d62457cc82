import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { deriveKeysFrom } from "../../src/platform/secrets.ts";
import { deriveStripeKeys } from "../../src/sandbox/stripe/keys.ts";
import { freePort } from "../free-port.ts";

/** The production build on a port and a data folder of its own, with the demo school. */
export interface Site {
  readonly origin: string;
  /** Switches the payment sandbox's faults on, instead of those that were. */
  readonly setFaults: (faults: readonly object[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const root = resolve(import.meta.dirname, "..", "..");

export async function startSite(): Promise<Site> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "senga-journey-"));
  const secret = "a secret of thirty-two characters or more";
  const server = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "test/journeys/serve.ts"],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: "production",
        PORT: String(port),
        DATA_DIR: folder,
        SECRET: secret,
        RATE_LIMIT_FACTOR: "1000",
        LOG_LEVEL: "error",
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  await untilOpen(server);
  const origin = `http://localhost:${port}`;
  const { secretKey } = deriveStripeKeys(deriveKeysFrom(secret));
  const order = async (method: string, body?: string): Promise<void> => {
    const headers = { authorization: `Bearer ${secretKey}`, "content-type": "application/json" };
    const answer = await fetch(`${origin}/sandbox/stripe/faults`, { method, headers, ...(body && { body }) });
    if (!answer.ok) throw new Error(`the sandbox did not take the order: ${await answer.text()}`);
  };
  return {
    origin,
    setFaults: async (faults) => {
      await order("DELETE");
      await order("POST", JSON.stringify({ faults }));
    },
    stop: async () => {
      const gone = new Promise((done) => server.once("exit", done));
      server.kill("SIGTERM");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when the server has said that it is open. */
function untilOpen(server: ChildProcess): Promise<void> {
  return new Promise((done, failed) => {
    let said = "";
    server.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("Senga is open at")) done();
    });
    server.once("exit", (code) => failed(new Error(`the site ended with ${code}: ${said}`)));
  });
}
