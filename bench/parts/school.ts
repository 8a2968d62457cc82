import { sql } from "drizzle-orm";
import type { Role } from "../../src/access/policy.ts";
import { users } from "../../src/access/tables.ts";
import { searchTextOf } from "../../src/features/school/classes/search-classes.ts";
import { classes, curricula } from "../../src/features/school/classes/tables.ts";
import { enrollments } from "../../src/features/school/enrollments/tables.ts";
import type { LessonKind } from "../../src/features/classroom/lessons/policy.ts";
import { lessonVersions, lessons, sections } from "../../src/features/classroom/lessons/tables.ts";
import { videos } from "../../src/features/classroom/videos/tables.ts";
import { newId } from "../../src/platform/ids.ts";
import { createLog } from "../../src/platform/log.ts";
import { cents } from "../../src/platform/money.ts";
import { readSettings } from "../../src/settings/settings.ts";
import { type AppContext, buildContext } from "../../src/context.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { openDatabase } from "../../src/open-database.ts";
import { commandTimeouts } from "../../src/platform/postgres.ts";
import type { SiteSettings } from "./site.ts";

type Context = Pick<AppContext, "clock" | "db">;

/** Writes to the database before the site starts. */
export async function fill<Filled>(
  settings: SiteSettings,
  write: (context: AppContext) => Promise<Filled>,
): Promise<Filled> {
  const read = readSettings(settings);
  const log = createLog("silent");
  const database = await openDatabase(read, log, { timeouts: commandTimeouts });
  const context = await buildContext(read, log, systemClock, database);
  try {
    const filled = await write(context);
    // Autovacuum, or the running site on PGlite, analyzes the tables only later.
    await context.db.execute(sql`analyze`);
    return filled;
  } finally {
    await context.close();
  }
}

const batch = 500;

export async function inBatches<Row>(
  rows: readonly Row[],
  write: (some: Row[]) => PromiseLike<unknown>,
): Promise<void> {
  for (let first = 0; first < rows.length; first += batch) await write(rows.slice(first, first + batch));
}

/** Returns their ids. */
export async function addPeople({ clock, db }: Context, role: Role, count: number): Promise<string[]> {
  const people = Array.from({ length: count }, () => {
    const id = newId();
    const image = "/drawings/portrait-cat.svg";
    return { id, name: `A ${role}`, email: `${id}@example.org`, image, role, createdAt: clock.now() };
  });
  await inBatches(people, (some) => db.insert(users).values(some));
  return people.map(({ id }) => id);
}

interface ClassToAdd {
  readonly name: string;
  readonly lessonCount: number;
  readonly sectionCount?: number;
  readonly kind?: LessonKind;
  /** Of the video of each lesson. */
  readonly seconds?: number;
}
export interface AddedClass {
  readonly classId: string;
  readonly lessons: readonly { readonly id: string; readonly videoId: string | null }[];
}

/** Approved, its lessons published. */
export async function addClass(
  { clock, db }: Context,
  instructorId: string,
  { name, lessonCount, sectionCount = 1, kind = "video", seconds = 3600 }: ClassToAdd,
): Promise<AddedClass> {
  const now = clock.now();
  const classId = newId();
  await db.insert(curricula).values({ id: classId, createdAt: now });
  await db.insert(classes).values({
    id: classId,
    curriculumId: classId,
    instructorId,
    name,
    searchText: searchTextOf(name, "an instructor"),
    priceCents: cents(4900),
    availableSeats: 10,
    image: "/drawings/cover-eyes.svg",
    status: "approved",
    createdAt: now,
    updatedAt: now,
    decidedAt: now,
  });
  const chapters = Array.from({ length: sectionCount }, (_, position) => ({
    id: newId(),
    curriculumId: classId,
    title: `Section ${position + 1}`,
    position,
  }));
  await db.insert(sections).values(chapters);
  const made = Array.from({ length: lessonCount }, (_, index) => ({
    id: newId(),
    title: `Draw a line from the shoulder, part ${index + 1}`,
    section: chapters[Math.floor((index * sectionCount) / lessonCount)]!.id,
    position: index,
    videoId: kind === "video" ? newId() : null,
  }));
  const filmed = made.flatMap(({ videoId }) => videoId ?? []);
  await inBatches(filmed, (some) =>
    db.insert(videos).values(
      some.map((id) => ({
        id,
        ownerId: instructorId,
        fileName: "lines.mp4",
        bytes: 1,
        state: "ready" as const,
        milliseconds: seconds * 1000,
        createdAt: now,
        changedAt: now,
      })),
    ),
  );
  await inBatches(made, (some) =>
    db.insert(lessons).values(
      some.map(({ id, title, section, position, videoId }) => ({
        id,
        curriculumId: classId,
        sectionId: section,
        position,
        kind,
        draft: { title, body: "", videoId },
        publishedDraftVersion: 1,
        createdAt: now,
        updatedAt: now,
      })),
    ),
  );
  await inBatches(made, (some) =>
    db.insert(lessonVersions).values(
      some.map(({ id, title, videoId }) => ({
        id: newId(),
        lessonId: id,
        number: 1,
        title,
        body: "",
        html: "",
        words: 300,
        videoId,
        publishedAt: now,
        publishedBy: instructorId,
      })),
    ),
  );
  await db.execute(sql`
    update ${lessons} set published_version_id = ${lessonVersions.id} from ${lessonVersions}
    where ${lessonVersions.lessonId} = ${lessons.id} and ${lessons.curriculumId} = ${classId}`);
  return { classId, lessons: made };
}

export async function enroll(
  { clock, db }: Context,
  classId: string,
  students: readonly string[],
): Promise<void> {
  const createdAt = clock.now();
  await inBatches(students, (some) =>
    db.insert(enrollments).values(some.map((studentId) => ({ id: newId(), studentId, classId, createdAt }))),
  );
}
