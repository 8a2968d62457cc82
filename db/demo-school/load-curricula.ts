import { copyFile, mkdir, readFile, stat } from "node:fs/promises";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import type { AppContext } from "../../src/context.ts";
import { recognizeMaterial } from "../../src/features/classroom/lessons/material-types.ts";
import { countWords, renderMarkdown } from "../../src/features/classroom/lessons/render-markdown.ts";
import { lessonVersions, lessons, materials, sections } from "../../src/features/classroom/lessons/tables.ts";
import { classes } from "../../src/features/school/classes/tables.ts";
import { uploadFile, uploadFolder } from "../../src/features/classroom/uploads/uploads.ts";
import { checkCaptions } from "../../src/features/classroom/videos/captions.ts";
import { videoCaptions, videos } from "../../src/features/classroom/videos/tables.ts";
import type { Transaction } from "../../src/platform/database.ts";
import { newId } from "../../src/platform/ids.ts";
import { demoCurricula } from "./curricula.ts";
import { type DemoLesson, type DemoMaterial, demoFilms } from "./curricula/curriculum.ts";
import { root } from "../../src/platform/root.ts";

type Context = Pick<AppContext, "settings" | "storage">;
const art = join(root, "art");

interface DemoCourse {
  readonly id: string;
  readonly name: string;
  readonly instructor: { readonly id: string };
  readonly at: Date;
}

/** Videos go to the worker like uploads, so that the demo exercises the whole pipeline. */
export async function writeCurricula(
  context: Context,
  tx: Transaction,
  courses: readonly DemoCourse[],
  now: Date,
): Promise<void> {
  const rows: Rows = { sections: [], lessons: [], versions: [], materials: [] };
  for (const { className, tools, cohort, sections: demoSections } of demoCurricula) {
    const course = courses.find(({ name }) => name === className);
    if (!course) throw new Error(`the demo school has no class ${className}`);
    await tx
      .update(classes)
      .set({
        tools,
        ...(cohort && { startsOn: dayIn(now, cohort.startsInDays), timeZone: cohort.timeZone }),
      })
      .where(eq(classes.id, course.id));
    const films = new Map<string, string>();
    for (const [position, section] of demoSections.entries()) {
      const sectionId = newId();
      rows.sections.push({
        id: sectionId,
        curriculumId: course.id,
        title: section.title,
        position,
        opensAfterDays: section.opensAfterDays ?? null,
      });
      for (const [index, lesson] of section.lessons.entries())
        await addLesson(context, tx, rows, course, films, sectionId, index, lesson);
    }
  }
  await tx.insert(sections).values(rows.sections);
  await tx.insert(lessons).values(rows.lessons);
  await tx.insert(lessonVersions).values(rows.versions);
  await tx
    .update(lessons)
    .set({ publishedVersionId: sql`${lessonVersions.id}`, publishedDraftVersion: 1 })
    .from(lessonVersions)
    .where(eq(lessonVersions.lessonId, lessons.id));
  await tx.insert(materials).values(rows.materials);
}

/** For all classes: one statement per table instead of several per lesson. */
interface Rows {
  readonly sections: (typeof sections.$inferInsert)[];
  readonly lessons: (typeof lessons.$inferInsert)[];
  readonly versions: (typeof lessonVersions.$inferInsert)[];
  readonly materials: (typeof materials.$inferInsert)[];
}

async function addLesson(
  context: Context,
  tx: Transaction,
  rows: Rows,
  { id: curriculumId, instructor, at }: DemoCourse,
  films: Map<string, string>,
  sectionId: string,
  position: number,
  lesson: DemoLesson,
): Promise<void> {
  const id = newId();
  const { kind, title, body } = lesson;
  const videoId =
    lesson.kind === "video"
      ? (films.get(lesson.film) ?? (await writeFilm(context, tx, instructor.id, lesson.film, at)))
      : null;
  if (lesson.kind === "video" && videoId) films.set(lesson.film, videoId);
  rows.lessons.push({
    id,
    curriculumId,
    sectionId,
    position,
    kind,
    isPreview: lesson.isPreview ?? false,
    isRequired: lesson.isRequired ?? true,
    draft: { title, body, videoId },
    createdAt: at,
    updatedAt: at,
  });
  rows.versions.push({
    id: newId(),
    lessonId: id,
    number: 1,
    title,
    body,
    html: renderMarkdown(body)!,
    words: countWords(body),
    videoId,
    videoName: lesson.kind === "video" ? lesson.film : null,
    publishedAt: at,
    publishedBy: instructor.id,
  });
  for (const material of lesson.materials ?? [])
    rows.materials.push(await storeMaterial(context, id, material, at));
}

async function writeFilm(
  context: Context,
  tx: Transaction,
  ownerId: string,
  film: keyof typeof demoFilms,
  at: Date,
): Promise<string> {
  const id = newId();
  const file = join(art, "films", film);
  await mkdir(uploadFolder(context), { recursive: true });
  await copyFile(file, uploadFile(context, id));
  const { captions, posterSeconds } = demoFilms[film];
  await tx.insert(videos).values({
    id,
    ownerId,
    fileName: film,
    bytes: (await stat(file)).size,
    state: "uploaded",
    hasNoSpeech: true,
    posterAt: posterSeconds * 1000,
    createdAt: at,
    changedAt: at,
  });
  const vtt = checkCaptions(await readFile(join(art, "films", captions.en), "utf8"));
  await tx.insert(videoCaptions).values({ videoId: id, language: "en", vtt, createdAt: at });
  return id;
}

async function storeMaterial(
  { storage }: Context,
  lessonId: string,
  { file, label }: DemoMaterial,
  at: Date,
): Promise<typeof materials.$inferInsert> {
  const id = newId();
  const path = join(art, "worksheets", file);
  const bytes = await readFile(path);
  const type = recognizeMaterial(file, bytes);
  if (!type) throw new Error(`the worksheet ${file} is of no known type`);
  await storage.writeFrom(`materials/${id}/file`, createReadStream(path), bytes.length);
  const fileName = `${label}${file.slice(file.lastIndexOf("."))}`;
  return { id, lessonId, fileName, bytes: bytes.length, type, createdAt: at };
}

const dayIn = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
