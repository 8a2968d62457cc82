import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import type { Person } from "../../../access/queries.ts";
import { classes } from "../../school/classes/tables.ts";
import { submissionPictures } from "../../studio/critique/tables.ts";
import { lessons, materials } from "../../classroom/lessons/tables.ts";
import { uploadedPicturePath } from "../../school/pictures/policy.ts";
import { pictures } from "../../school/pictures/tables.ts";
import { videoRenditions, videos } from "../../classroom/videos/tables.ts";

interface PersonalFile {
  /** In the export. */
  readonly name: string;
  /** In the storage. */
  readonly storedAs: string;
  readonly facts: {
    readonly is: "drawing" | "picture" | "material" | "film";
    readonly uploadedAs?: string;
    readonly lesson?: string | null;
    readonly class?: string | null;
  };
}

const largest = (widths: readonly number[]): number => Math.max(...widths);
const asOnePart = (fileName: string): string => fileName.replaceAll(/[\\/]/g, "_");
const lessonTitle = sql<string | null>`${lessons.draft} ->> 'title'`;

/** The person's drawings and uploaded pictures, and the materials and videos of their classes. */
export const filesOf = async (db: Database, person: Person): Promise<readonly PersonalFile[]> => [
  ...(await drawingsOf(db, person)),
  ...(await picturesOf(db, person)),
  ...(await materialsOf(db, person)),
  ...(await filmsOf(db, person)),
];

async function drawingsOf(db: Database, { id }: Person): Promise<PersonalFile[]> {
  const rows = await db
    .select({
      id: submissionPictures.id,
      widths: submissionPictures.widths,
      lesson: lessonTitle,
      class: classes.name,
    })
    .from(submissionPictures)
    .leftJoin(lessons, eq(lessons.id, submissionPictures.lessonId))
    .leftJoin(classes, eq(classes.id, submissionPictures.classId))
    .where(and(eq(submissionPictures.studentId, id), eq(submissionPictures.state, "stored")))
    .orderBy(asc(submissionPictures.id));
  return rows.map(({ id: drawing, widths, ...place }) => ({
    name: `files/drawings/${drawing}.webp`,
    storedAs: `submissions/${drawing}/${largest(widths)}.webp`,
    facts: { is: "drawing", ...place },
  }));
}

async function picturesOf(db: Database, { id }: Person): Promise<PersonalFile[]> {
  const rows = await db
    .select()
    .from(pictures)
    .where(and(eq(pictures.uploadedBy, id), eq(pictures.state, "stored")))
    .orderBy(asc(pictures.id));
  return rows.flatMap(({ id: picture, url, widths }) => {
    const [, folder] = uploadedPicturePath.exec(url) ?? [];
    const storedAs = `${folder}/${largest(widths)}.webp`;
    return folder
      ? [{ name: `files/pictures/${picture}.webp`, storedAs, facts: { is: "picture" as const } }]
      : [];
  });
}

async function materialsOf(db: Database, { id }: Person): Promise<PersonalFile[]> {
  const taught = db.select({ id: classes.curriculumId }).from(classes).where(eq(classes.instructorId, id));
  const rows = await db
    .select({ material: materials, lesson: lessonTitle })
    .from(materials)
    .innerJoin(lessons, eq(lessons.id, materials.lessonId))
    .where(and(inArray(lessons.curriculumId, taught), isNull(materials.removedAt)))
    .orderBy(asc(materials.id));
  return rows.map(({ material, lesson }) => ({
    name: `files/materials/${material.id}/${asOnePart(material.fileName)}`,
    storedAs: `materials/${material.id}/file`,
    facts: { is: "material", uploadedAs: material.fileName, lesson },
  }));
}

async function filmsOf(db: Database, { id }: Person): Promise<PersonalFile[]> {
  const rows = await db
    .selectDistinctOn([videos.id], {
      id: videos.id,
      fileName: videos.fileName,
      height: videoRenditions.height,
    })
    .from(videos)
    .innerJoin(videoRenditions, eq(videoRenditions.videoId, videos.id))
    .where(and(eq(videos.ownerId, id), inArray(videos.state, ["playable", "ready"])))
    .orderBy(asc(videos.id), desc(videoRenditions.height));
  return rows.map(({ id: film, fileName, height }) => ({
    name: `files/films/${film}/${height}.mp4`,
    storedAs: `videos/${film}/${height}.mp4`,
    facts: { is: "film", uploadedAs: fileName },
  }));
}
