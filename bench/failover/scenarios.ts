/** What dies, and how. Each runs beside the load and ends when the load may. */
import { readFileSync } from "node:fs";
import { atMost } from "../parts/rows.ts";
import { seconds } from "../parts/site.ts";
import { type Variant, endSite } from "./cluster.ts";
import { timeChange } from "./changes.ts";
import { type DatabaseHost, databaseHosts, postmasterOf } from "./database-hosts.ts";
import { describeLocks } from "./databases.ts";
import {
  blockRoute,
  dropTraffic,
  healNetwork,
  killAllOn,
  processesOn,
  runOn,
  setLink,
  signal,
} from "./network.ts";
import { askPatroni, describeMembers, findPrimary, listMembers } from "./patroni.ts";
import { showPicture, uploadPicture } from "./pictures.ts";
import { siteHosts, startSite, startStore, urlOf, waitUntilReady } from "./site-hosts.ts";
import type { Stage } from "./stage.ts";

export interface Scenario extends Variant {
  readonly what: string;
  /** Times the usual load. 0: without probes too; 2 holds every connection of the sites to the database. */
  readonly load?: 0 | 2;
  /** With an old Patroni the database hosts may afterwards disagree on what was written. */
  readonly needsNewCluster?: boolean;
  /** Purchases are lost, whatever the site does. */
  readonly losesCommits?: boolean;
  readonly act: (stage: Stage) => Promise<void>;
}

async function primaryOf(): Promise<DatabaseHost> {
  const primary = await findPrimary();
  if (!primary) throw new Error("there is no primary");
  return primary;
}

async function synchronousReplica(): Promise<DatabaseHost> {
  const member = (await listMembers()).find((each) => each.sync_standby === true);
  if (!member) throw new Error("no replica is synchronous");
  return member.host;
}

async function cutOff(host: DatabaseHost): Promise<void> {
  await setLink(host, "down");
  await killAllOn(host);
}

/** Seconds between the beginning of the load and what happens, and from when it is over to the load's end. */
const calm = 10;

/** Until another takes over and purchases are made again. Returns the old one. */
async function losePrimary(
  stage: Stage,
  words: string,
  harm: (primary: DatabaseHost) => Promise<unknown>,
): Promise<DatabaseHost> {
  const primary = await primaryOf();
  stage.beginOutage(`${primary}: ${words}`);
  await harm(primary);
  await stage.waitForPrimary((host) => host !== primary);
  await stage.waitForPurchases();
  return primary;
}

async function killPrimary(stage: Stage): Promise<void> {
  await seconds(calm);
  await losePrimary(stage, "all processes killed", killAllOn);
  await seconds(calm);
}

async function silencePrimary(stage: Stage): Promise<void> {
  await seconds(calm);
  await losePrimary(stage, "the host dies, and nobody is told", cutOff);
  await seconds(calm);
}

