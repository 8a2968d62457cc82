/**
 * `npm run bench -- front`: what anonymous visitors' requests take beside a bare server that sends as many bytes, and
 * what they feel while somebody else asks for pages that nobody asked for before. `BASELINE` may name the folder of
 * another version, built, to compare with. Needs wrk.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { join } from "node:path";
import { ask } from "./parts/ask.ts";
import { latencies, percentile, say, sayLoad } from "./parts/figures.ts";
import { type Row, atMost, sayTable, spread } from "./parts/rows.ts";
import { type SiteSettings, port, seconds, startSite, withDatabase, withFolder } from "./parts/site.ts";
import { throughput } from "./parts/wrk.ts";

const baseline = process.env["BASELINE"];
const rounds = 3;
const attackSeconds = 10;

/** A price that bounds nothing. */
const largest = "9999999";

interface Request {
  readonly path: string;
  /** Times as long as the bare server, at most. */
  readonly goal?: number;
}

const asked: Readonly<Record<string, Request>> = {
  "cached page": { path: "/", goal: 1.25 },
  "cached list": { path: "/api/approvedClasses?limit=12", goal: 1.25 },
  "cached page, new utm_source": { path: "/?utm_source=%d", goal: 1.25 },
  "drawing, new parameter": { path: "/drawings/hero-light.svg?n=%d" },
  "uncached search": { path: "/api/approvedClasses?limit=12&q=ink%d", goal: 40 },
  "uncached list by popularity": { path: "/api/approvedClasses?limit=12&sort=popular&max=%d", goal: 15 },
  "uncached page": { path: "/classes?price=0-%d", goal: 150 },
};

export const rows: Row[] = [];

interface Version {
  readonly name: string;
  readonly root?: string;
  readonly settings: SiteSettings;
  readonly origin: string;
}

const at = (number: number): string => `http://127.0.0.1:${number}`;

async function bytesOf(url: string): Promise<number> {
  const response = await fetch(url, { headers: { "accept-encoding": "identity" } });
  const body = await response.arrayBuffer();
  const headers = [...response.headers].reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    0,
  );
  return body.byteLength + headers;
}

async function measureThroughput(versions: readonly Version[], folder: string): Promise<void> {
  const bare = port + versions.length;
  const server: ChildProcess = fork(join(import.meta.dirname, "parts", "bare-server.ts"), [String(bare)]);
  await once(server, "message");
  const sites = await Promise.all(versions.map(({ settings, root }) => startSite(settings, root)));
  try {
    const heads = versions.map(({ name }) => `${name} ×`.padStart(12)).join("");
    say(`${"".padEnd(30)}     bytes   bare/s${heads}`);
    for (const [title, { path, goal }] of Object.entries(asked)) {
      const bytes = await bytesOf(at(port) + path.replace("%d", largest));
      const urls = [`${at(bare)}/${bytes}`, ...versions.map(({ origin }) => origin + path)];
      const ratios = versions.map((): number[] => []);
      const [bareFigures, siteFigures]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        const figures: number[] = [];
        for (const url of urls) figures.push(await throughput(url, folder));
        const [ofBare = 0, ...ofSites] = figures;
        bareFigures.push(ofBare);
        siteFigures.push(ofSites[0] ?? 0);
        for (const [index, figure] of ofSites.entries()) ratios[index]?.push(ofBare / figure);
      }
      const medians = ratios.map((each) => percentile(each, 0.5).toFixed(2).padStart(12)).join("");
      const ofBare = percentile(bareFigures, 0.5).toFixed(0);
      const times = percentile(ratios[0] ?? [], 0.5);
      rows.push({
        what: `${title}, beside a bare server`,
        measured: `${spread(siteFigures, 0)} /s`,
        beside: `${spread(bareFigures, 0)} /s`,
        ratio: times.toFixed(2),
        ...(goal !== undefined && { goal: atMost(times, goal) }),
      });
      say(`${title.padEnd(30)}${String(bytes).padStart(10)}${ofBare.padStart(9)}${medians}`);
    }
  } finally {
    server.kill();
    await Promise.all(sites.map((site) => site.end()));
  }
}

/** From an address of its own, twenty at a time. */
async function attackUntil(end: number, origin: string): Promise<string> {
  const agent = new Agent({ keepAlive: true, localAddress: "127.0.0.2" });
  const counts = new Map<number, number>();
  let turn = 0;
  const connection = async (): Promise<void> => {
    while (performance.now() < end) {
      const { status } = await ask(`${origin}/classes?q=ink${(turn += 1)}`, { agent });
      counts.set(status, (counts.get(status) ?? 0) + 1);
      // Refusals are cheap, so immediate retries would measure nothing else.
      if (status !== 200) await seconds(0.02);
    }
  };
  await Promise.all(Array.from({ length: 20 }, connection));
  agent.destroy();
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(", ");
}

async function visitUntil(end: number, origin: string, path: (turn: number) => string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, localAddress: "127.0.0.3" });
  const took: number[] = [];
  for (let turn = 0; performance.now() < end; turn += 1) {
    const answer = await ask(origin + path(turn), { agent });
    if (answer.status !== 200) throw new Error(`a visitor got ${answer.status}`);
    took.push(answer.took);
    await seconds(0.02);
  }
  agent.destroy();
  return took;
}

async function measureAttack({ name, settings, root, origin }: Version): Promise<void> {
  const site = await startSite({ ...settings, RATE_LIMIT_FACTOR: "1" }, root);
  try {
    for (const { path } of Object.values(asked)) await ask(origin + path, { agent: new Agent() });
    for (const isAttacked of [false, true]) {
      const end = performance.now() + attackSeconds * 1000;
      const [kept, fresh, attack] = await Promise.all([
        visitUntil(end, origin, (turn) => (turn % 2 === 0 ? "/" : "/api/approvedClasses?limit=12")),
        visitUntil(end, origin, (turn) => `/classes?price=${isAttacked ? 1 : 0}${turn}-`),
        isAttacked ? attackUntil(end, origin) : "none",
      ]);
      say(
        `${name}, attack: ${attack}\n  cached pages  ${latencies(kept)}\n  new pages     ${latencies(fresh)}`,
      );
    }
  } finally {
    await site.end();
  }
}

/** Each version with a folder and a database of its own. */
const withVersions = (roots: readonly (string | undefined)[], work: (versions: Version[]) => Promise<void>) =>
  roots.reduceRight<(versions: Version[]) => Promise<void>>(
    (next, root, index) => (versions) =>
      withFolder((folder) =>
        withDatabase((database) => {
          const own = String(port + index);
          const settings = { ...folder, ...database, PORT: own, HOST: "127.0.0.1" };
          const name = root === undefined ? "this" : "before";
          return next([...versions, { name, settings, origin: at(port + index), ...(root && { root }) }]);
        }),
      ),
    work,
  )([]);

await withVersions([undefined, ...(baseline ? [baseline] : [])], async (versions) => {
  sayLoad();
  await measureThroughput(versions, versions[0]!.settings.DATA_DIR);
  for (const version of versions) await measureAttack(version);
  sayLoad();
});
sayTable(rows);
