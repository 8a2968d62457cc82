/** Runs in the client's namespace. Arguments: the folder of the cluster, the names of scenarios. */
import { say } from "../parts/figures.ts";
import { type Row, sayTable } from "../parts/rows.ts";
import { readBooks, settle } from "./books.ts";
import { timeChange } from "./changes.ts";
import { buildCluster, prepare, restore } from "./cluster.ts";
import { describeMembers, listMembers } from "./patroni.ts";
import { buyerCount, startLoad } from "./load.ts";
import { booksRows, changeRow, loadRows } from "./report.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { addSchool } from "./school.ts";
import { openStage } from "./stage.ts";

/** A student buys each of the twelve classes once. */
const studentsPerBuyer = 40;
/** Seconds. */
const changeLimit = 15;

const [, , folder = "", ...names] = process.argv;

/** Returns its rows and whether the cluster is whole again. */
async function runScenario(scenario: Scenario): Promise<{ rows: Row[]; isWhole: boolean }> {
  await prepare(folder, scenario);
  const school = await addSchool(folder, studentsPerBuyer * buyerCount);
  const load = startLoad(school, scenario.isQuiet);
  const rows: Row[] = [];
  const stage = openStage(folder, school, load, rows);
  await scenario.act(stage);
  if (!scenario.isQuiet) rows.push(...loadRows(load, stage.outage()));
  await load.stop();
  const atOnce = await readBooks(folder, school, load.acknowledged);
  const isWhole = await restore(folder, scenario);
  if (scenario.isQuiet) return { rows, isWhole };
  const changes = [
    await timeChange(school, "site1", "site2", changeLimit),
    await timeChange(school, "site2", "site1", changeLimit),
  ];
  rows.push(changeRow(changes, changeLimit));
  const isFinished = await settle(school);
  const settled = await readBooks(folder, school, load.acknowledged);
  const acknowledged = load.acknowledged.length;
  rows.push(...booksRows({ atOnce, settled, acknowledged, isFinished }, scenario));
  return { rows, isWhole };
}

let isBuilt = false;
for (const name of names) {
  const scenario = scenarios[name]!;
  if (!isBuilt) {
    say("Building the cluster …");
    await buildCluster(folder);
    say(describeMembers(await listMembers()));
  }
  say(`\n${name}: ${scenario.what}`);
  try {
    const { rows, isWhole } = await runScenario(scenario);
    sayTable(rows);
    isBuilt = isWhole;
    if (!isWhole) say(`The cluster is not whole again: ${describeMembers(await listMembers())}`);
  } catch (error) {
    isBuilt = false;
    process.exitCode = 1;
    say(`${name} could not be measured: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
// Connections that nobody has closed would keep it.
process.exit();
