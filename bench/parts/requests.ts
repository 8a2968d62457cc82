/** What visitors ask for, as often as a site answers it, beside a bare server that sends as many bytes. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { percentile, say } from "./figures.ts";
import { type Row, atMost, spread } from "./rows.ts";
import { throughput } from "./wrk.ts";

const rounds = 9;
/** A price that bounds nothing. */
const largest = "9999999";

interface Request {
  readonly path: string;
  /** Times as long as the bare server, at most. */
  readonly goal?: number;
}

/** `%d`: a number that was not asked for before. */
export const requests: Readonly<Record<string, Request>> = {
  "cached page": { path: "/", goal: 1.25 },
  "cached list": { path: "/api/approvedClasses?limit=12", goal: 1.25 },
  "cached page, new utm_source": { path: "/?utm_source=%d", goal: 1.25 },
  "drawing, new parameter": { path: "/drawings/hero-light.svg?n=%d" },
  "uncached search, two words": { path: "/api/approvedClasses?limit=12&q=ink+light&max=%d", goal: 40 },
  "uncached list by popularity": { path: "/api/approvedClasses?limit=12&sort=popular&max=%d", goal: 15 },
  "uncached page": { path: "/classes?price=0-%d", goal: 150 },
};

export interface MeasuredVersion {
  readonly name: string;
  readonly origin: string;
}

async function bytesOf(url: string): Promise<number> {
  const response = await fetch(url, { headers: { "accept-encoding": "identity" } });
  const body = await response.arrayBuffer();
  const headers = [...response.headers].reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    0,
  );
  return body.byteLength + headers;
}

interface Measurement {
  /** Running. The first is measured, the others are compared with. */
  readonly versions: readonly [MeasuredVersion, ...MeasuredVersion[]];
  /** Of the bare server. */
  readonly port: number;
  readonly folder: string;
  /** As in `1,000 classes`. */
  readonly catalog: string;
}

/** In turns, since the speed of a machine changes within seconds. Returns rows of the first version. */
export async function measureRequests({ versions, port, folder, catalog }: Measurement): Promise<Row[]> {
  const server: ChildProcess = fork(join(import.meta.dirname, "bare-server.ts"), [String(port)]);
  await once(server, "message");
  const rows: Row[] = [];
  try {
    const heads = versions.map(({ name }) => `${name} ×`.padStart(12)).join("");
    say(`${"".padEnd(30)}     bytes   bare/s${heads}`);
    for (const [title, { path, goal }] of Object.entries(requests)) {
      const bytes = await bytesOf(versions[0].origin + path.replace("%d", largest));
      const urls = [`http://127.0.0.1:${port}/${bytes}`, ...versions.map(({ origin }) => origin + path)];
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
        what: `${title}, ${catalog}`,
        measured: `${spread(siteFigures, 0)} /s`,
        beside: `bare: ${spread(bareFigures, 0)} /s`,
        ratio: times.toFixed(2),
        ...(goal !== undefined && { goal: atMost(times, goal) }),
      });
      say(`${title.padEnd(30)}${String(bytes).padStart(10)}${ofBare.padStart(9)}${medians}`);
    }
  } finally {
    server.kill();
  }
  return rows;
}
