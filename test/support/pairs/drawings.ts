import { desc, eq } from "drizzle-orm";
import { expect } from "vitest";
import {
  critiques,
  submissionPictures,
  submissionTurns,
  submissions,
} from "../../../src/features/studio/critique/tables.ts";
import { comments, nices } from "../../../src/features/studio/gallery/tables.ts";
import { reports } from "../../../src/features/studio/moderation/tables.ts";
import { newId } from "../../../src/platform/ids.ts";
import { type ExerciseParams, critique, handIn, makeExercise } from "../drawings.ts";
import { type Answer, type TestPerson, call, makePerson } from "../people.ts";
import { makeClass, takeSeat } from "../school.ts";
import { deleteAccount, linkToIssuer } from "./people.ts";
import { type School, shared } from "./record.ts";

interface DrawingFixture {
  readonly exercise: ExerciseParams;
  readonly instructor: TestPerson;
  readonly student: TestPerson;
  readonly classmate: TestPerson;
  readonly admin: TestPerson;
  readonly submission: string;
  readonly round: string;
  /** Not handed in. */
  readonly waiting: string;
}

const inGallery = ({ exercise: { classId }, submission: id }: DrawingFixture) => ({ classId, id });

const show = ({ app }: School, fixture: DrawingFixture): Promise<Answer> =>
  call(app, "POST /class/{classId}/gallery/{id}", { params: inGallery(fixture) }, fixture.student);
const isShown = async (school: School, fixture: DrawingFixture): Promise<void> => {
  await show(school, fixture);
};

const comment = ({ app }: School, fixture: DrawingFixture): Promise<Answer> =>
  call(
    app,
    "POST /class/{classId}/gallery/{id}/comments",
    { params: inGallery(fixture), body: { text: "What a line!" } },
    fixture.classmate,
  );
const hasComment = async (school: School, fixture: DrawingFixture): Promise<void> => {
  await show(school, fixture);
  await comment(school, fixture);
};

const sayNice = ({ app }: School, fixture: DrawingFixture): Promise<Answer> =>
  call(app, "POST /class/{classId}/gallery/{id}/nice", { params: inGallery(fixture) }, fixture.classmate);

const report = ({ app }: School, { classmate, submission }: DrawingFixture): Promise<Answer> =>
  call(app, "POST /reports", { body: { kind: "drawing", id: submission, reason: "spam" } }, classmate);

/** The state matches the latest round and its critique, every round has a picture, and a "Nice!" counts once. */
async function check({ app }: School, { submission }: DrawingFixture): Promise<void> {
  const { db } = app.context;
  const [row] = await db.select().from(submissions).where(eq(submissions.id, submission));
  expect(await db.$count(nices, eq(nices.submissionId, submission))).toBeLessThanOrEqual(row ? 1 : 0);
  const rounds = await db
    .select({ id: submissionTurns.id, verdict: critiques.verdict })
    .from(submissionTurns)
    .leftJoin(critiques, eq(critiques.turnId, submissionTurns.id))
    .where(eq(submissionTurns.submissionId, submission))
    .orderBy(desc(submissionTurns.number));
  if (!row) return expect(rounds).toEqual([]);
  const latest = rounds[0]!.verdict;
  expect(["handed-in", "withdrawn"].includes(row.state) ? null : row.state).toBe(latest);
  for (const { id } of rounds)
    expect(await db.$count(submissionPictures, eq(submissionPictures.turnId, id))).toBeGreaterThan(0);
}

