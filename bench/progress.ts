/** `npm run bench -- progress`: latency of progress reports, while many students watch. */
import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { users } from "../src/features/accounts/tables.ts";
import { searchTextOf } from "../src/features/classes/search-text.ts";
import { classes, curricula } from "../src/features/classes/tables.ts";
import { enrollments } from "../src/features/enrollments/tables.ts";
import { lessonVersions, lessons, openedLessons, sections } from "../src/features/lessons/tables.ts";
import { reportEvery } from "../src/features/progress/policy.ts";
import { learners, watching } from "../src/features/progress/tables.ts";
import { videos } from "../src/features/videos/tables.ts";
import { newId } from "../src/platform/ids.ts";
import { createLog } from "../src/platform/log.ts";
import { cents } from "../src/platform/money.ts";
import { readSettings } from "../src/settings/settings.ts";
import { createContext } from "../src/context.ts";
import {
  type MeasuredSite,
  type SiteSettings,
  databaseServer,
  say,
  summary,
  withDatabase,
  withFolder,
  withSite,
} from "./site.ts";

const viewers = Number(process.env["VIEWERS"] ?? (databaseServer ? 10_000 : 500));
const lessonCount = 40;
const videoSeconds = 3600;
/** Reports of each viewer. */
const rounds = 5;

interface Viewer {
  readonly token: string;
  readonly lesson: string;
  readonly videoId: string;
}

async function fill(settings: SiteSettings): Promise<{ classId: string; watching: Viewer[] }> {
  const context = await createContext(readSettings(settings), createLog("silent"));
  const { db } = context;
  const now = new Date();
  const person = (role: "instructor" | "student", index: number) => ({
    id: newId(),
    name: `${role} ${index}`,
    email: `${role}-${index}@example.org`,
    image: "/drawings/portrait-cat.svg",
    role,
    createdAt: now,
  });
  const instructor = person("instructor", 0);
  const students = Array.from({ length: viewers }, (_, index) => person("student", index));
  await db.insert(users).values(instructor);
  const [classId, sectionId] = [newId(), newId()];
  await db.insert(curricula).values({ id: classId, createdAt: now });
  await db.insert(classes).values({
    id: classId,
    curriculumId: classId,
    instructorId: instructor.id,
    name: "Lines",
    searchText: searchTextOf("Lines", instructor.name),
    priceCents: cents(4900),
    availableSeats: 0,
    enrolledStudents: viewers,
    image: "/drawings/cover-eyes.svg",
    status: "approved",
    createdAt: now,
    updatedAt: now,
    decidedAt: now,
  });
  await db.insert(sections).values({ id: sectionId, curriculumId: classId, title: "Lines", position: 0 });
  const taught = Array.from({ length: lessonCount }, () => ({
    lesson: newId(),
    videoId: newId(),
    version: newId(),
  }));
  for (const [position, { lesson, videoId, version }] of taught.entries()) {
    await db.insert(videos).values({
      id: videoId,
      ownerId: instructor.id,
      fileName: "lines.mp4",
      bytes: 1,
      state: "ready",
      milliseconds: videoSeconds * 1000,
      createdAt: now,
      changedAt: now,
    });
    await db.insert(lessons).values({
      id: lesson,
      curriculumId: classId,
      sectionId,
      position,
      kind: "video",
      draft: { title: "Lines", body: "", videoId },
      createdAt: now,
      updatedAt: now,
    });
    await db.insert(lessonVersions).values({
      id: version,
      lessonId: lesson,
      number: 1,
      title: "Lines",
      body: "",
      html: "",
      words: 0,
      videoId,
      publishedAt: now,
      publishedBy: instructor.id,
    });
    await db.execute(sql`update lessons set published_version_id = ${version} where id = ${lesson}`);
  }
  const watched = students.map(({ id }, index) => ({ studentId: id, ...taught[index % lessonCount]! }));
  for (let first = 0; first < viewers; first += 500) {
    const some = watched.slice(first, first + 500);
    await db.insert(users).values(students.slice(first, first + 500));
    await db
      .insert(enrollments)
      .values(some.map(({ studentId }) => ({ id: newId(), studentId, classId, createdAt: now })));
    await db.insert(openedLessons).values(
      some.map(({ studentId, lesson }) => ({
        studentId,
        lessonId: lesson,
        openedAt: now,
        lastOpenedAt: now,
      })),
    );
    // Their time begins a minute ago: the first reports are not cut on a fast start.
    const earlier = new Date(now.getTime() - 60_000);
    await db
      .insert(learners)
      .values(
        some.map(({ studentId }) => ({ studentId, countedUntil: earlier, reportedAt: earlier, days: "{}" })),
      );
    await db.insert(watching).values(
      some.map(({ studentId, lesson, videoId }) => ({
        studentId,
        lessonId: lesson,
        videoId,
        watched: "{}",
        sent: `{[0,${videoSeconds})}`,
      })),
    );
  }
  await db.execute(sql`analyze`);
  const tokens = await Promise.all(
    watched.map(async ({ studentId, lesson, videoId }) => ({
      token: await context.accessTokens.issue(studentId),
      lesson,
      videoId,
    })),
  );
  await context.close();
  return { classId, watching: tokens };
}

