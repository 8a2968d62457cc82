import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import sharp from "sharp";
import type { AppContext } from "../../src/context.ts";
import { type Person, findPerson, findPersonByEmail } from "../../src/features/accounts/queries.ts";
import { classes } from "../../src/features/classes/tables.ts";
import { findExercise } from "../../src/features/critique/find-exercise.ts";
import { handIn } from "../../src/features/critique/hand-in.ts";
import { readOwnSubmission } from "../../src/features/critique/queries.ts";
import { createDrawingStore } from "../../src/features/critique/store-drawing.ts";
import { writeCritique } from "../../src/features/critique/write-critique.ts";
import { addComment } from "../../src/features/gallery/add-comment.ts";
import { showDrawing } from "../../src/features/gallery/show-drawing.ts";
import { lessonVersions, lessons } from "../../src/features/lessons/tables.ts";
import { type DemoDrawing, className, drawings } from "./drawings.ts";
import { people } from "./people.ts";

type Context = Pick<AppContext, "clock" | "db" | "log" | "storage">;
const art = join(import.meta.dirname, "..", "..", "art");

/** Handed in, shown and critiqued by the product's own operations, as students and their teacher would have done it. */
export async function writeDrawings(context: Context): Promise<void> {
  const { db } = context;
  const [course] = await db.select().from(classes).where(eq(classes.name, className));
  if (!course) throw new Error(`the demo school has no class ${className}`);
  for (const drawing of drawings) await writeDrawing(context, course, drawing);
}

async function writeDrawing(
  context: Context,
  { id: classId, curriculumId }: typeof classes.$inferSelect,
  { by, lesson, daysAgo, note, picture, critique, comment }: DemoDrawing,
): Promise<void> {
  const { db } = context;
  const path = { classId, id: await findLesson(context, curriculumId, lesson) };
  const student = await findByKey(context, by);
  const exercise = await findExercise(db, path);
  const stored = await createDrawingStore(context)(student, exercise, await render(picture));
  const then = at(context, daysAgo);
  await handIn(then, student, path, { pictures: [stored.id], note });
  const { id: submission, rounds } = await readOwnSubmission(db, student, path);
  const shown = { classId, id: submission! };
  await showDrawing(then, student, shown);
  if (critique) {
    const teacher = (await findPerson(db, exercise.instructorId))!;
    const pins = critique.pins.map((pin) => ({ ...pin, pictureId: stored.id }));
    await writeCritique(at(context, critique.daysAgo), teacher, rounds[0]!.id, { ...critique, pins });
  }
  if (comment)
    await addComment(at(context, comment.daysAgo), await findByKey(context, comment.by), shown, comment.text);
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

async function findLesson({ db }: Context, curriculumId: string, title: string): Promise<string> {
  const [found] = await db
    .select({ id: lessons.id })
    .from(lessons)
    .innerJoin(lessonVersions, eq(lessonVersions.id, lessons.publishedVersionId))
    .where(and(eq(lessons.curriculumId, curriculumId), eq(lessonVersions.title, title)));
  if (!found) throw new Error(`the demo school has no lesson ${title}`);
  return found.id;
}

const render = ({ file, part }: DemoDrawing["picture"]): Promise<Buffer> =>
  sharp(join(art, file))
    .resize({ width: 1200 })
    .extract(part)
    .flatten({ background: "#ffffff" })
    .png()
    .toBuffer();
