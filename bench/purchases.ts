/**
 * `npm run bench -- purchases`: purchases that the site settles in a second when its payment provider calls the webhook,
 * beside the same writes, and the same statements, by pgbench; and those of one class when the database is on another
 * machine. Needs PostgreSQL. `PURCHASES` is the number in a round.
 */
import pLimit from "p-limit";
import pg from "pg";
import { type Buyer, type SchoolWithBuyers, addBuyers, addTurns, countPaid } from "./parts/buyers.ts";
import { callWebhook, confirmCard, reportPayment, requestPayment } from "./parts/buying.ts";
import { percentile, say, sayLoad } from "./parts/figures.ts";
import { type Script, runScript, writeScript } from "./parts/pgbench.ts";
import { processorTimeOf } from "./parts/processes.ts";
import { type Row, atLeast, sayTable, spread } from "./parts/rows.ts";
import { fill } from "./parts/school.ts";
import {
  type MeasuredSite,
  type SiteSettings,
  databaseServer,
  port,
  withDatabase,
  withFolder,
  withSite,
} from "./parts/site.ts";
import { withProgram } from "./parts/with-program.ts";

/** Each of pgbench's sessions first compiles the triggers: too few would measure that. */
const purchases = Number(process.env["PURCHASES"] ?? 1000);
/** The sandbox is slow. */
const sandboxPurchases = Math.min(100, purchases);
const rounds = 3;
/** `src/platform/postgres.ts` */
const poolConnections = 8;
/** Calls under way at a time: enough to keep each connection busy. */
const callers = 2 * poolConnections;
/** Of each of pgbench's clients in a round. */
const transactions = Math.floor(purchases / poolConnections);
const goal = 0.6;
/** Milliseconds to the distant database, and as many back. */
const distance = 1;
/** Round trips in which a class can sell one seat. */
const seatsGoal = 0.2;

export const rows: Row[] = [];

/** Calls in a second. */
async function timeAll<Item>(
  items: readonly Item[],
  call: (item: Item) => Promise<unknown>,
): Promise<number> {
  const begun = performance.now();
  await pLimit(callers).map(items, call);
  return (items.length * 1000) / (performance.now() - begun);
}

/** Both in processes of their own, so that the site pays for no more than its own part. */
const withSiteBesideStripe = (settings: SiteSettings, work: (site: MeasuredSite) => Promise<void>) =>
  withProgram({ file: "bare-stripe.ts", args: [String(port + 1)] }, () =>
    withProgram(
      { file: "site-beside-stripe.ts", args: [`http://127.0.0.1:${port + 1}`], env: settings },
      ({ pid = 0 }) => work({ origin: `http://127.0.0.1:${port}`, pid }),
    ),
  );

/** Buyers are used up: each round takes others. */
const take = (buyers: readonly Buyer[], round: number): Buyer[] =>
  buyers.slice(round * purchases, (round + 1) * purchases);

async function settleRound(
  { origin, pid }: MeasuredSite,
  { keys }: SchoolWithBuyers,
  buyers: readonly Buyer[],
) {
  const intents: string[] = [];
  const requested = await timeAll(buyers, async (buyer) => intents.push(await requestPayment(origin, buyer)));
  const spent = processorTimeOf(pid);
  const settled = await timeAll(intents, (id) => callWebhook(origin, keys.webhookSecret, id));
  return { requested, settled, processor: (processorTimeOf(pid) - spent) / buyers.length };
}

