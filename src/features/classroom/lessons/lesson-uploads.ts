import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database, Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { type Person, findPerson } from "../../../access/queries.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import { mayEditClass } from "../../school/classes/policy.ts";
import { classes } from "../../school/classes/tables.ts";
import {
  type UploadPlace,
  type UploadRow,
  type UploadUses,
  claimUpload,
  removeUploadFile,
  uploadFile,
} from "../uploads/uploads.ts";
import { refuseOverQuota } from "../videos/video-files.ts";
import { videos } from "../videos/tables.ts";
import { beingDeleted } from "./lesson-jobs.ts";
import { findCurriculum, invalidateOutlines } from "./curriculum.ts";
import { materialExtensions, recognizeMaterial } from "./material-types.ts";
import { maxMaterials, problems } from "./policy.ts";
import { lessons, materials } from "./tables.ts";

type Context = Pick<AppContext, "clock" | "db" | "invalidation" | "settings" | "storage">;

export function lessonUploads(context: Context): UploadUses {
  const admitToLesson = async (person: Person, { classId, lessonId }: UploadPlace): Promise<void> => {
    const { curriculumId } = await findCurriculum(context.db, person, classId);
    const [lesson] = await context.db
      .select({ id: lessons.id })
      .from(lessons)
      .where(and(eq(lessons.id, lessonId), eq(lessons.curriculumId, curriculumId)));
    if (!lesson) throw new Problem(problems["lesson-not-found"]);
  };
  return {
    video: {
      admit: async (person, place, bytes) => {
        await admitToLesson(person, place);
        await refuseOverQuota(context, person, bytes);
      },
      take: (upload) => takeVideo(context, upload),
      findTaken: async (person, id) => {
        const [video] = await context.db
          .select({ bytes: videos.bytes })
          .from(videos)
          .where(and(eq(videos.id, id), eq(videos.ownerId, person.id)));
        return video?.bytes;
      },
    },
    material: {
      admit: async (person, place) => {
        await admitToLesson(person, place);
        const extension = place.fileName.slice(place.fileName.lastIndexOf(".") + 1).toLowerCase();
        if (!materialExtensions.includes(extension)) throw new Problem(problems["material-type-unknown"]);
        await refuseFull(context.db, place.lessonId);
      },
      take: (upload) => takeMaterial(context, upload),
      findTaken: async (person, id) => {
        const found = await context.db
          .select({ bytes: materials.bytes, instructorId: classes.instructorId })
          .from(materials)
          .innerJoin(lessons, eq(lessons.id, materials.lessonId))
          .innerJoin(classes, eq(classes.curriculumId, lessons.curriculumId))
          .where(and(eq(materials.id, id), isNull(materials.removedAt)));
        return found.find((row) => mayEditClass(person, row))?.bytes;
      },
    },
  };
}

/** The worker finds the row; until then the file stays in the uploads folder. Throws lesson-not-found. */
async function takeVideo(context: Context, upload: UploadRow): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (!(await claimUpload(tx, upload))) return;
    await lockTarget(tx, upload);
    const now = context.clock.now();
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

/** Inserted as removed before the file. Throws lesson-not-found, material-type-unknown, too-many-materials. */
async function takeMaterial(context: Context, upload: UploadRow): Promise<void> {
  const { clock, db, storage } = context;
  const { id, targetId: lessonId, fileName, bytes } = upload;
  const file = uploadFile(context, id);
  const type = recognizeMaterial(fileName, await firstBytes(file));
  if (!type) throw new Problem(problems["material-type-unknown"]);
  const now = clock.now();
  await db
    .insert(materials)
    .values({ id, fileName, bytes, type, createdAt: now, removedAt: now })
    // Left by an earlier attempt; postpones its collection.
    .onConflictDoUpdate({
      target: materials.id,
      set: { removedAt: now },
      setWhere: gt(materials.removedAt, beingDeleted),
    });
  await storage.writeFrom(`materials/${id}/file`, createReadStream(file), bytes);
  await db.transaction(async (tx) => {
    if (!(await claimUpload(tx, upload))) return;
    const { curriculumId } = await lockTarget(tx, upload);
    await refuseFull(tx, lessonId);
    const taken = await tx
      .update(materials)
      .set({ lessonId, removedAt: null })
      .where(and(eq(materials.id, id), gt(materials.removedAt, beingDeleted)))
      .returning({ id: materials.id });
    if (taken.length === 0)
      throw new Error("the collector is deleting this material; the next sweep recreates it");
    await invalidateOutlines(context, tx, curriculumId);
  });
  await removeUploadFile(context, id);
}

/** Also checks that the uploader may still change it, and that its instructor is still there: `lockInstructor`. */
async function lockTarget(tx: Transaction, { ownerId, targetId }: UploadRow) {
  const held = await tx
    .select({ instructorId: classes.instructorId })
    .from(lessons)
    .innerJoin(classes, eq(classes.curriculumId, lessons.curriculumId))
    .where(eq(lessons.id, targetId));
  const present = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [ownerId, ...held.map(({ instructorId }) => instructorId)]), hasAccount))
    .orderBy(asc(users.id))
    .for("key share");
  const owner = await findPerson(tx, ownerId);
  const taught = held.filter(({ instructorId }) => present.some(({ id }) => id === instructorId));
  const [lesson] = await tx
    .select({ curriculumId: lessons.curriculumId })
    .from(lessons)
    .where(eq(lessons.id, targetId))
    .for("update");
  if (!lesson || !taught.some((each) => owner && mayEditClass(owner, each)))
    throw new Problem(problems["lesson-not-found"]);
  return lesson;
}

async function refuseFull(db: Database, lessonId: string): Promise<void> {
  const there = await db.$count(
    materials,
    and(eq(materials.lessonId, lessonId), isNull(materials.removedAt)),
  );
  if (there >= maxMaterials) throw new Problem(problems["too-many-materials"]);
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
