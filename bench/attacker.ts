/**
 * `npm run bench -- attacker`: what visitors notice while another one, with its own address, sends expensive requests.
 */
import { Agent } from "node:http";
import { ask } from "./parts/ask.ts";
import { say, summary } from "./parts/figures.ts";
import { memoryOf } from "./parts/processes.ts";
import { type MeasuredSite, seconds, withDatabase, withFolder, withSite } from "./parts/site.ts";

const attackSeconds = 10;

interface Attack {
  readonly connections: number;
  readonly path: (turn: number) => string;
}

const letters = (turn: number, count: number): string =>
  Array.from({ length: count }, (_, at) =>
    String.fromCodePoint(97 + ((Math.imul(turn + 1, 2_654_435_761 + at * 40_503) >>> 9) % 26)),
  ).join("");
const words = (turn: number, count: number): string =>
  Array.from({ length: Math.floor(count / 6) }, (_, at) => letters(turn * 31 + at, 5)).join(" ");

const attacks: Readonly<Record<string, Attack>> = {
  "nobody attacks": { connections: 0, path: () => "/" },
  "/?unique": { connections: 20, path: (turn) => `/?n=${turn}` },
  "/classes?q= 50 letters, alone": { connections: 1, path: (turn) => `/classes?q=${letters(turn, 50)}` },
  "/classes?q= 50 letters": { connections: 20, path: (turn) => `/classes?q=${letters(turn, 50)}` },
  "/classes?q= words": {
    connections: 20,
    path: (turn) => `/classes?q=${encodeURIComponent(words(turn, 99))}`,
  },
  "/sitemap.xml?unique": { connections: 20, path: (turn) => `/sitemap.xml?n=${turn}` },
  "/drawings/hero?unique": { connections: 20, path: (turn) => `/drawings/hero-light.svg?n=${turn}` },
  "/share/class?unique": { connections: 20, path: (turn) => `/share/class/CLASS.png?n=${turn}` },
  "pages that are not there": { connections: 20, path: (turn) => `/nothing/${turn}` },
};

const headers = { "accept-encoding": "br" };

/** Waits after a refusal: refusals are cheap, so immediate retries would measure nothing else. */
async function attackUntil(end: number, origin: string, attack: Attack): Promise<Record<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: attack.connections, localAddress: "127.0.0.2" });
  const counts: Record<number, number> = {};
  let turn = Math.floor(performance.now());
  const connection = async (): Promise<void> => {
    while (performance.now() < end) {
      const { status } = await ask(origin + attack.path((turn += 1)), { agent, headers });
      counts[status] = (counts[status] ?? 0) + 1;
      if (status !== 200 && status !== 404) await seconds(0.02);
    }
  };
  await Promise.all(Array.from({ length: attack.connections }, connection));
  agent.destroy();
  return counts;
}

async function visitUntil(end: number, origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4, localAddress: "127.0.0.3" });
  const kept: number[] = [];
  const fresh: number[] = [];
  let refused = 0;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const isFresh = turn % 5 === 4;
    const paths = ["/", "/classes", "/api/approvedClasses", "/drawings/hero-light.svg"];
    const path = isFresh
      ? `/classes?price=${Math.floor(performance.now()) % 90_000}-`
      : (paths[turn % 5] ?? "/");
    const { status, took } = await ask(origin + path, { agent, headers });
    if (status !== 200) refused += 1;
    (isFresh ? fresh : kept).push(took);
    await seconds(0.02);
  }
  agent.destroy();
  return { kept, fresh, refused };
}

async function measure({ origin, pid }: MeasuredSite): Promise<void> {
  const classes = (await (await fetch(`${origin}/api/approvedClasses`)).json()) as { _id: string }[];
  say("                                 attacker               others, kept     others, new      others");
  say("                                 answers/s by status    p50 / p95 ms     p50 / p95 ms     refused");
  for (const [title, { connections, path }] of Object.entries(attacks)) {
    const ofClass = (turn: number): string => path(turn).replace("CLASS", classes[0]?._id ?? "");
    const end = performance.now() + attackSeconds * 1000;
    const [counts, { kept, fresh, refused }] = await Promise.all([
      attackUntil(end, origin, { connections, path: ofClass }),
      visitUntil(end, origin),
    ]);
    const answers = Object.entries(counts).map(
      ([status, count]) => `${status}: ${Math.round(count / attackSeconds)}`,
    );
    const figures = [kept, fresh].map((took) => {
      const [p50, p95] = summary(took);
      return `${p50.toFixed(0)} / ${p95.toFixed(0)}`.padEnd(17);
    });
    say(`${title.padEnd(33)}${answers.join("  ").padEnd(23)}${figures.join("")}${refused}`);
  }
  say(`memory of the server: ${memoryOf(pid).toFixed(0)} MB`);
}

await withFolder((folder) =>
  withDatabase((database) =>
    withSite({ ...folder, ...database, HOST: "127.0.0.1", RATE_LIMIT_FACTOR: "1" }, measure),
  ),
);
