import { join } from "node:path";
import { and, asc, eq } from "drizzle-orm";
import type { AppContext } from "../../src/context.ts";
import { type Person, findPerson, findPersonByEmail } from "../../src/access/queries.ts";
import { classes } from "../../src/features/school/classes/tables.ts";
import {
  type Exercise,
  findExercise,
  readOwnSubmission,
} from "../../src/features/studio/critique/queries.ts";
import { handIn } from "../../src/features/studio/critique/hand-in.ts";
import { createDrawingStore } from "../../src/features/studio/critique/store-drawing.ts";
import { writeCritique } from "../../src/features/studio/critique/write-critique.ts";
import { addComment, sayNice } from "../../src/features/studio/gallery/react-to-drawing.ts";
import { publishDrawing, showDrawing } from "../../src/features/studio/gallery/shown-drawings.ts";
import { lessonVersions, lessons, sections } from "../../src/features/classroom/lessons/tables.ts";
import { reportContent } from "../../src/features/studio/moderation/reports.ts";
import { isUnreadBy } from "../../src/features/school/notifications/queries.ts";
import { readNotifications } from "../../src/features/school/notifications/feature.ts";
import { notifications } from "../../src/features/school/notifications/tables.ts";
import { completeLesson, openAsStudent } from "../../src/features/classroom/progress/lesson-progress.ts";
import { type DemoDrawing, drawings } from "./drawings.ts";
import { people } from "./people.ts";
import { progress } from "./enrollments.ts";
import { loadSharp } from "../../src/platform/load-sharp.ts";
import { root } from "../../src/platform/root.ts";

type Context = Pick<AppContext, "clock" | "db" | "invalidation" | "log" | "storage">;
type Round = DemoDrawing["rounds"][number];

/** What students and teachers did, by the product's own operations, so that its jobs and pages find what they expect. */
export async function writeStudies(context: Context): Promise<void> {
  for (const entry of progress) await study(context, entry);
  for (const drawing of drawings) await writeDrawing(context, drawing);
}

async function study(
  context: Context,
  [key, className, done, startedDaysAgo, daysEach]: (typeof progress)[number],
): Promise<void> {
  const student = await findByKey(context, key);
  const { id: classId, curriculumId } = await findCourse(context, className);
  const inOrder = await context.db
    .select({ id: lessons.id })
    .from(lessons)
    .innerJoin(sections, eq(sections.id, lessons.sectionId))
    .where(eq(lessons.curriculumId, curriculumId))
    .orderBy(asc(sections.position), asc(lessons.position));
  for (const [index, { id }] of inOrder.slice(0, done + 1).entries()) {
    const then = at(context, startedDaysAgo - index * daysEach);
    await openAsStudent(then, student, { classId, id });
    if (index < done) await completeLesson(then, student, { classId, id }, "ticked");
  }
}

async function writeDrawing(context: Context, drawing: DemoDrawing): Promise<void> {
  const { db } = context;
  const { id: classId, curriculumId } = await findCourse(context, drawing.className);
  const path = { classId, id: await findLesson(context, curriculumId, drawing.lesson) };
  const student = await findByKey(context, drawing.by);
  const exercise = await findExercise(db, path);
  for (const round of drawing.rounds) await writeRound(context, student, exercise, round);
  const { id } = await readOwnSubmission(db, student, path);
  const shown = { classId, id: id! };
  if (drawing.isShown) await showDrawing(at(context, drawing.rounds[0]!.daysAgo), student, shown);
  if (drawing.isPublic) await publishDrawing(at(context, drawing.rounds.at(-1)!.daysAgo), student, shown);
  for (const by of drawing.nices ?? []) await sayNice(context, await findByKey(context, by), shown);
  for (const { by, daysAgo, text, report } of drawing.comments ?? []) {
    const comment = await addComment(at(context, daysAgo), await findByKey(context, by), shown, text);
    if (report)
      await reportContent(at(context, report.daysAgo), await findByKey(context, report.by), {
        kind: "comment",
        id: comment,
        reason: report.reason,
        text: report.text,
      });
  }
}

async function writeRound(
  context: Context,
  student: Person,
  exercise: Exercise,
  { daysAgo, note, picture, critique }: Round,
): Promise<void> {
  const { db } = context;
  const path = { classId: exercise.classId, id: exercise.lessonId };
  const stored = await createDrawingStore(context)(student, exercise, await render(picture));
  await handIn(at(context, daysAgo), student, path, { pictures: [stored.id], note });
  if (!critique) return;
  const { rounds } = await readOwnSubmission(db, student, path);
  const teacher = (await findPerson(db, exercise.instructorId))!;
  const pins = critique.pins.map((pin) => ({ ...pin, pictureId: stored.id }));
  const then = at(context, critique.daysAgo);
  await readAll(then, teacher);
  await writeCritique(then, teacher, rounds[0]!.id, { ...critique, pins });
  if (!critique.isUnread) await readAll(then, student);
}

async function readAll(context: Context, person: Person): Promise<void> {
  const unread = await context.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(isUnreadBy(person.id));
  if (unread.length > 0) await readNotifications(context, person.id, { ids: unread.map(({ id }) => id) });
}

/** The context as it was then. */
function at({ clock, ...context }: Context, daysAgo: number): Context {
  return { ...context, clock: { now: () => new Date(clock.now().getTime() - daysAgo * 86_400_000) } };
}

async function findByKey({ db }: Context, key: string): Promise<Person> {
  const email = people.find((person) => person.key === key)?.email;
  const person = email && (await findPersonByEmail(db, email));
  if (!person) throw new Error(`the demo school names "${key}", which is not there`);
  return person;
}

async function findCourse({ db }: Context, className: string): Promise<typeof classes.$inferSelect> {
  const [course] = await db.select().from(classes).where(eq(classes.name, className));
  if (!course) throw new Error(`the demo school has no class ${className}`);
  return course;
}

async function findLesson({ db }: Context, curriculumId: string, title: string): Promise<string> {
  const [found] = await db
    .select({ id: lessons.id })
    .from(lessons)
    .innerJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .where(and(eq(lessons.curriculumId, curriculumId), eq(lessonVersions.title, title)));
  if (!found) throw new Error(`the demo school has no lesson ${title}`);
  return found.id;
}

/** Of one width alone: each start of a new school waits for its files. */
async function render({ file, part }: Round["picture"]): Promise<Buffer> {
  const sharp = await loadSharp();
  const cut = await sharp(join(root, "art", file))
    .resize({ width: 1200 })
    .extract(part)
    .toBuffer();
  return sharp(cut)
    .resize({ width: 420, height: 560, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .png()
    .toBuffer();
}
