/** Runs in the client's namespace. Arguments: the folder of the cluster, the names of scenarios. */
import { say } from "../parts/figures.ts";
import { type Row, sayTable } from "../parts/rows.ts";
import { readBooks, settle } from "./books.ts";
import { changeRow } from "./changes.ts";
import { buildCluster, prepare, restore } from "./cluster.ts";
import { describeMembers, listMembers } from "./patroni.ts";
import { startLoad, studentCount } from "./load.ts";
import { booksRows, loadRows } from "./report.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { addSchool } from "./school.ts";
import { openStage } from "./stage.ts";

const [, , folder = "", ...names] = process.argv;

/** Returns its rows and whether the cluster is whole again. */
async function runScenario(scenario: Scenario): Promise<{ rows: Row[]; isWhole: boolean }> {
  const { load: factor = 1 } = scenario;
  await prepare(folder, scenario);
  const school = await addSchool(folder, studentCount * factor);
  const load = startLoad(school, factor);
  const rows: Row[] = [];
  const stage = openStage(folder, school, load, rows);
  try {
    await scenario.act(stage);
    if (factor > 0) rows.push(...loadRows(load, stage.outage()));
  } finally {
    await load.stop();
  }
  if (factor === 0) return { rows, isWhole: await restore(folder, scenario) };
  const { acknowledged } = load;
  const atOnce = await readBooks(folder, school, acknowledged);
  rows.push(await changeRow(school));
  const isWhole = await restore(folder, scenario);
  const isFinished = await settle(school);
  const settled = await readBooks(folder, school, acknowledged);
  rows.push(...booksRows({ atOnce, settled, acknowledged: acknowledged.length, isFinished }, scenario));
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
    isBuilt = isWhole && !scenario.needsNewCluster;
    if (!isWhole) say(`The cluster is not whole again: ${describeMembers(await listMembers())}`);
  } catch (error) {
    isBuilt = false;
    process.exitCode = 1;
    say(`${name} could not be measured: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
// Connections that nobody has closed would keep it.
process.exit();
