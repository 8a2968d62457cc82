/**
 * `npm run bench -- catalog`: what visitors ask for as often as it can be answered, latency of lists, searches and
 * sitemaps, and their growth from the first to the last of `CLASSES=1000,1000000`. Needs wrk.
 */
import { percentile, say, summary } from "./parts/figures.ts";
import { fillSchool, words } from "./parts/fill-school.ts";
import { memoryOf } from "./parts/processes.ts";
import { measureRequests } from "./parts/requests.ts";
import { type Row, atMost, sayTable } from "./parts/rows.ts";
import { fill } from "./parts/school.ts";
import { type MeasuredSite, databaseServer, port, withDatabase, withFolder, withSite } from "./parts/site.ts";

const sizes = (process.env["CLASSES"] ?? (databaseServer ? "1000,100000" : "1000,10000"))
  .split(",")
  .map(Number);
const rounds = 30;
const goal = 2;
/** Megabytes. */
const memoryGoal = 350;

export const rows: Row[] = [];

const pick = <T>(from: readonly T[], seed: number): T => from[seed % from.length] as T;

const questions: Readonly<Record<string, (round: number) => string>> = {
  "newest classes": (round) => `/api/approvedClasses?limit=24&sort=newest&min=${round + 1}`,
  "popular classes": (round) => `/api/approvedClasses?limit=24&sort=popular&min=${round + 1}`,
  "by price, one level": (round) =>
    `/api/approvedClasses?limit=24&sort=price&level=beginner&min=${round + 1}`,
  "a word": (round) => `/api/approvedClasses?limit=24&q=${pick(words, round)}`,
  "two words": (round) => `/api/approvedClasses?limit=24&q=${pick(words, round)}+${pick(words, round + 7)}`,
  "a number in one name": (round) => `/api/approvedClasses?limit=24&q=${round * 31 + 1}`,
  "a suggestion": (round) => `/api/suggestions?q=${pick(words, round).slice(0, 3)}${round % 3 ? "" : "+a"}`,
  "a word with a typo": (round) => `/api/approvedClasses?limit=24&q=${typo(pick(words, round))}`,
  "the catalog's page": (round) => `/classes?price=${round + 1}-`,
  "the sitemaps' index": (round) => `/sitemap.xml?round=${round}`,
};

const inWords = (count: number): string => `${count.toLocaleString("en-US")} classes`;

const typo = (word: string): string => word.slice(0, 2) + word.slice(3);

async function ask(url: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(url);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`);
  return performance.now() - begun;
}

/** Milliseconds, of each question when it is first asked. */
type Medians = ReadonlyMap<string, number>;

async function measure({ origin }: MeasuredSite, count: number): Promise<Medians> {
  const inTurn = async (urls: readonly string[]): Promise<number[]> => {
    const took: number[] = [];
    for (const url of urls) took.push(await ask(url));
    return took;
  };
  const ofProcess = new Map<string, number>();
  for (const path of ["/", "/sitemap.xml"])
    ofProcess.set(`the first ${path} of a process`, await ask(origin + path));
  const health = Array.from({ length: rounds * 3 }, () => `${origin}/api/health`);
  await inTurn(health);
  const [baseline] = summary(await inTurn(health));
  say(`${inWords(count)}; the health check takes ${baseline.toFixed(2)} ms (p50)\n`);
  say("ms                      first p50    p95   ratio    kept p50    p95   ratio");
  const asked = Object.entries(questions).map(
    ([title, question]) =>
      [title, Array.from({ length: rounds }, (_, round) => `${origin}${question(round)}`)] as const,
  );
  const index = await (await fetch(`${origin}/sitemap.xml`)).text();
  const files = [...index.matchAll(/<loc>([^<]+\/sitemap\/classes\/[^<]+)</g)].map(([, url = ""]) => url);
  const medians = new Map(ofProcess);
  for (const [title, urls] of [...asked, ["a sitemap of 10,000", files] as const]) {
    const [first, kept] = [await inTurn(urls), await inTurn(urls)];
    const figures = [first, kept].map((took) => {
      const [p50, p95] = summary(took);
      return `${p50.toFixed(1).padStart(11)}${p95.toFixed(1).padStart(7)}${(p50 / baseline).toFixed(0).padStart(8)}`;
    });
    say(`${title.padEnd(22)}${figures.join(" ")}`);
    medians.set(title, percentile(first, 0.5));
  }
  return medians;
}

const measured: Medians[] = [];
for (const count of sizes)
  await withFolder((folder) =>
    withDatabase(async (database) => {
      const settings = { ...folder, ...database };
      say(`Filling ${databaseServer ? "PostgreSQL" : "PGlite"} …`);
      await fill(settings, ({ db }) => fillSchool(db, count));
      await withSite(settings, async (site) => {
        measured.push(await measure(site, count));
        const of = {
          versions: [{ name: "this", origin: site.origin }],
          port: port + 1,
          catalog: inWords(count),
        } as const;
        rows.push(...(await measureRequests({ ...of, folder: settings.DATA_DIR })));
        const memory = memoryOf(site.pid);
        rows.push({
          what: `memory after all this, ${inWords(count)}`,
          measured: `${memory.toFixed(0)} MB`,
          goal: atMost(memory, memoryGoal, "MB"),
        });
      });
    }),
  );
for (const [title, last] of measured.at(-1) ?? []) {
  const first = measured.length > 1 ? measured[0]?.get(title) : undefined;
  rows.push({
    what: title,
    measured: `${last.toFixed(1)} ms, ${inWords(sizes.at(-1)!)}`,
    ...(first !== undefined && {
      beside: `${first.toFixed(1)} ms, ${inWords(sizes[0]!)}`,
      ratio: (last / first).toFixed(1),
      goal: atMost(last / first, goal),
    }),
  });
}
sayTable(rows);
