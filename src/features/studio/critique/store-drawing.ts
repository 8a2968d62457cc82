import { createHash } from "node:crypto";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Person } from "../../../access/queries.ts";
import { checkSignature, writeFiles } from "../../school/pictures/store-picture.ts";
import { problems as pictureProblems } from "../../school/pictures/policy.ts";
import { transcode } from "../../school/pictures/transcode.ts";
import type { Transcoded } from "../../school/pictures/transcode-picture.ts";
import type { Exercise } from "./queries.ts";
import { drawingWidths, maxWaitingPictures, problems } from "./policy.ts";
import { discardDrawing } from "./remove-drawings.ts";
import { critiques, submissionPictures, submissionTurns, submissions } from "./tables.ts";

type Context = Pick<AppContext, "clock" | "db" | "log" | "storage">;
export type DrawingPicture = Pick<
  typeof submissionPictures.$inferSelect,
  "id" | "width" | "height" | "widths"
>;

export const asPicture = ({ id, ...sizes }: DrawingPicture) => ({ ...sizes, _id: id });

export const drawingColumns = {
  id: submissionPictures.id,
  width: submissionPictures.width,
  height: submissionPictures.height,
  widths: submissionPictures.widths,
};

export const listWaiting = (
  db: Database,
  studentId: string,
  { classId, lessonId }: Pick<Exercise, "classId" | "lessonId">,
  hash?: string,
): Promise<DrawingPicture[]> =>
  db
    .select(drawingColumns)
    .from(submissionPictures)
    .where(
      and(
        eq(submissionPictures.studentId, studentId),
        isNull(submissionPictures.turnId),
        eq(submissionPictures.state, "stored"),
        eq(submissionPictures.classId, classId),
        eq(submissionPictures.lessonId, lessonId),
        hash === undefined ? undefined : eq(submissionPictures.hash, hash),
      ),
    )
    .orderBy(asc(submissionPictures.id));

/** A picture that can be handed in: new, or of a withdrawn round. */
async function findStored(db: Database, studentId: string, exercise: Exercise, hash: string) {
  const [waiting] = await listWaiting(db, studentId, exercise, hash);
  if (waiting) return waiting;
  const [takenBack] = await db
    .select(drawingColumns)
    .from(submissions)
    .innerJoin(submissionTurns, eq(submissionTurns.submissionId, submissions.id))
    .innerJoin(submissionPictures, eq(submissionPictures.turnId, submissionTurns.id))
    .leftJoin(critiques, eq(critiques.turnId, submissionTurns.id))
    .where(
      and(
        eq(submissions.studentId, studentId),
        eq(submissions.classId, exercise.classId),
        eq(submissions.lessonId, exercise.lessonId),
        eq(submissions.state, "withdrawn"),
        isNull(critiques.id),
        eq(submissionPictures.state, "stored"),
        eq(submissionPictures.hash, hash),
      ),
    )
    .limit(1);
  return takenBack;
}

export function createDrawingStore(context: Context) {
  const inFlight = new Map<string, Promise<DrawingPicture>>();

  /** Throws too-many-drawing-pictures, picture-busy, UpstreamError, and what `checkSignature` and `transcode` throw. */
  return function storeDrawing(student: Person, exercise: Exercise, bytes: Buffer): Promise<DrawingPicture> {
    const hash = createHash("sha256").update(bytes).digest("hex");
    const key = `${student.id} ${exercise.classId} ${exercise.lessonId} ${hash}`;
    const pending = inFlight.get(key);
    if (pending) return pending;
    const stored = store(context, student, exercise, { bytes, hash }).finally(() => inFlight.delete(key));
    inFlight.set(key, stored);
    return stored;
  };
}

async function store(
  context: Context,
  student: Person,
  exercise: Exercise,
  { bytes, hash }: { readonly bytes: Buffer; readonly hash: string },
): Promise<DrawingPicture> {
  const { db } = context;
  const before = await findStored(db, student.id, exercise, hash);
  if (before) return before;
  const isOfStudent = and(eq(submissionPictures.studentId, student.id), isNull(submissionPictures.turnId));
  if ((await db.$count(submissionPictures, isOfStudent)) >= maxWaitingPictures)
    throw new Problem(problems["too-many-drawing-pictures"]);
  checkSignature(bytes);
  const keep = async (transcoded: Transcoded): Promise<DrawingPicture> => {
    const drawing = await reserve(context, student, exercise, hash, transcoded);
    try {
      await writeFiles(context, transcoded, `submissions/${drawing.id}`);
      // Another process may have stored the same bytes.
      const twin = await findStored(db, student.id, exercise, hash);
      if (twin) {
        await discardDrawing(context, drawing.id);
        return twin;
      }
      await markStored(context, drawing.id);
      return drawing;
    } catch (error) {
      await discardDrawing(context, drawing.id);
      // The account was deleted: files that were written since would be orphaned.
      if ((await db.$count(submissionPictures, eq(submissionPictures.id, drawing.id))) === 0)
        await context.storage.removeFolder(`submissions/${drawing.id}`);
      throw error;
    }
  };
  return transcode(bytes, keep, { widths: drawingWidths });
}

async function reserve(
  { clock, db }: Pick<Context, "clock" | "db">,
  student: Person,
  { classId, lessonId }: Exercise,
  hash: string,
  { width, height, widths }: Transcoded,
): Promise<DrawingPicture> {
  const id = newId();
  const now = clock.now();
  const drawing = { id, width, height, widths: [...widths] };
  await db.insert(submissionPictures).values({
    ...drawing,
    studentId: student.id,
    classId,
    lessonId,
    state: "processing",
    changedAt: now,
    hash,
    createdAt: now,
  });
  return drawing;
}

async function markStored({ db, clock }: Pick<Context, "db" | "clock">, id: string): Promise<void> {
  const updated = await db
    .update(submissionPictures)
    .set({ state: "stored", changedAt: clock.now() })
    .where(and(eq(submissionPictures.id, id), eq(submissionPictures.state, "processing")))
    .returning({ id: submissionPictures.id });
  if (updated.length === 0) throw new Problem(pictureProblems["picture-busy"]);
}
