/** `npm run bench -- progress`: latency of progress reports, while many students watch. */
import { Agent } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { openedLessons } from "../src/features/classroom/lessons/tables.ts";
import { reportEvery } from "../src/features/classroom/progress/policy.ts";
import { learners, watching } from "../src/features/classroom/progress/tables.ts";
import type { AppContext } from "../src/context.ts";
import { type Answered, ask, bearer, json } from "./parts/ask.ts";
import { latencies, percentile, say, sayGoal, sayLoad } from "./parts/figures.ts";
import { processorTimeOf } from "./parts/processes.ts";
import { addClass, addPeople, enroll, fill, inBatches } from "./parts/school.ts";
import {
  type MeasuredSite,
  databaseServer,
  seconds,
  withDatabase,
  withFolder,
  withSite,
} from "./parts/site.ts";

const viewers = Number(process.env["VIEWERS"] ?? (databaseServer ? 10_000 : 500));
/** Milliseconds, at the 99th percentile. */
const goal = databaseServer ? 10 : 25;
const videoSeconds = 3600;
/** Reports of each viewer after the first one, which warms the server up. */
const rounds = 5;

interface Viewer {
  readonly token: string;
  readonly path: string;
  readonly videoId: string;
  /** Milliseconds from the begin of each round. */
  readonly phase: number;
}

/** In the order of their reports. */
async function addViewers(context: AppContext): Promise<Viewer[]> {
  const { clock, db } = context;
  const [instructor = ""] = await addPeople(context, "instructor", 1);
  const students = await addPeople(context, "student", viewers);
  const { classId, lessons } = await addClass(context, instructor, { name: "Lines", lessonCount: 40 });
  await enroll(context, classId, students);
  const watched = students.map((studentId, index) => {
    const { id: lessonId, videoId } = lessons[index % lessons.length]!;
    return { studentId, lessonId, videoId: videoId! };
  });
  const now = clock.now();
  // Their time begins a minute ago: the first reports are not cut on a fast start.
  const earlier = new Date(now.getTime() - 60_000);
  await inBatches(watched, async (some) => {
    await db
      .insert(openedLessons)
      .values(some.map((each) => ({ ...each, openedAt: now, lastOpenedAt: now })));
    await db
      .insert(learners)
      .values(
        some.map(({ studentId }) => ({ studentId, countedUntil: earlier, reportedAt: earlier, days: "{}" })),
      );
    await db
      .insert(watching)
      .values(some.map((each) => ({ ...each, watched: "{}", sent: `{[0,${videoSeconds})}` })));
  });
  const made = await Promise.all(
    watched.map(async ({ studentId, lessonId, videoId }) => ({
      token: await context.accessTokens.issue(studentId),
      path: `/api/class/${classId}/lesson/${lessonId}/watched`,
      videoId,
      phase: Math.random() * reportEvery * 1000,
    })),
  );
  return made.toSorted((one, other) => one.phase - other.phase);
}

async function measure({ origin, pid }: MeasuredSite, people: readonly Viewer[]): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const report = ({ token, path, videoId }: Viewer, round: number): Promise<Answered> => {
    const [from, position] = [round * reportEvery, (round + 1) * reportEvery];
    const body = JSON.stringify({ videoId, ranges: [[from, position]], position });
    return ask(origin + path, { agent, method: "POST", headers: bearer(token), body });
  };
  const begun = performance.now();
  /** Everybody reports once, when their time has come. */
  const reportAll = async (round: number): Promise<Answered[]> => {
    const reports: Promise<Answered>[] = [];
    for (const viewer of people) {
      const wait = begun + round * reportEvery * 1000 + viewer.phase - performance.now();
      if (wait > 1) await seconds(wait / 1000);
      reports.push(report(viewer, round));
    }
    return Promise.all(reports);
  };
  await reportAll(0);

  const ownDelay = monitorEventLoopDelay({ resolution: 1 });
  ownDelay.enable();
  const [spent, ownSpent, since] = [processorTimeOf(pid), process.cpuUsage(), performance.now()];
  const health: number[] = [];
  const asking = setInterval(
    () => void ask(`${origin}/api/health`, { agent }).then(({ took }) => health.push(took)),
    50,
  );
  const answers: Answered[] = [];
  for (let round = 1; round <= rounds; round += 1) answers.push(...(await reportAll(round)));
  clearInterval(asking);
  ownDelay.disable();
  const own = process.cpuUsage(ownSpent);
  const lasted = performance.now() - since;
  const server = processorTimeOf(pid) - spent;
  const took = answers.map((answer) => answer.took);

  say(`${viewers.toLocaleString("en-US")} viewers, a report every ${reportEvery} s each, at random`);
  sayGoal("p99 of a report", percentile(took, 0.99), goal, "ms");
  say(`reports        ${latencies(took)}`);
  say(`health check   ${latencies(health)} (meanwhile)`);
  const share = (milliseconds: number): string => `${((100 * milliseconds) / lasted).toFixed(0)} % of a core`;
  say(`server         ${share(server)}, ${(server / took.length).toFixed(2)} ms a report`);
  say(
    `load generator ${share((own.user + own.system) / 1000)}, its own delay p99 ${(ownDelay.percentile(99) / 1e6 - 1).toFixed(1)} ms`,
  );
  const refused = answers.filter(({ status }) => status !== 200).length;
  const last = answers.slice(-people.length).filter(({ status }) => status === 200);
  const whole = last.filter(
    (each) => (json(each) as { watched: number }).watched === (rounds + 1) * reportEvery,
  );
  say(
    `${took.length} reports, ${refused} refused; all seconds counted for ${whole.length} of ${people.length}`,
  );
  agent.destroy();
}

await withFolder((folder) =>
  withDatabase(async (database) => {
    const settings = { ...folder, ...database };
    say(`Filling ${databaseServer ? "PostgreSQL" : "PGlite"} …`);
    const people = await fill(settings, addViewers);
    sayLoad();
    await withSite(settings, (site) => measure(site, people));
    sayLoad();
  }),
);
