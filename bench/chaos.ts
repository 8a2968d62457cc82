/**
 * `npm run bench -- chaos`: purchases, withdrawals, refunds, drawings, critiques, certificates, notifications and mail at a
 * school of two processes, while `kill -9` ends either of them, the database or the mail relay: half of the time with a
 * database that keeps what it acknowledged, then with one that loses the last second at each kill. Says what was lost,
 * doubled, oversold or mailed twice. CHAOS_SECONDS is the time of both, CHAOS_MODE=durable or lossy one of them alone, and
 * CHAOS_SEED repeats a run's plan. Needs PostgreSQL's programs.
 */
import { type Finding, groups, isFault } from "./chaos/audit.ts";
import { programs } from "./chaos/postgres-server.ts";
import { type ChaosReport, runChaos } from "./chaos/run-chaos.ts";
import { say, sayLoad } from "./parts/figures.ts";

const seconds = Number(process.env["CHAOS_SECONDS"] ?? 1800);
const seed = Number(process.env["CHAOS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const mode = process.env["CHAOS_MODE"];
const modes = (["durable", "lossy"] as const).filter((each) => each === (mode ?? each));
const shownCases = 5;

const sayCounts = (title: string, items: Iterable<readonly [string, number]>): void =>
  say(`${title}: ${[...items].map(([name, count]) => `${name} ${count}`).join(", ")}`);

const countEach = (items: readonly string[]) =>
  [...Map.groupBy(items, (item) => item)].map(([item, { length }]) => [item, length] as const);

function sayReport({ findings, kills, acknowledged, recorded, answers, errors }: ChaosReport): void {
  sayCounts("killed", countEach(kills));
  sayCounts(
    "acknowledged",
    Object.entries(acknowledged).map(([action, ids]) => [action, ids.size] as const),
  );
  sayCounts("recorded", Object.entries(recorded));
  sayCounts("answered", answers);
  sayCounts("logged", countEach(errors));
  for (const group of groups) {
    const all = findings.filter((finding) => finding.group === group);
    const count = all.reduce((sum, { cases }) => sum + cases.length, 0);
    say(`${group.padEnd(14)}${count}`);
    for (const finding of all) if (finding.cases.length > 0) sayFinding(finding);
  }
}

function sayFinding(finding: Finding): void {
  const { what, cases } = finding;
  const more = cases.length > shownCases ? ", …" : "";
  const verdict = isFault(finding) ? "FAULT" : "may happen";
  say(`  ${verdict}: ${cases.length} × ${what}: ${cases.slice(0, shownCases).join(", ")}${more}`);
}

if (programs === undefined) {
  process.stderr.write("This needs PostgreSQL's server programs, in /usr/lib/postgresql.\n");
  process.exitCode = 1;
} else if (modes.length === 0) {
  process.stderr.write("CHAOS_MODE is durable or lossy.\n");
  process.exitCode = 1;
} else {
  say(`seed ${seed}`);
  for (const each of modes) {
    say(`\n${each}, ${seconds / modes.length} s`);
    sayLoad();
    const report = await runChaos({ durability: each, seconds: seconds / modes.length, seed });
    sayReport(report);
    if (report.findings.some(isFault)) process.exitCode = 1;
  }
}
