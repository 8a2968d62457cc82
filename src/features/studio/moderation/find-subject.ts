import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { critiques, submissionPictures, submissionTurns, submissions } from "../critique/tables.ts";
import { comments } from "../gallery/tables.ts";
import type { ReportKind } from "../../shared/report-reasons.ts";
import type { ReportSnapshot } from "./tables.ts";

export interface ReportSubject {
  readonly id: string;
  readonly authorId: string;
  readonly submissionId: string;
  readonly studentId: string;
  readonly classId: string;
  readonly hiddenAt: Date | null;
  readonly snapshot: ReportSnapshot;
}

const ofSubmission = {
  submissionId: submissions.id,
  studentId: submissions.studentId,
  classId: submissions.classId,
};

type Find = (db: Database, id: string) => Promise<ReportSubject | undefined>;

const findComment: Find = async (db, id) => {
  const [row] = await db
    .select({
      ...ofSubmission,
      id: comments.id,
      authorId: comments.authorId,
      hiddenAt: comments.hiddenAt,
      text: comments.text,
    })
    .from(comments)
    .innerJoin(submissions, eq(submissions.id, comments.submissionId))
    .where(eq(comments.id, id));
  return row && { ...row, snapshot: { text: row.text, pictureIds: [] } };
};

const findCritique: Find = async (db, id) => {
  const [row] = await db
    .select({
      ...ofSubmission,
      id: critiques.id,
      authorId: critiques.instructorId,
      hiddenAt: critiques.hiddenAt,
      text: critiques.text,
      pins: critiques.pins,
    })
    .from(critiques)
    .innerJoin(submissionTurns, eq(submissionTurns.id, critiques.turnId))
    .innerJoin(submissions, eq(submissions.id, submissionTurns.submissionId))
    .where(eq(critiques.id, id));
  const text = row && [row.text, ...row.pins.map((pin) => pin.text)].join("\n");
  return row && { ...row, snapshot: { text: text ?? "", pictureIds: [] } };
};

const findDrawing: Find = async (db, id) => {
  const [row] = await db
    .select({
      ...ofSubmission,
      id: submissions.id,
      authorId: submissions.studentId,
      hiddenAt: submissions.hiddenAt,
      turnId: submissionTurns.id,
      note: submissionTurns.note,
    })
    .from(submissions)
    .innerJoin(submissionTurns, eq(submissionTurns.submissionId, submissions.id))
    .where(eq(submissions.id, id))
    .orderBy(sql`${submissionTurns.number} desc`)
    .limit(1);
  if (!row) return undefined;
  const pictures = await db
    .select({ id: submissionPictures.id })
    .from(submissionPictures)
    .where(eq(submissionPictures.turnId, row.turnId))
    .orderBy(asc(submissionPictures.position));
  return { ...row, snapshot: { text: row.note, pictureIds: pictures.map((picture) => picture.id) } };
};

const finders: Readonly<Record<ReportKind, Find>> = {
  comment: findComment,
  critique: findCritique,
  drawing: findDrawing,
};

export const findSubject = (db: Database, kind: ReportKind, id: string): Promise<ReportSubject | undefined> =>
  finders[kind](db, id);

const tables = { comment: comments, critique: critiques, drawing: submissions } as const;

/** Ignores removed content. */
export async function setHidden(
  db: Database,
  kind: ReportKind,
  id: string,
  hiddenAt: Date | null,
): Promise<void> {
  const table = tables[kind];
  await db.update(table).set({ hiddenAt }).where(eq(table.id, id));
}