async function stopWalSenders(primary: DatabaseHost): Promise<void> {
  for (const pid of await processesOn(primary))
    if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("walsender")) signal(pid, "SIGSTOP");
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  base: {
    what: "nothing happens",
    act: () => seconds(40).then(() => undefined),
  },
  kill: { what: "all processes of the primary's host are killed", act: killPrimary },
  reads: {
    what: "as kill, with DATABASE_REPLICA_URL",
    readsReplicas: true,
    act: killPrimary,
  },
  host: {
    what: "the primary's host dies silently; the balancer closes what was connected",
    act: silencePrimary,
  },
  hang: {
    what: "the primary's host dies silently, and nobody closes what was connected to it",
    oldSessions: "left open",
    load: 2,
    act: silencePrimary,
  },
  postmaster: {
    what: "PostgreSQL alone is killed on the primary; Patroni starts it again",
    act: async (stage) => {
      await seconds(calm);
      const primary = await primaryOf();
      stage.beginOutage(`${primary}: the postmaster is killed`);
      const killed = postmasterOf(stage.folder, primary);
      signal(killed!, "SIGKILL");
      while ([killed, undefined].includes(postmasterOf(stage.folder, primary))) await seconds(0.1);
      await stage.waitForPrimary(() => true);
      await stage.waitForPurchases();
      await seconds(calm);
    },
  },
  syncdies: {
    what: "the synchronous replica's host dies silently: commits wait for it",
    load: 2,
    act: async (stage) => {
      await seconds(calm);
      const replica = await synchronousReplica();
      stage.beginOutage(`${replica}: the host dies, and nobody is told`);
      await cutOff(replica);
      await stage.waitForPurchases();
      await seconds(calm);
    },
  },
  halfopen: {
    what: "a firewall forgets site1's connections to the database; new ones work",
    load: 0,
    act: async ({ note, addRow, school, now }) => {
      const change = (): Promise<number | undefined> => timeChange(school, "site2", "site1", 5);
      if ((await change()) === undefined) throw new Error("site1 saw no change before");
      const connections = await runOn("site1", "ss -tnH state established dport = :5000");
      const ports = [...connections.matchAll(/:(\d+)\s+\S+:5000/g)].map(([, port]) => Number(port));
      for (const port of ports) await dropTraffic("site1", 5000, port);
      note(`site1: ${ports.length} connections forgotten`);
      const begun = now();
      while (now() < begun + 60 && (await change()) === undefined) await seconds(1);
      const took = now() - begun;
      const measured = took < 60 ? `after ${took.toFixed(0)} s` : "not in 60 s";
      // It would go on with connections that no firewall has in the end.
      await killAllOn("site1");
      addRow({ what: "site1 sees changes again", measured, goal: atMost(took, 60, "s") });
    },
  },
  sitecut: {
    what: "site1 is cut off from the database for 30 seconds",
    act: async (stage) => {
      await seconds(calm);
      await dropTraffic("site1", 5000);
      stage.beginOutage("site1: cut off from the database");
      await seconds(20);
      // Of a host that has not said goodbye the database keeps the transactions, with their locks.
      stage.note(await describeLocks());
      await seconds(10);
      await healNetwork();
      stage.endOutage("site1: connected again");
      await waitUntilReady(urlOf("site1"));
      stage.note("site1: ready");
      await seconds(calm);
    },
  },
  sitekill: {
    what: "site1's processes are killed, and started again 20 seconds later",
    act: async (stage) => {
      await seconds(calm);
      await killAllOn("site1");
      stage.beginOutage("site1: all processes killed");
      await seconds(20);
      startSite(stage.folder, "site1");
      await waitUntilReady(urlOf("site1"));
      stage.endOutage("site1: ready");
      await seconds(calm);
    },
  },
  storage: {
    what: "the store of pictures is away for 20 seconds",
    act: async (stage) => {
      const url = await uploadPicture(stage.school.instructorToken);
      const show = async (): Promise<void> => stage.note(`a picture: ${await showPicture(url)}`);
      await show();
      await seconds(calm);
      await killAllOn("store");
      stage.beginOutage("store: killed");
      await show();
      await seconds(20);
      await show();
      startStore(stage.folder);
      stage.endOutage("store: started");
      await seconds(calm);
      await show();
    },
  },
  switchover: {
    what: "the primary is changed as planned",
    act: async (stage) => {
      await seconds(calm);
      const [leader, candidate] = [await primaryOf(), await synchronousReplica()];
      stage.beginOutage(`${leader} hands over to ${candidate}`);
      const body = JSON.stringify({ leader, candidate });
      const answer = await askPatroni(leader, "/switchover", {
        method: "POST",
        body,
        signal: AbortSignal.timeout(60_000),
      });
      stage.note(await answer.text());
      await stage.waitForPrimary((host) => host !== leader);
      await stage.waitForPurchases();
      await seconds(calm);
    },
  },
  rolling: {
    what: "each site restarts, twice",
    act: async (stage) => {
      for (const host of [...siteHosts, ...siteHosts]) {
        await seconds(calm / 2);
        await endSite(host);
        startSite(stage.folder, host);
        await waitUntilReady(urlOf(host));
        stage.note(`${host}: restarted`);
      }
      await seconds(calm);
    },
  },
  partition: {
    needsNewCluster: true,
    what: "the primary is cut off from etcd and its replicas, not from the sites",
    act: async (stage) => {
      await seconds(calm);
      await losePrimary(stage, "cut off from the other database hosts", async (primary) => {
        for (const other of databaseHosts) if (other !== primary) await blockRoute(primary, other);
      });
      await seconds(20);
      await healNetwork();
      stage.note("healed");
      await seconds(2 * calm);
      stage.note(describeMembers(await listMembers()));
    },
  },
  lagkill: {
    what: "asynchronous replication: the primary's host dies while its replicas are 4 seconds behind",
    isAsynchronous: true,
    losesCommits: true,
    act: async (stage) => {
      await seconds(calm);
      await stopWalSenders(await primaryOf());
      stage.note("the replicas get nothing any more");
      const before = stage.acknowledged();
      await seconds(4);
      stage.note(`${stage.acknowledged() - before} purchases acknowledged meanwhile`);
      await losePrimary(stage, "the host dies, and nobody is told", cutOff);
      await seconds(calm);
    },
  },
  dark: {
    needsNewCluster: true,
    what: "the primary is cut off from everybody, and comes back 45 seconds after another has taken over",
    act: async (stage) => {
      await seconds(calm);
      const primary = await losePrimary(stage, "cut off from everybody", (host) => setLink(host, "down"));
      await seconds(Math.max(0, 45 - stage.sinceNewPrimary()));
      await setLink(primary, "up");
      stage.note("connected again");
      await seconds(4 * calm);
      stage.note(describeMembers(await listMembers()));
    },
  },
};
