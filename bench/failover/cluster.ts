/** All hosts together: built, harmed for one scenario, and whole again. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { seconds } from "../parts/site.ts";
import { type OldSessions, startBalancer } from "./balancer.ts";
import { databaseHosts, startDatabaseHost, startProviderDatabase } from "./database-hosts.ts";
import { createDatabase, siteDatabase } from "./databases.ts";
import { healNetwork, hosts, killAllOn, processesOn, signal } from "./network.ts";
import { setSynchronous, waitUntilWhole } from "./patroni.ts";
import {
  type SiteHost,
  balancerUrl,
  providerUrl,
  siteHosts,
  startMailRelay,
  startProvider,
  startSite,
  startStore,
  urlOf,
  waitUntilReady,
} from "./site-hosts.ts";

/** What differs from how it is built. */
export interface Variant {
  readonly oldSessions?: OldSessions;
  readonly isAsynchronous?: boolean;
  readonly readsReplicas?: boolean;
}

/** From nothing, whatever was there. */
export async function buildCluster(folder: string): Promise<void> {
  for (const host of hosts) if (host !== "client") await killAllOn(host);
  await healNetwork();
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  mkdirSync(join(folder, "sites"));
  for (const host of databaseHosts) await startDatabaseHost(folder, host);
  startStore(folder);
  await startProviderDatabase(folder);
  startMailRelay(folder);
  startProvider(folder);
  await startBalancer(folder);
  await createDatabase(siteDatabase);
  await startSites(folder);
  await waitUntilReady(providerUrl);
  if (!(await waitUntilWhole())) throw new Error("the database hosts did not find together");
}

async function startSites(folder: string, readsReplicas = false): Promise<void> {
  // One after the other: the first migrates.
  for (const host of siteHosts) {
    startSite(folder, host, readsReplicas);
    await waitUntilReady(urlOf(host));
  }
}

export async function endSite(host: SiteHost): Promise<void> {
  for (const pid of await processesOn(host)) signal(pid, "SIGTERM");
  while ((await processesOn(host)).length > 0) await seconds(0.05);
}

export async function prepare(folder: string, variant: Variant): Promise<void> {
  if (variant.isAsynchronous) {
    await setSynchronous(false);
    if (!(await waitUntilWhole(true))) throw new Error("the database hosts did not become asynchronous");
  }
  if (variant.oldSessions) await startBalancer(folder, variant.oldSessions);
  if (variant.readsReplicas) {
    for (const host of siteHosts) await endSite(host);
    await startSites(folder, true);
  }
  for (const host of siteHosts) await waitUntilReady(urlOf(host));
  await waitUntilReady(balancerUrl);
}

/** Heals and starts what a scenario has harmed. Returns whether the cluster is whole. */
export async function restore(folder: string, variant: Variant): Promise<boolean> {
  await healNetwork();
  const isDead = async (host: (typeof hosts)[number]): Promise<boolean> =>
    (await processesOn(host)).length === 0;
  for (const host of databaseHosts) if (await isDead(host)) await startDatabaseHost(folder, host);
  if (await isDead("store")) startStore(folder);
  if (variant.oldSessions) await startBalancer(folder);
  if (variant.readsReplicas) for (const host of siteHosts) await endSite(host);
  for (const host of siteHosts) if (await isDead(host)) startSite(folder, host);
  if (variant.isAsynchronous) await setSynchronous(true);
  for (const host of siteHosts) await waitUntilReady(urlOf(host));
  return waitUntilWhole();
}
