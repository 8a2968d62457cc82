import { and, eq, isNull } from "drizzle-orm";
import { videoChanged } from "../../src/features/classroom/videos/events.ts";
import { videos } from "../../src/features/classroom/videos/tables.ts";
import { submissionTurns, submissions } from "../../src/features/studio/critique/tables.ts";
import { requestRefund } from "../../src/features/office/payments/refund-requests.ts";
import { refundRequests } from "../../src/features/office/payments/tables.ts";
import { makeLesson } from "./lessons.ts";
import { type Answer, type Sent, type TestPerson, call, renewToken } from "./people.ts";
import type { School } from "./people-school.ts";
import { type State, allBut, states } from "./people-states.ts";
import { drawForAll } from "./people-things.ts";
import { takeSeat } from "./school.ts";
import { makeVideoLesson } from "./videos.ts";

/** For the second exercise. */
export const handInForAll = ({ app, people, exercise }: School) =>
  drawForAll(
    app,
    allBut("neverSeated", "deleted").map((state) => people[state]),
    exercise,
    "handed-in",
  );

/** Causes every kind of notification except those of jobs, for as many people as possible. */
export async function letThingsHappen(school: School): Promise<void> {
  const { app, people, classmate, teacher, classId, exercise, open, things } = school;
  const as = async (person: TestPerson, key: string, sent: Sent): Promise<Answer> =>
    call(app, key, sent, await renewToken(app, person));

  for (const id of await listWaitingRounds(school)) {
    const body = { text: "Look at the thumb.", pins: [], verdict: "again" };
    await as(people.instructor, "POST /submission-rounds/{id}/critique", { params: { id }, body });
  }
  const pictures = { pictures: [things.enrolled.pictures[0]] };
  await as(people.enrolled, "POST /class/{classId}/lesson/{id}/submission", {
    params: exercise,
    body: pictures,
  });
  for (const state of states) {
    const params = { classId, id: things[state].drawing.submission };
    const body = { text: "Lovely hands" };
    await as(classmate, "POST /class/{classId}/gallery/{id}/comments", { params, body });
  }
  for (const state of allBut("neverSeated")) await takeSeat(app, people[state], open);
  await makeLesson(app, await renewToken(app, teacher), open);
  const decision = { decision: "hide", reason: "It is spam." };
  await as(people.admin, "POST /admin/reports/{id}/decision", {
    params: { id: school.report },
    body: decision,
  });
  await refuseVideo(school);
  await askForRefunds(school);
  for (const id of await listRefundRequests(school)) {
    const body = { answer: "The policy does not give it." };
    await as(people.admin, "POST /admin/refund-requests/{id}/decline", { params: { id }, body });
  }
}

/** Of a lesson that is published. */
async function refuseVideo({ app, people, edited }: School): Promise<void> {
  const { video: videoId } = await makeVideoLesson(
    app,
    await renewToken(app, people.instructor),
    edited.classId,
  );
  await app.context.db.transaction(async (tx) => {
    await tx.update(videos).set({ state: "refused" }).where(eq(videos.id, videoId));
    await app.context.emit(tx, videoChanged, { videoId });
  });
}

async function listWaitingRounds({ app: { context }, exercise }: School): Promise<string[]> {
  const rows = await context.db
    .select({ id: submissionTurns.id })
    .from(submissionTurns)
    .innerJoin(submissions, eq(submissions.id, submissionTurns.submissionId))
    .where(and(eq(submissions.lessonId, exercise.id), eq(submissions.state, "handed-in")));
  return rows.map(({ id }) => id);
}

/** As if before a suspension. The deleted person requested it before the deletion. */
async function askForRefunds({ app, people, things }: School): Promise<void> {
  const asking: State[] = allBut("neverSeated", "seatEnded", "deleted");
  for (const state of asking)
    await requestRefund(app.context, people[state], things[state].payment, "I had no time for it.");
}

async function listRefundRequests({ app: { context } }: School): Promise<string[]> {
  const rows = await context.db.select().from(refundRequests).where(isNull(refundRequests.decidedAt));
  return rows.map(({ id }) => id);
}
