/** The sites as they were built, the provider (a third of them), the store and the mail relay. */
import { devNull } from "node:os";
import { join } from "node:path";
import { root } from "../../src/platform/root.ts";
import { seconds } from "../parts/site.ts";
import { providerDatabase, siteDatabase, siteReplica } from "./databases.ts";
import { addresses, runOn, startOn } from "./network.ts";

export const siteHosts = ["site1", "site2"] as const;
export type SiteHost = (typeof siteHosts)[number];

export const balancerUrl = `http://${addresses.balancer}`;
export const providerUrl = `http://${addresses.provider}:3000`;
export const urlOf = (host: SiteHost): string => `http://${addresses[host]}:3000`;

export const mailsIn = (folder: string): string => join(folder, "mails.jsonl");

/** The same for all, so that they share sessions and the provider's keys. */
export const sharedSettings = {
  SECRET: "failover".repeat(5),
  RATE_LIMIT_FACTOR: "100000",
  SERVE_DEMO_TO_EVERYONE: "yes",
  DEMO_SCHOOL: "no",
};

const settingsOfSites = {
  ORIGIN: balancerUrl,
  TRUST_PROXY: "1",
  DATABASE_URL: siteDatabase,
  SANDBOX_STRIPE_URL: providerUrl,
  SANDBOX_SMTP_URL: `smtp://${addresses.provider}:2525`,
  S3_ENDPOINT: `http://${addresses.store}:9000`,
  S3_REGION: "us-east-1",
  S3_BUCKET: "pictures",
  // The only credentials that s3rver accepts.
  S3_ACCESS_KEY_ID: "S3RVER",
  S3_SECRET_ACCESS_KEY: "S3RVER",
};
const settingsOfProvider = {
  ORIGIN: providerUrl,
  DATABASE_URL: providerDatabase,
  SANDBOX_STRIPE_WEBHOOK_URL: `${balancerUrl}/api/stripe/webhook`,
};

/** As `npm start` does. The sites share a data folder, for uploads. */
function startBuilt(
  folder: string,
  host: SiteHost | "provider",
  settings: Readonly<Record<string, string>>,
): void {
  const flags = "--max-semi-space-size=4 --heap-growing-percent=30 --enable-source-maps";
  startOn(host, {
    command: `${process.execPath} ${flags} ${join(root, "build", "node", "start.js")}`,
    // Every interface: the sandbox that runs jobs answers on the loopback alone.
    env: { ...sharedSettings, ...settings, HOST: "0.0.0.0", PORT: "3000", MALLOC_ARENA_MAX: "2" },
    folder,
    log: `${host}.log`,
  });
}

export const startSite = (folder: string, host: SiteHost, readsReplicas = false): void =>
  startBuilt(folder, host, {
    ...settingsOfSites,
    ...(readsReplicas && { DATABASE_REPLICA_URL: siteReplica }),
    DATA_DIR: join(folder, "sites"),
  });

export const startProvider = (folder: string): void =>
  startBuilt(folder, "provider", { ...settingsOfProvider, DATA_DIR: join(folder, "provider", "site") });

export async function waitUntilReady(url: string): Promise<void> {
  const limit = performance.now() + 120_000;
  while (performance.now() < limit) {
    const answer = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(5000) }).catch(
      () => undefined,
    );
    if (answer?.ok) return;
    await seconds(0.2);
  }
  throw new Error(`${url} is not ready after two minutes`);
}

/** Returns whether this build has the job. */
export async function runJob(host: SiteHost, name: string): Promise<boolean> {
  const url = `http://127.0.0.1:3000/sandbox/jobs/${encodeURIComponent(name)}`;
  const status = await runOn(host, `curl -s -o ${devNull} -w %{http_code} -X POST ${url}`);
  return status === "204";
}

export function startStore(folder: string): void {
  const program = join(root, "node_modules", "s3rver", "bin", "s3rver.js");
  const options = `-a ${addresses.store} -p 9000 -d ${join(folder, "store")} -s --configure-bucket pictures`;
  startOn("store", { command: `${process.execPath} ${program} ${options}`, folder, log: "store.log" });
}

export function startMailRelay(folder: string): void {
  const program = `${join(import.meta.dirname, "mail-relay.ts")} ${addresses.provider} 2525 ${mailsIn(folder)}`;
  startOn("provider", { command: `${process.execPath} ${program}`, folder, log: "mail-relay.log" });
}