export const drawing = shared<DrawingFixture>({
  make: async (school) => {
    const { app } = school;
    const [instructor, student, classmate, admin] = [
      await makePerson(app, "instructor"),
      await makePerson(app, "student"),
      await makePerson(app, "student"),
      await makePerson(app, "admin"),
    ];
    await linkToIssuer(school, student);
    const classId = await makeClass(app, instructor);
    for (const person of [student, classmate]) await takeSeat(app, person, classId);
    const exercise = await makeExercise(app, instructor, classId);
    const [first, waiting] = [newId(), newId()];
    const now = app.clock.now();
    const { db } = app.context;
    const picture = {
      studentId: student.id,
      classId,
      lessonId: exercise.id,
      state: "stored" as const,
      width: 320,
      height: 240,
      widths: [320],
      createdAt: now,
      changedAt: now,
    };
    await db.insert(submissionPictures).values([
      { ...picture, id: first, hash: "first" },
      { ...picture, id: waiting, hash: "waiting" },
    ]);
    const { body } = await handIn(app, student, exercise, [first]);
    const people = { instructor, student, classmate, admin };
    return { ...people, exercise, submission: body._id, round: body.rounds[0]._id, waiting };
  },
  operations: {
    accept: {
      endpoint: "POST /submission-rounds/{id}/critique",
      run: ({ app }, { instructor, round }) => critique(app, instructor, round, { verdict: "accepted" }),
    },
    "ask for another": {
      endpoint: "POST /submission-rounds/{id}/critique",
      run: ({ app }, { instructor, round }) => critique(app, instructor, round),
    },
    "take back": {
      endpoint: "DELETE /class/{classId}/lesson/{id}/submission",
      run: ({ app }, { exercise, student }) =>
        call(app, "DELETE /class/{classId}/lesson/{id}/submission", { params: exercise }, student),
    },
    "hand in": {
      endpoint: "POST /class/{classId}/lesson/{id}/submission",
      run: ({ app }, { exercise, student, waiting }) => handIn(app, student, exercise, [waiting]),
    },
    "take off": {
      endpoint: "DELETE /submission-pictures/{id}",
      run: ({ app }, { student, waiting: id }) =>
        call(app, "DELETE /submission-pictures/{id}", { params: { id } }, student),
    },
    show: { endpoint: "POST /class/{classId}/gallery/{id}", run: show },
    hide: {
      endpoint: "DELETE /class/{classId}/gallery/{id}",
      prepare: isShown,
      run: ({ app }, fixture) =>
        call(app, "DELETE /class/{classId}/gallery/{id}", { params: inGallery(fixture) }, fixture.student),
    },
    comment: { endpoint: "POST /class/{classId}/gallery/{id}/comments", prepare: isShown, run: comment },
    "remove the comment": {
      endpoint: "DELETE /comment/{id}",
      prepare: hasComment,
      run: async ({ app }, { classmate }) => {
        const [own] = await app.context.db.select().from(comments).where(eq(comments.authorId, classmate.id));
        return call(app, "DELETE /comment/{id}", { params: { id: own?.id ?? classmate.id } }, classmate);
      },
    },
    "say nice": { endpoint: "POST /class/{classId}/gallery/{id}/nice", prepare: isShown, run: sayNice },
    "take nice back": {
      endpoint: "DELETE /class/{classId}/gallery/{id}/nice",
      prepare: async (school, fixture) => {
        await show(school, fixture);
        await sayNice(school, fixture);
      },
      run: ({ app }, fixture) =>
        call(
          app,
          "DELETE /class/{classId}/gallery/{id}/nice",
          { params: inGallery(fixture) },
          fixture.classmate,
        ),
    },
    report: { endpoint: "POST /reports", prepare: isShown, run: report },
    "take down": {
      endpoint: "POST /admin/reports/{id}/decision",
      prepare: async (school, fixture) => {
        await show(school, fixture);
        await report(school, fixture);
      },
      run: async ({ app }, { admin, submission }) => {
        const [open] = await app.context.db.select().from(reports).where(eq(reports.subjectId, submission));
        const sent = {
          params: { id: open?.id ?? submission },
          body: { decision: "hide", reason: "It was not theirs." },
        };
        return call(app, "POST /admin/reports/{id}/decision", sent, admin);
      },
    },
    block: {
      endpoint: "POST /blocks/{id}",
      run: ({ app }, { student, classmate: { id } }) =>
        call(app, "POST /blocks/{id}", { params: { id } }, student),
    },
    unblock: {
      endpoint: "DELETE /blocks/{id}",
      run: ({ app }, { student, classmate: { id } }) =>
        call(app, "DELETE /blocks/{id}", { params: { id } }, student),
    },
    "delete the student": {
      endpoint: "POST /account/deletion",
      run: (school, { student }) => deleteAccount(school, student),
    },
  },
  outcomes: {
    "accept | ask for another": ["ok + drawing-critiqued", "drawing-critiqued + ok"],
    "accept | take back": ["ok + nothing-to-take-back", "drawing-not-found + ok"],
    "accept | hand in": ["ok + drawing-accepted", "ok + drawing-waits"],
    "accept | delete the student": ["ok + ok", "drawing-not-found + ok"],
    "ask for another | take back": ["ok + nothing-to-take-back", "drawing-not-found + ok"],
    "ask for another | hand in": ["ok + ok", "ok + drawing-waits"],
    "ask for another | delete the student": ["ok + ok", "drawing-not-found + ok"],
    "take back | hand in": ["ok + ok", "ok + drawing-waits"],
    "take back | show": ["ok + nothing-to-show", "ok + ok"],
    "take back | comment": ["ok + drawing-not-found", "ok + ok"],
    "take back | say nice": ["ok + drawing-not-found", "ok + ok"],
    "take back | report": ["ok + nothing-to-report", "ok + ok"],
    "take back | delete the student": ["ok + ok", "unauthenticated + ok"],
    "hand in | hand in": ["drawing-waits + drawing-waits"],
    "hand in | take off": ["drawing-waits + ok"],
    "hand in | show": ["drawing-waits + ok"],
    "hand in | hide": ["drawing-waits + ok"],
    "hand in | comment": ["drawing-waits + ok"],
    "hand in | remove the comment": ["drawing-waits + ok"],
    "hand in | say nice": ["drawing-waits + ok"],
    "hand in | take nice back": ["drawing-waits + ok"],
    "hand in | report": ["drawing-waits + ok"],
    "hand in | take down": ["drawing-waits + ok"],
    "hand in | block": ["drawing-waits + ok"],
    "hand in | unblock": ["drawing-waits + ok"],
    "hand in | delete the student": ["drawing-waits + ok", "unauthenticated + ok"],
    "take off | delete the student": ["ok + ok", "unauthenticated + ok"],
    "show | take down": ["ok + ok", "drawing-hidden + ok"],
    "show | delete the student": ["ok + ok", "unauthenticated + ok"],
    "hide | comment": ["ok + drawing-not-found", "ok + ok"],
    "hide | say nice": ["ok + drawing-not-found", "ok + ok"],
    "hide | report": ["ok + nothing-to-report", "ok + ok"],
    "hide | delete the student": ["ok + ok", "unauthenticated + ok"],
    "comment | take down": ["ok + ok", "drawing-not-found + ok"],
    "comment | block": ["ok + ok", "drawing-not-found + ok"],
    "comment | delete the student": ["ok + ok", "drawing-not-found + ok"],
    "remove the comment | remove the comment": ["ok + comment-not-found", "comment-not-found + ok"],
    "remove the comment | delete the student": ["ok + ok", "comment-not-found + ok"],
    "say nice | take down": ["ok + ok", "drawing-not-found + ok"],
    "say nice | block": ["ok + ok", "drawing-not-found + ok"],
    "say nice | delete the student": ["ok + ok", "drawing-not-found + ok"],
    "report | take down": ["ok + ok", "nothing-to-report + ok"],
    "report | block": ["ok + ok", "nothing-to-report + ok"],
    "report | delete the student": ["ok + ok", "nothing-to-report + ok"],
    "take down | take down": ["ok + report-decided-already", "report-decided-already + ok"],
    "block | delete the student": ["ok + ok", "unauthenticated + ok"],
    "unblock | delete the student": ["ok + ok", "unauthenticated + ok"],
    "delete the student | delete the student": ["ok + account-not-found", "account-not-found + ok"],
  },
  usual: [
    "accept | ask for another",
    "take back | hand in",
    "comment | delete the student",
    "say nice | say nice",
    "say nice | delete the student",
    "take down | delete the student",
  ],
  check,
});
