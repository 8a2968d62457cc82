import { buffer } from "node:stream/consumers";
import { type AnyColumn, type SQL, and, eq, exists, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import type { Person } from "../../../access/queries.ts";
import { blocks } from "../../../access/tables.ts";
import { classes } from "../../school/classes/tables.ts";
import type { FindPreviews, Preview, PreviewPicture } from "../../school/notifications/word-notifications.ts";
import { defaultWidthOf } from "../../school/pictures/transcode-picture.ts";
import { listPictures } from "./queries.ts";
import { critiques, submissionTurns, submissions } from "./tables.ts";

export const previewCritiques: FindPreviews = async ({ db }, reader, ids) => {
  const rows = await db
    .select({ id: critiques.id, turnId: critiques.turnId, text: critiques.text })
    .from(critiques)
    .innerJoin(submissionTurns, eq(submissionTurns.id, critiques.turnId))
    .innerJoin(submissions, eq(submissions.id, submissionTurns.submissionId))
    .where(
      and(
        inArray(critiques.id, [...ids]),
        eq(submissions.studentId, reader.id),
        isNull(submissions.hiddenAt),
        isNull(critiques.hiddenAt),
        hasNoBlock(reader, critiques.instructorId),
      ),
    );
  return withPictures(db, rows);
};

/** For the class's current instructor. The student's note is not shown. */
export const previewHandedIn: FindPreviews = async ({ db }, reader, ids) => {
  if (reader.role !== "instructor") return [];
  const isCritiqued = exists(
    db.select({ id: critiques.id }).from(critiques).where(eq(critiques.turnId, submissionTurns.id)),
  );
  const rows = await db
    .select({ id: submissionTurns.id, turnId: submissionTurns.id, text: sql<string>`''` })
    .from(submissionTurns)
    .innerJoin(submissions, eq(submissions.id, submissionTurns.submissionId))
    .innerJoin(classes, eq(classes.id, submissions.classId))
    .where(
      and(
        inArray(submissionTurns.id, [...ids]),
        eq(classes.instructorId, reader.id),
        isNull(submissions.hiddenAt),
        or(ne(submissions.state, "withdrawn"), isCritiqued),
        hasNoBlock(reader, submissions.studentId),
      ),
    );
  return withPictures(db, rows);
};

export const hasNoBlock = ({ id }: Person, other: AnyColumn): SQL => sql`not exists (
  select from ${blocks}
  where (${blocks.blockerId}, ${blocks.blockedId}) in ((${id}::uuid, ${other}), (${other}, ${id}::uuid))
)`;

export async function withPictures(
  db: Database,
  rows: readonly { readonly id: string; readonly turnId: string; readonly text: string }[],
): Promise<readonly Preview[]> {
  const pictures = await listPictures(
    db,
    rows.map(({ turnId }) => turnId),
  );
  return rows.map(({ id, turnId, text }) => ({ id, text, picture: pictures.get(turnId)?.[0] ?? null }));
}

/** JPEG without metadata, which every mail program shows. */
export async function readSmallPicture(
  { storage }: Pick<AppContext, "storage">,
  { id, widths }: PreviewPicture,
): Promise<Buffer | undefined> {
  const file = await storage.read(`submissions/${id}/${defaultWidthOf(widths)}.jpg`);
  return file && buffer(file.stream);
}
