import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { onServer } from "../support/on-server.ts";
import { type Cluster, missingForCluster, startCluster } from "./support/cluster.ts";
import { expect, test as journey } from "./support/journey.ts";
import { newClass } from "./support/school.ts";
import { startSite } from "./support/site.ts";
import { walkWholeSchool } from "./support/whole-school.ts";

const test = journey.extend<object, { cluster: Cluster }>({
  cluster: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const cluster = await startCluster();
      await use(cluster);
      await cluster.stop();
    },
    { scope: "worker", timeout: 400_000 },
  ],
  site: [({ cluster }, use) => use(cluster), { scope: "worker" }],
});

// One after the other, on one cluster.
test.describe.configure({ mode: "default" });
test.skip(missingForCluster !== "", `without ${missingForCluster}`);

/** What a visitor asks meanwhile, much of it uncached. Gives what was not answered as it should be. */
async function visitUntil(isOver: () => boolean, origin: string): Promise<string[]> {
  const failures: string[] = [];
  const ask = async (path: string, options: RequestInit = {}): Promise<void> => {
    const answer = await fetch(origin + path, options).catch((error: unknown) => String(error));
    if (typeof answer === "string") failures.push(`${path}: ${answer}`);
    else {
      await answer.text();
      if (answer.status !== 200) failures.push(`${path}: ${answer.status}`);
    }
  };
  for (let visit = 0; !isOver(); visit += 1) {
    await ask("/");
    await ask(`/classes?price=${visit}-`);
    await ask(`/api/approvedClasses?limit=${1 + (visit % 12)}&q=line`);
    await ask("/api/newsletter", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Ada", email: `reader-${visit}-${Date.now()}@example.org` }),
    });
    await wait(50);
  }
  return failures;
}

/** Fails when a request fails while `work` is done. */
async function withVisitors(origin: string, work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const visits = visitUntil(() => isOver, origin);
  try {
    await work();
  } finally {
    isOver = true;
  }
  expect(await visits).toEqual([]);
}

test("the way of a class goes through three processes while they restart, one after the other", async ({
  browser,
  cluster,
  watch,
}) => {
  test.setTimeout(400_000);
  await withVisitors(cluster.origin, async () => {
    const walk = walkWholeSchool({ browser, site: cluster, watch });
    const over = walk.then(
      () => true,
      () => true,
    );
    const still = Promise.resolve(false);
    do await cluster.restartEach();
    while (!(await Promise.race([over, still])));
    await walk;
  });
});

test("no process shows what was before a change, though the replica lags", async ({ cluster }) => {
  const lists = cluster.origins.map((origin) => `${origin}/api/approvedClasses?limit=100`);
  const shown = async (list: string): Promise<string[]> =>
    ((await (await fetch(list)).json()) as { _id: string }[]).map(({ _id }) => _id);
  for (let round = 0; round < 5; round += 1) {
    for (const list of lists) await shown(list);
    const { id } = await newClass(cluster, 3);
    // Notifications take a moment; what was cached meanwhile would stay for minutes.
    for (const list of lists) await expect.poll(() => shown(list)).toContain(id);
  }

  const client = new pg.Client({ connectionString: cluster.replicaUrl });
  await client.connect();
  try {
    const scans = async (): Promise<number> => {
      const { rows } = await client.query<{ scans: string }>(
        "select coalesce(sum(idx_scan) + sum(seq_scan), 0) as scans from pg_stat_user_tables where relname = 'classes'",
      );
      return Number(rows[0]?.scans);
    };
    // What was asked before may all have come while the replica was behind: something new each time, until it serves.
    let asked = 0;
    const scansAfterNewQuestion = async (): Promise<number> => {
      asked += 1;
      await (await fetch(`${cluster.origins[0]}/classes?price=${asked}-`)).text();
      return scans();
    };
    await expect.poll(scansAfterNewQuestion, "what the replica was asked").toBeGreaterThan(0);
  } finally {
    await client.end();
  }
});

test("public pages outlive the primary, and nothing answers 500", async ({ cluster }) => {
  const ask = async (path: string, options: RequestInit = {}): Promise<string> => {
    const answer = await fetch(cluster.origin + path, options);
    await answer.text();
    return answer.status === 503 && !answer.headers.has("retry-after")
      ? "503 without Retry-After"
      : String(answer.status);
  };
  const subscribe = (): Promise<string> =>
    ask("/api/newsletter", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Ada", email: `ada-${crypto.randomUUID()}@example.org` }),
    });
  const isReady = (): Promise<string> => ask("/api/ready");
  const pages = ["/", "/classes", "/instructors", "/api/approvedClasses"];
  for (const path of pages) expect(await ask(path)).toBe("200");
  // Takes pages out of the cache.
  await newClass(cluster, 3);

  const start = cluster.stopPrimary();
  const shown: string[] = [];
  const written: string[] = [];
  try {
    await expect.poll(isReady).toBe("503");
    for (let round = 0; round < 25; round += 1) {
      for (const path of pages) shown.push(await ask(path));
      // Never cached: the replica has it.
      shown.push(await ask(`/classes?price=${round + 1}-`));
      written.push(await subscribe());
    }
  } finally {
    start();
  }
  expect(shown.filter((status) => status !== "200").length / shown.length).toBeLessThan(0.01);
  expect(new Set(written)).toEqual(new Set(["503"]));
  await expect.poll(isReady).toBe("200");
  await expect.poll(subscribe).toBe("200");
});

test("several processes behind one port restart one by one, and one that was killed comes back", async ({
  cluster,
}) => {
  test.setTimeout(400_000);
  await onServer(cluster.primaryUrl, "create database forked");
  const databaseUrl = new URL(cluster.primaryUrl);
  databaseUrl.pathname = "/forked";
  const forked = await startSite({
    WEB_CONCURRENCY: "3",
    DATABASE_URL: databaseUrl.href,
    DEMO_SCHOOL: "no",
  });
  const processes = (): number[] =>
    readFileSync(`/proc/${forked.pid}/task/${forked.pid}/children`, "utf8")
      .split(" ")
      .map(Number)
      .filter(Boolean);
  try {
    await expect.poll(processes).toHaveLength(3);
    const before = processes();
    await withVisitors(forked.origin, async () => {
      process.kill(forked.pid, "SIGHUP");
      await expect
        .poll(() => processes().filter((pid) => before.includes(pid)), { timeout: 120_000 })
        .toEqual([]);
      await expect.poll(processes).toHaveLength(3);
    });
    const [killed = 0] = processes();
    process.kill(killed, "SIGKILL");
    await expect.poll(processes).not.toContain(killed);
    await expect.poll(processes).toHaveLength(3);
    expect((await fetch(`${forked.origin}/api/ready`)).status).toBe(200);
  } finally {
    await forked.stop();
  }
});
