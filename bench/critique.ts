/** `npm run bench -- critique`: latency of an instructor's queue of 1,000 drawings. */
import { sql } from "drizzle-orm";
import { users } from "../src/access/tables.ts";
import { searchTextOf } from "../src/features/school/classes/search-classes.ts";
import { classes, curricula } from "../src/features/school/classes/tables.ts";
import {
  critiques,
  submissionPictures,
  submissionTurns,
  submissions,
} from "../src/features/studio/critique/tables.ts";
import { lessonVersions, lessons, sections } from "../src/features/classroom/lessons/tables.ts";
import { newId } from "../src/platform/ids.ts";
import { createLog } from "../src/platform/log.ts";
import { cents } from "../src/platform/money.ts";
import { readSettings } from "../src/settings/settings.ts";
import { type AppContext, createContext } from "../src/context.ts";
import { say, summary } from "./parts/figures.ts";
import { type MeasuredSite, type SiteSettings, withDatabase, withFolder, withSite } from "./parts/site.ts";

const waiting = Number(process.env["WAITING"] ?? 1000);
/** Answered ones, which the queue steps over: of each student in each class. */
const classCount = 10;
const calls = 300;
const day = 86_400_000;

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
const students = Array.from({ length: waiting }, (_, index) => person("student", index));

async function insertAll<Row>(
  rows: readonly Row[],
  insert: (some: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let first = 0; first < rows.length; first += 500) await insert(rows.slice(first, first + 500));
}

async function addExercise(db: AppContext["db"], index: number) {
  const [classId, sectionId, lessonId, version] = [newId(), newId(), newId(), newId()];
  await db.insert(curricula).values({ id: classId, createdAt: now });
  await db.insert(classes).values({
    id: classId,
    curriculumId: classId,
    instructorId: instructor.id,
    name: `Lines ${index}`,
    searchText: searchTextOf("Lines", instructor.name),
    priceCents: cents(4900),
    availableSeats: 0,
    image: "/drawings/cover-eyes.svg",
    status: "approved",
    createdAt: now,
    updatedAt: now,
    decidedAt: now,
  });
  await db.insert(sections).values({ id: sectionId, curriculumId: classId, title: "Lines", position: 0 });
  await db.insert(lessons).values({
    id: lessonId,
    curriculumId: classId,
    sectionId,
    position: 0,
    kind: "exercise",
    draft: { title: "Lines", body: "", videoId: null },
    createdAt: now,
    updatedAt: now,
  });
  await db.insert(lessonVersions).values({
    id: version,
    lessonId,
    number: 1,
    title: "Lines",
    body: "",
    html: "<p>Lines</p>",
    words: 1,
    publishedAt: now,
    publishedBy: instructor.id,
  });
  await db.execute(sql`update lessons set published_version_id = ${version} where id = ${lessonId}`);
  return { classId, lessonId };
}

/** Each student waits in one of the classes, and has an answer in the others. */
async function fill(settings: SiteSettings): Promise<{ token: string; submission: string }> {
  const context = await createContext(readSettings(settings), createLog("silent"));
  const { db } = context;
  await db.insert(users).values(instructor);
  await insertAll(students, (some) => db.insert(users).values(some));
  const works: (typeof submissions.$inferInsert & { readonly turnId: string })[] = [];
  for (let index = 0; index < classCount; index += 1) {
    const exercise = await addExercise(db, index);
    for (const [at, { id: studentId }] of students.entries()) {
      const state = at % classCount === index ? "handed-in" : "again";
      works.push({
        id: newId(),
        turnId: newId(),
        ...exercise,
        studentId,
        state,
        createdAt: now,
        changedAt: now,
      });
    }
  }
  await insertAll(works, (some) => db.insert(submissions).values(some));
  await insertAll(works, (some) =>
    db.insert(submissionTurns).values(
      some.map(({ id, turnId }, index) => ({
        id: turnId,
        submissionId: id,
        number: 1,
        note: "",
        handedInAt: now,
        promisedBy: new Date(now.getTime() + (index - 250) * (day / 100)),
      })),
    ),
  );
  await insertAll(works, (some) =>
    db.insert(submissionPictures).values(
      some.flatMap(({ turnId, classId, lessonId, studentId }) =>
        [0, 1].map((position) => ({
          id: newId(),
          studentId,
          classId,
          lessonId,
          turnId,
          position,
          state: "stored" as const,
          changedAt: now,
          hash: "",
          width: 1600,
          height: 1200,
          widths: [320, 480, 640, 960, 1280, 1600],
          createdAt: now,
        })),
      ),
    ),
  );
  const answered = works.filter(({ state }) => state === "again");
  await insertAll(answered, (some) =>
    db.insert(critiques).values(
      some.map(({ turnId }) => ({
        id: newId(),
        turnId,
        instructorId: instructor.id,
        text: "Slower.",
        pins: [],
        verdict: "again" as const,
        createdAt: now,
      })),
    ),
  );
  await db.execute(sql`analyze`);
  const token = await context.accessTokens.issue(instructor.id);
  await context.close();
  return { token, submission: works.find(({ state }) => state === "handed-in")?.id ?? "" };
}

async function measure({ origin }: MeasuredSite, token: string, submission: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const queue = `/api/instructor/critiques/${instructor.email}`;
  let next: string | undefined;
  const paths: Record<string, () => string> = {
    "the first page": () => `${queue}?limit=30`,
    "the pages after it": () => next ?? `${queue}?limit=30`,
    "the count": () => `${queue}/count`,
    "one drawing": () => `/api/submission/${submission}`,
  };
  for (const [name, path] of Object.entries(paths)) {
    const took: number[] = [];
    for (let call = 0; call < calls; call += 1) {
      const begun = performance.now();
      const answer = await fetch(`${origin}${path()}`, { headers });
      await answer.text();
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1] ?? undefined;
      // The first ones warm the server up.
      if (call >= 20) took.push(performance.now() - begun);
    }
    const [p50, p95, most] = summary(took).map((each) => each.toFixed(1));
    say(`${name}: p50 ${p50} ms, p95 ${p95} ms, max ${most} ms`);
  }
}

await withFolder((folder) =>
  withDatabase(async (database) => {
    const settings = { ...folder, ...database };
    say(`Filling ${database["DATABASE_URL"] ? "PostgreSQL" : "PGlite"} …`);
    const { token, submission } = await fill(settings);
    say(
      `${waiting.toLocaleString("en-US")} drawings wait, ${(waiting * (classCount - 1)).toLocaleString("en-US")} are answered`,
    );
    await withSite(settings, (site) => measure(site, token, submission));
  }),
);
