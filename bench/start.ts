/**
 * `npm run bench -- start`: from the command to the first page, when it was started before, and the memory of the
 * server that waits for visitors. `BASELINE` may name the folder of another version, built, to compare with.
 */
import { percentile, say, sayLoad } from "./parts/figures.ts";
import { memoryOf } from "./parts/processes.ts";
import { type Row, atMost, sayTable, spread } from "./parts/rows.ts";
import {
  type SiteSettings,
  databaseServer,
  seconds,
  startSite,
  withDatabase,
  withFolder,
} from "./parts/site.ts";

const baseline = process.env["BASELINE"];
const times = 5;
/** The jobs have all run by then. */
const idleSeconds = 5;
/** Seconds, and megabytes. */
const goals = databaseServer ? { start: 0.8, memory: 150 } : { start: 1.2, memory: 250 };

export const rows: Row[] = [];

function addRow(what: string, figures: readonly number[], digits: number, goal: number, unit: string): void {
  const database = databaseServer ? "PostgreSQL" : "PGlite";
  const bound = atMost(percentile(figures, 0.5), goal, unit);
  rows.push({ what: `${what}, ${database}`, measured: `${spread(figures, digits)} ${unit}`, goal: bound });
}

interface Started {
  readonly seconds: number;
  /** Megabytes, after the first page and when idle. */
  readonly memory: number;
  readonly idle: number;
}

async function start(settings: SiteSettings, root?: string): Promise<Started> {
  const begun = performance.now();
  const site = await startSite(settings, root);
  try {
    const page = await fetch(site.origin);
    await page.arrayBuffer();
    if (!page.ok) throw new Error(`the first page was answered ${page.status}`);
    const took = (performance.now() - begun) / 1000;
    const memory = memoryOf(site.pid);
    await seconds(idleSeconds);
    return { seconds: took, memory, idle: memoryOf(site.pid) };
  } finally {
    await site.end();
  }
}

const median = (started: readonly Started[], figure: keyof Started): number =>
  percentile(
    started.map((each) => each[figure]),
    0.5,
  );

const describe = (started: readonly Started[]): string =>
  `${started.map((each) => each.seconds.toFixed(2)).join(", ")} s; ` +
  `${median(started, "memory").toFixed(0)} MB, idle ${median(started, "idle").toFixed(0)} MB`;

/** Each with a folder and a database of its own. */
const inTurn = (work: (settings: SiteSettings) => Promise<void>): Promise<void> =>
  withFolder((folder) => withDatabase((database) => work({ ...folder, ...database })));

await inTurn(async (settings) => {
  const before = async (other?: SiteSettings): Promise<void> => {
    say(databaseServer ? "PostgreSQL" : "PGlite");
    const first = await start(settings);
    if (other) await start(other, baseline);
    sayLoad();
    const [now, earlier]: [Started[], Started[]] = [[], []];
    for (let time = 0; time < times; time += 1) {
      now.push(await start(settings));
      if (other) earlier.push(await start(other, baseline));
    }
    addRow(
      "warm start",
      now.map((each) => each.seconds),
      2,
      goals.start,
      "s",
    );
    addRow(
      "memory when idle",
      now.map((each) => each.idle),
      0,
      goals.memory,
      "MB",
    );
    say(`first    ${describe([first])} (with the demo school)`);
    say(`warm     ${describe(now)}`);
    if (other) say(`baseline ${describe(earlier)}`);
    sayLoad();
  };
  await (baseline ? inTurn(before) : before());
});
sayTable(rows);