const isWrite = ({ text }: { readonly text: string }): boolean =>
  /^(begin|commit|insert|update|delete|select pg_notify)|"[a-z_]+" as \((insert|update|delete)/.test(text);

/** In turns with pgbench, after a round that warms the server up. */
async function measureSettling(site: MeasuredSite, school: SchoolWithBuyers, copy: string, folder: string) {
  const { statements, values } = school.settlement;
  const size = { clients: poolConnections, transactions };
  const writes = writeScript(folder, "writes", statements.filter(isWrite), values, size);
  const all = writeScript(folder, "all", statements, values, size);
  await settleRound(site, school, take(school.buyers, rounds));
  const settled: Awaited<ReturnType<typeof settleRound>>[] = [];
  const byPgbench = { writes: [] as number[], all: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    byPgbench.writes.push(await runScript(copy, writes, round));
    settled.push(await settleRound(site, school, take(school.buyers, round)));
    byPgbench.all.push(await runScript(copy, all, rounds + round));
  }
  const perSecond = settled.map((round) => round.settled);
  const addRow = (what: string, { clients }: Script, beside: readonly number[]): void => {
    const ratio = percentile(perSecond, 0.5) / percentile(beside, 0.5);
    rows.push({
      what: `purchases settled, beside ${what} by pgbench`,
      measured: `${spread(perSecond, 0)} /s`,
      beside: `${spread(beside, 0)} /s, ${clients} clients`,
      ratio: ratio.toFixed(2),
      goal: atLeast(ratio, goal),
    });
  };
  const writeCount = statements.filter(isWrite).length;
  addRow(`its ${writeCount} writes`, writes, byPgbench.writes);
  addRow(`its ${statements.length} statements`, all, byPgbench.all);
  const processor = settled.map((round) => round.processor);
  say(`the site's processor time: ${spread(processor, 2)} ms a settlement`);
  const requested = settled.map((round) => round.requested);
  say(`payments requested before: ${spread(requested, 0)} /s`);
}

/** Round trips in a second, one after the other. */
async function timeRoundTrips(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const count = 300;
  const begun = performance.now();
  for (let index = 0; index < count; index += 1) await client.query("select 1");
  const took = performance.now() - begun;
  await client.end();
  return (count * 1000) / took;
}

/** All of one class, whose row each purchase locks. */
async function measureOneClass(
  { DATABASE_URL: near = "", ...settings }: SiteSettings,
  school: SchoolWithBuyers,
) {
  const url = new URL(near);
  url.host = `127.0.0.1:${port + 2}`;
  const buyers = take(school.buyers, rounds + 2).map((buyer) => ({
    ...buyer,
    classId: school.buyers[0]!.classId,
  }));
  const inRound = Math.floor(buyers.length / rounds);
  const sold: number[] = [];
  const roundTrips: number[] = [];
  const args = [near, String(port + 2), String(distance)];
  await withProgram({ file: "distant-database.ts", args }, () =>
    withSiteBesideStripe({ ...settings, DATABASE_URL: url.href }, async (site) => {
      for (let round = 0; round < rounds; round += 1) {
        roundTrips.push(await timeRoundTrips(url.href));
        const some = buyers.slice(round * inRound, (round + 1) * inRound);
        sold.push((await settleRound(site, school, some)).settled);
      }
    }),
  );
  const ratio = percentile(sold, 0.5) / percentile(roundTrips, 0.5);
  rows.push({
    what: `seats of one class sold, the database ${distance} ms away`,
    measured: `${spread(sold, 0)} /s`,
    beside: `${spread(roundTrips, 0)} /s round trips`,
    ratio: ratio.toFixed(2),
    goal: atLeast(ratio, seatsGoal),
  });
}

/** The whole purchase as on a laptop, where the site is its own payment provider. */
async function measureSandbox({ origin, pid }: MeasuredSite, { buyers, keys }: SchoolWithBuyers) {
  const some = take(buyers, rounds + 1).slice(0, sandboxPurchases);
  const seconds = async (work: (item: readonly [Buyer, string]) => Promise<unknown>): Promise<number> =>
    some.length / (await timeAll(asked, work));
  const asked: (readonly [Buyer, string])[] = [];
  const spent = processorTimeOf(pid);
  const begun = performance.now();
  const requesting =
    some.length /
    (await timeAll(some, async (buyer) => asked.push([buyer, await requestPayment(origin, buyer)])));
  const paying = await seconds(([, intent]) => confirmCard(origin, keys.secretKey, intent));
  const reporting = await seconds(([buyer, intent]) => reportPayment(origin, buyer, intent));
  const whole = (performance.now() - begun) / 1000;
  const share = (part: number): string => `${((100 * part) / whole).toFixed(0)} %`;
  say(
    `with the sandbox of Stripe in the site's process: ${(some.length / whole).toFixed(0)} whole purchases /s ` +
      `(${share(requesting)} requesting, ${share(paying)} card, ${share(reporting)} settling), ` +
      `${((processorTimeOf(pid) - spent) / some.length).toFixed(1)} ms of its processor each`,
  );
}

async function measure(folder: SiteSettings, database: Record<string, string>): Promise<void> {
  const settings = { ...folder, ...database, HOST: "127.0.0.1" };
  say("Filling PostgreSQL …");
  // Pgbench runs two scripts in each round, on buyers of its own.
  const school = await fill(settings, (context) => addBuyers(context, 2 * rounds * purchases));
  const original = database["DATABASE_URL"]!;
  await withDatabase(async ({ DATABASE_URL: copy = "" }) => {
    await addTurns(copy, school.buyers);
    sayLoad();
    await withSiteBesideStripe(settings, (site) => measureSettling(site, school, copy, folder.DATA_DIR));
    // A webhook is answered in the same way when nothing was to be settled.
    const counts = [await countPaid(original), await countPaid(copy)];
    const expected = [1 + (rounds + 1) * purchases, 1 + 2 * rounds * transactions * poolConnections];
    if (String(counts) !== String(expected))
      throw new Error(`${String(counts)} were paid instead of ${String(expected)}`);
  }, new URL(original).pathname.slice(1));
  await measureOneClass(settings, school);
  await withSite(settings, (site) => measureSandbox(site, school));
  sayLoad();
}

if (databaseServer) await withFolder((folder) => withDatabase((database) => measure(folder, database)));
else say("purchases: TEST_DATABASE_URL names no PostgreSQL server, and PGlite has no pgbench");
sayTable(rows);
