import { and, eq, isNull } from "drizzle-orm";
import { videoChanged } from "../../src/features/classroom/videos/events.ts";
import { videos } from "../../src/features/classroom/videos/tables.ts";
import { submissionTurns, submissions } from "../../src/features/studio/critique/tables.ts";
import { type NotificationKind, kindOf } from "../../src/features/school/notifications/kinds.ts";
import { requestRefund } from "../../src/features/office/payments/refund-requests.ts";
import { refundRequests } from "../../src/features/office/payments/tables.ts";
import type { JobName } from "../../src/jobs.ts";
import { makeLesson } from "./lessons.ts";
import { type Answer, type Sent, type TestPerson, call, renewToken } from "./people.ts";
import type { School } from "./people-school.ts";
import { type State, allBut, among, states } from "./people-states.ts";
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

const as = async ({ app }: School, person: TestPerson, key: string, sent: Sent): Promise<Answer> =>
  call(app, key, sent, await renewToken(app, person));

async function critiqueDrawings(school: School): Promise<void> {
  const body = { text: "Look at the thumb.", pins: [], verdict: "again" };
  for (const id of await listWaitingRounds(school))
    await as(school, school.people.instructor, "POST /submission-rounds/{id}/critique", {
      params: { id },
      body,
    });
}

async function handIn(school: School): Promise<void> {
  const body = { pictures: [school.things.enrolled.pictures[0]] };
  await as(school, school.people.enrolled, "POST /class/{classId}/lesson/{id}/submission", {
    params: school.exercise,
    body,
  });
}

async function comment(school: School): Promise<void> {
  for (const state of states) {
    const params = { classId: school.classId, id: school.things[state].drawing.submission };
    const body = { text: "Lovely hands" };
    await as(school, school.classmate, "POST /class/{classId}/gallery/{id}/comments", { params, body });
  }
}

async function publishFirstLesson({ app, people, open, teacher }: School): Promise<void> {
  for (const state of allBut("neverSeated")) await takeSeat(app, people[state], open);
  await makeLesson(app, await renewToken(app, teacher), open);
}

async function decideReport(school: School): Promise<void> {
  const body = { decision: "hide", reason: "It is spam." };
  await as(school, school.people.admin, "POST /admin/reports/{id}/decision", {
    params: { id: school.report },
    body,
  });
}

async function declineRefunds(school: School): Promise<void> {
  const body = { answer: "The policy does not give it." };
  for (const id of await listRefundRequests(school))
    await as(school, school.people.admin, "POST /admin/refund-requests/{id}/decline", {
      params: { id },
      body,
    });
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

const seated = allBut("neverSeated", "seatEnded", "deleted");
/** Those who have left have finished the class and handed in before. */
const handedIn = allBut("neverSeated", "deleted");

/** What causes a kind, for as many people as possible, and who is notified then. */
interface Reach {
  readonly cause: ((school: School) => Promise<void>) | JobName | "making the school";
  readonly notified: readonly State[];
}

/** Caused in this order. */
export const kinds: Readonly<Record<NotificationKind, Reach>> = {
  // Not to those who have left: they could not open it.
  "critique-received": { cause: critiqueDrawings, notified: seated },
  "drawing-handed-in": { cause: handIn, notified: ["instructor"] },
  // By a classmate, who sees the drawings of these, and of students who have left and could not open it.
  "comment-received": { cause: comment, notified: among("minorConsented", "unconfirmed", "enrolled") },
  "first-lesson": { cause: publishFirstLesson, notified: handedIn },
  "work-hidden": { cause: decideReport, notified: ["reported"] },
  // Those who have reported a drawing, and its student.
  "report-decided": { cause: decideReport, notified: among("enrolled", "suspended", "reported") },
  "video-refused": { cause: refuseVideo, notified: ["instructor"] },
  "refund-requested": { cause: askForRefunds, notified: ["admin"] },
  "refund-decided": { cause: declineRefunds, notified: seated },
  "report-received": { cause: "making the school", notified: ["admin"] },
  "student-enrolled": { cause: "making the school", notified: ["instructor"] },
  "section-opened": { cause: "openings", notified: seated },
  "certificate-issued": { cause: "certificates", notified: handedIn },
  "critique-overdue": { cause: "overdue critiques", notified: ["instructor"] },
  "student-refunded": { cause: "collected payments", notified: ["instructor"] },
};

export async function letThingsHappen(school: School): Promise<void> {
  const causes = new Set(Object.values(kinds).map(({ cause }) => cause));
  for (const cause of causes) if (typeof cause === "function") await cause(school);
}

/** Suspended people find it in their list when they come back, unless it is about their money. */
export const mailedOf = (kind: NotificationKind): State[] =>
  kindOf(kind).mail === "never"
    ? []
    : kinds[kind].notified.filter((state) => state !== "suspended" || kindOf(kind).isFixed);
