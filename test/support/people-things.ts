import { inArray } from "drizzle-orm";
import { teachingApplications } from "../../src/features/school/users/tables.ts";
import { issueCertificates } from "../../src/features/studio/certificates/issue-certificates.ts";
import { certificates } from "../../src/features/studio/certificates/tables.ts";
import {
  submissionPictures,
  submissionTurns,
  submissions,
} from "../../src/features/studio/critique/tables.ts";
import { comments } from "../../src/features/studio/gallery/tables.ts";
import { requestFinishCheck } from "../../src/features/classroom/lessons/request-finish-check.ts";
import { newsletterSubscriptions } from "../../src/features/office/newsletter/tables.ts";
import { completedLessons } from "../../src/features/classroom/progress/tables.ts";
import { newId } from "../../src/platform/ids.ts";
import type { TestApp } from "./app.ts";
import type { ExerciseParams } from "./drawings.ts";
import { type TestPerson, makePerson } from "./people.ts";

/** Rows of many people at once, as the operations would leave them. Drawings have no files. */

export interface Drawing {
  readonly submission: string;
  readonly round: string;
}

const day = 86_400_000;

/** Accepted drawings are shown to the class. */
export async function drawForAll(
  { context: { db }, clock }: TestApp,
  students: readonly TestPerson[],
  { classId, id: lessonId }: ExerciseParams,
  state: "accepted" | "handed-in",
): Promise<ReadonlyMap<string, Drawing>> {
  const now = clock.now();
  const all = students.map(({ id }) => ({ studentId: id, submission: newId(), round: newId() }));
  await db.insert(submissions).values(
    all.map(({ studentId, submission }) => ({
      id: submission,
      studentId,
      classId,
      lessonId,
      state,
      createdAt: now,
      changedAt: now,
      ...(state === "accepted" && {
        acceptedAt: now,
        sharedAt: now,
      }),
    })),
  );
  const promisedBy = new Date(now.getTime() + 5 * day);
  await db.insert(submissionTurns).values(
    all.map(({ submission, round }) => ({
      id: round,
      submissionId: submission,
      number: 1,
      note: "",
      handedInAt: now,
      promisedBy,
    })),
  );
  await db
    .insert(submissionPictures)
    .values(all.map(({ studentId, round }) => picture({ studentId, classId, lessonId }, now, round)));
  return new Map(all.map(({ studentId, submission, round }) => [studentId, { submission, round }]));
}

/** Two each, not handed in. */
export async function picturesForAll(
  { context: { db }, clock }: TestApp,
  students: readonly TestPerson[],
  { classId, id: lessonId }: ExerciseParams,
): Promise<ReadonlyMap<string, readonly [string, string]>> {
  const make = (studentId: string) => picture({ studentId, classId, lessonId }, clock.now(), null);
  const pairs = students.map(({ id }) => [make(id), make(id)] as const);
  await db.insert(submissionPictures).values(pairs.flat());
  return new Map(pairs.map(([one, other]) => [one.studentId, [one.id, other.id]]));
}

const picture = (
  place: { readonly studentId: string; readonly classId: string; readonly lessonId: string },
  createdAt: Date,
  turnId: string | null,
) => ({
  id: newId(),
  ...place,
  turnId,
  state: "stored" as const,
  hash: "",
  width: 320,
  height: 240,
  widths: [320],
  createdAt,
  changedAt: createdAt,
});

/** Ids, in the order of the authors. */
export async function commentForAll(
  { context: { db }, clock }: TestApp,
  authorIds: readonly string[],
  { submission: submissionId }: Drawing,
): Promise<readonly string[]> {
  const createdAt = clock.now();
  const rows = authorIds.map((authorId) => ({
    id: newId(),
    authorId,
    submissionId,
    text: "Lovely",
    createdAt,
  }));
  await db.insert(comments).values(rows);
  return rows.map(({ id }) => id);
}

/** Also needs an accepted drawing. */
export async function finishForAll(
  { context, clock }: TestApp,
  students: readonly TestPerson[],
  lessonIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly number: string }>> {
  const { db } = context;
  const completedAt = clock.now();
  const done = students.flatMap(({ id: studentId }) =>
    lessonIds.map((lessonId) => ({ studentId, lessonId, how: "ticked" as const, completedAt })),
  );
  await db.insert(completedLessons).values(done);
  for (const each of done) await requestFinishCheck(db, each, completedAt);
  await issueCertificates(context);
  const ids = students.map(({ id }) => id);
  const issued = await db.select().from(certificates).where(inArray(certificates.studentId, ids));
  return new Map(issued.map(({ id, number, studentId }) => [studentId, { id, number }]));
}

/** Of two people: one to accept, one to decline. */
export async function applicationsOf(app: TestApp): Promise<readonly [string, string]> {
  const apply = async (): Promise<string> => {
    const { id: userId } = await makePerson(app, "student");
    const [id, createdAt] = [newId(), app.clock.now()];
    const text = "I draw hands, and have taught for years.";
    const row = {
      id,
      userId,
      text,
      portfolioUrl: "https://example.org/hands",
      createdAt,
      updatedAt: createdAt,
    };
    await app.context.db.insert(teachingApplications).values(row);
    return id;
  };
  return [await apply(), await apply()];
}

/** As if they had subscribed before entering their state. */
export async function subscribeAll(
  { context, clock }: TestApp,
  people: readonly { readonly name: string; readonly email: string }[],
): Promise<void> {
  const at = clock.now();
  await context.db.insert(newsletterSubscriptions).values(
    people.map(({ name, email }) => ({
      id: newId(),
      name,
      email,
      state: "confirmed" as const,
      createdAt: at,
      confirmedAt: at,
    })),
  );
}
