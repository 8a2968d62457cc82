import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Transaction } from "../../platform/database.ts";
import { Problem } from "../../platform/errors.ts";
import type { Person } from "../accounts/queries.ts";
import type { UploadPlace, UploadRow, UploadUses } from "../uploads/finish-upload.ts";
import { uploads } from "../uploads/tables.ts";
import { removeUploadFile, uploadFile } from "../uploads/upload-files.ts";
import { refuseOverQuota } from "../videos/video-quota.ts";
import { videos } from "../videos/tables.ts";
import { findCurriculum } from "./find-curriculum.ts";
import { invalidateOutlines } from "./invalidate-outlines.ts";
import { materialExtensions, recognizeMaterial } from "./material-types.ts";
import { maxMaterials } from "./policy.ts";
import { problems } from "./problems.ts";
import { lessons, materials } from "./tables.ts";

type Context = Pick<AppContext, "clock" | "db" | "invalidation" | "settings" | "storage">;

/** What the tus uploads of a lesson become. */
export function lessonUploads(context: Context): UploadUses {
  const admitToLesson = async (person: Person, { classId, lessonId }: UploadPlace): Promise<void> => {
    const { curriculumId } = await findCurriculum(context.db, person, classId);
    const [lesson] = await context.db
      .select({ id: lessons.id })
      .from(lessons)
      .where(and(eq(lessons.id, lessonId), eq(lessons.curriculumId, curriculumId)));
    if (!lesson) throw new Problem(problems.noSuchLesson);
  };
  return {
    video: {
      admit: async (person, place, bytes) => {
        await admitToLesson(person, place);
        await refuseOverQuota(context, person, bytes);
      },
      take: (upload) => takeVideo(context, upload),
    },
    material: {
      admit: async (person, place) => {
        await admitToLesson(person, place);
        const extension = place.fileName.slice(place.fileName.lastIndexOf(".") + 1).toLowerCase();
        if (!materialExtensions.includes(extension)) throw new Problem(problems.wrongMaterial);
        await refuseFull(context, place.lessonId);
      },
      take: (upload) => takeMaterial(context, upload),
    },
  };
}

/** The worker finds the row; the file stays where it was uploaded until then. */
async function takeVideo({ clock, db }: Context, upload: UploadRow): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await claim(tx, upload))) return;
    const now = clock.now();
    await tx.insert(videos).values({
      id: upload.id,
      ownerId: upload.ownerId,
      fileName: upload.fileName,
      bytes: upload.bytes,
      state: "uploaded",
      createdAt: now,
      changedAt: now,
    });
    await tx
      .update(lessons)
      .set({
        draft: sql`${lessons.draft} || jsonb_build_object('videoId', ${upload.id}::text)`,
        draftVersion: sql`${lessons.draftVersion} + 1`,
        updatedAt: now,
      })
      .where(eq(lessons.id, upload.targetId));
  });
}

/** Throws lesson-not-found, material-type-unknown, too-many-materials. */
async function takeMaterial(context: Context, upload: UploadRow): Promise<void> {
  const [lesson] = await context.db
    .select({ curriculumId: lessons.curriculumId })
    .from(lessons)
    .where(eq(lessons.id, upload.targetId));
  if (!lesson) throw new Problem(problems.noSuchLesson);
  const file = uploadFile(context, upload.id);
  const type = recognizeMaterial(upload.fileName, await firstBytes(file));
  if (!type) throw new Problem(problems.wrongMaterial);
  await refuseFull(context, upload.targetId);
  await context.storage.writeFrom(`materials/${upload.id}/file`, createReadStream(file), upload.bytes);
  await context.db.transaction(async (tx) => {
    if (!(await claim(tx, upload))) return;
    await tx.insert(materials).values({
      id: upload.id,
      lessonId: upload.targetId,
      fileName: upload.fileName,
      bytes: upload.bytes,
      type,
      createdAt: context.clock.now(),
    });
    await invalidateOutlines(context, tx, lesson.curriculumId);
  });
  await removeUploadFile(context, upload.id);
}

/** The request that finishes an upload and the sweep after a crash may meet: one of them takes the row. */
async function claim(tx: Transaction, { id }: UploadRow): Promise<boolean> {
  const taken = await tx.delete(uploads).where(eq(uploads.id, id)).returning({ id: uploads.id });
  return taken.length > 0;
}

async function refuseFull({ db }: Context, lessonId: string): Promise<void> {
  const [there] = await db
    .select({ count: count() })
    .from(materials)
    .where(and(eq(materials.lessonId, lessonId), isNull(materials.removedAt)));
  if (there && there.count >= maxMaterials) throw new Problem(problems.tooManyMaterials);
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