/** Milliseconds of the processor that the process took; says what a report costs when others use the machine too. */
function processorTimeOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14).map(Number);
    return (user + system) * 10;
  } catch {
    return 0;
  }
}

async function measure(
  { origin, pid }: MeasuredSite,
  classId: string,
  people: readonly Viewer[],
): Promise<void> {
  const took: number[] = [];
  const counted: number[] = [];
  let refused = 0;
  const report = async ({ token, lesson, videoId }: Viewer, round: number): Promise<void> => {
    const begun = performance.now();
    const answer = await fetch(`${origin}/api/class/${classId}/lesson/${lesson}/watched`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        videoId,
        ranges: [[round * reportEvery, (round + 1) * reportEvery]],
        position: (round + 1) * reportEvery,
      }),
    });
    const body = (await answer.json()) as { watched?: number };
    if (round > 0) took.push(performance.now() - begun);
    if (!answer.ok) refused += 1;
    if (round === rounds) counted.push(body.watched ?? 0);
  };
  const begun = performance.now();
  const reports: Promise<void>[] = [];
  // The first round warms the server up and is not measured.
  let processorTime = 0;
  for (let turn = 0; turn < people.length * (rounds + 1); turn += 1) {
    if (turn === people.length) processorTime = processorTimeOf(pid);
    const due = begun + (turn * reportEvery * 1000) / people.length;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((done) => setTimeout(done, wait));
    reports.push(report(people[turn % people.length]!, Math.floor(turn / people.length)));
  }
  await Promise.all(reports);
  const each = (processorTimeOf(pid) - processorTime) / took.length;
  const [p50, p95, most] = summary(took);
  const p99 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0;
  const figures = Object.entries({ p50, p95, p99, max: most })
    .map(([name, value]) => `${name} ${value.toFixed(1)} ms`)
    .join(", ");
  say(`${viewers.toLocaleString("en-US")} viewers, a report every ${reportEvery} s each: ${figures}`);
  const whole = counted.filter((seconds) => seconds === (rounds + 1) * reportEvery).length;
  say(`${each.toFixed(1)} ms of the server's processor a report`);
  say(`${took.length} reports, ${refused} refused; all seconds counted for ${whole} of ${counted.length}`);
}

await withFolder((folder) =>
  withDatabase(async (database) => {
    const settings = { ...folder, ...database };
    say(`Filling ${database["DATABASE_URL"] ? "PostgreSQL" : "PGlite"} …`);
    const filled = await fill(settings);
    await withSite(settings, (site) => measure(site, filled.classId, filled.watching));
  }),
);
