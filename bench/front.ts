/**
 * `npm run bench -- front`: what anonymous visitors' requests take beside a bare server that sends as many bytes, and
 * what they feel while somebody else asks for pages that nobody asked for before. `BASELINE` may name the folder of
 * another version, built, to compare with. Needs wrk.
 */
import { Agent } from "node:http";
import { ask } from "./parts/ask.ts";
import { latencies, say, sayLoad, summary } from "./parts/figures.ts";
import { type MeasuredVersion, measureRequests, requests } from "./parts/requests.ts";
import { type Row, sayTable } from "./parts/rows.ts";
import { type SiteSettings, port, seconds, startSite, withDatabase, withFolder } from "./parts/site.ts";

const baseline = process.env["BASELINE"];
const attackSeconds = 10;

export const rows: Row[] = [];

interface Version extends MeasuredVersion {
  readonly root?: string;
  readonly settings: SiteSettings;
}

const at = (number: number): string => `http://127.0.0.1:${number}`;

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
    for (const { path } of Object.values(requests)) await ask(origin + path, { agent: new Agent() });
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
      const beside = isAttacked ? "twenty connections ask for searches" : "nobody";
      for (const [what, took] of [["cached", kept] as const, ["new", fresh] as const]) {
        const [p50, p95] = summary(took);
        const measured = `${p50.toFixed(1)} ms (p95 ${p95.toFixed(1)})`;
        if (!root) rows.push({ what: `a visitor's ${what} pages`, measured, beside });
      }
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

await withVersions([undefined, ...(baseline ? [baseline] : [])], async ([first, ...others]) => {
  if (!first) return;
  sayLoad();
  const versions = [first, ...others] as const;
  const sites = await Promise.all(versions.map(({ settings, root }) => startSite(settings, root)));
  const folder = first.settings.DATA_DIR;
  const measured = { versions, port: port + versions.length, folder, catalog: "the demo school" } as const;
  try {
    rows.push(...(await measureRequests(measured)));
  } finally {
    await Promise.all(sites.map((site) => site.end()));
  }
  for (const version of versions) await measureAttack(version);
  sayLoad();
});
sayTable(rows);
