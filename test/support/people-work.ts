import { and, eq, isNotNull, ne, or, sql } from "drizzle-orm";
import { users } from "../../src/access/tables.ts";
import { certificates } from "../../src/features/studio/certificates/tables.ts";
import { classes } from "../../src/features/school/classes/tables.ts";
import { submissionPictures, submissions } from "../../src/features/studio/critique/tables.ts";
import { enrollments } from "../../src/features/school/enrollments/tables.ts";
import { requestFinishCheck } from "../../src/features/classroom/lessons/request-finish-check.ts";
import { releaseNewsletter } from "../../src/features/office/newsletter/issue.ts";
import { notifications } from "../../src/features/school/notifications/tables.ts";
import { payments } from "../../src/features/office/payments/tables.ts";
import { erasures } from "../../src/features/office/privacy/tables.ts";
import type { JobName } from "../../src/jobs.ts";
import { enqueueMail, outbox } from "../../src/platform/outbox.ts";
import { askSandbox } from "./paying.ts";
import { handInForAll, letThingsHappen } from "./people-kinds.ts";
import type { School } from "./people-school.ts";
import { type State, states } from "./people-states.ts";

/** Counts what a job may change, per state. */
export type Count = (state: State) => Promise<number>;

const nothing: Count = async () => 0;

/** Makes work due for everyone, and returns what to count. Jobs missing here have no work. */
export const workFor: Partial<Record<JobName, (school: School) => Promise<Count>>> = {
  mail: async (school) => {
    const { context, clock } = school.app;
    await context.db.delete(outbox);
    for (const state of states) {
      const to = await addressOf(school, state);
      await enqueueMail(context.db, clock, { to, subject: "News", text: "News", html: "News" });
    }
    return nothing;
  },
  notifications: async (school) => {
    await letThingsHappen(school);
    // Past the evening, when digests are sent.
    school.app.clock.advance(86_400);
    return nothing;
  },
  openings: async ({ app, classId }) => {
    const startsOn = app.clock.now().toISOString().slice(0, 10);
    await app.context.db.update(classes).set({ startsOn, timeZone: "UTC" }).where(eq(classes.id, classId));
    return nothing;
  },
  "old notifications": async ({ app, people }) => {
    app.clock.advance(400 * 86_400);
    return (state) => app.context.db.$count(notifications, eq(notifications.personId, people[state].id));
  },
  newsletter: async ({ app }) => {
    await releaseNewsletter(app.context, undefined, app.clock.now());
    return nothing;
  },
  certificates: async ({ app: { context, clock }, people, shown }) => {
    await context.db.delete(certificates);
    for (const { id: studentId } of Object.values(people))
      await requestFinishCheck(context.db, { studentId, lessonId: shown.id }, clock.now());
    return (state) => context.db.$count(certificates, eq(certificates.studentId, people[state].id));
  },
  payments: async (school) => {
    school.app.clock.advance(3600);
    return seatsIn(school, school.paidFor);
  },
  "collected payments": async ({ app, people, classId }) => {
    const ofClass = await app.context.db.select().from(payments).where(eq(payments.classId, classId));
    for (const { intentId } of ofClass)
      await askSandbox(app, "POST", "/v1/refunds", { payment_intent: intentId });
    app.clock.advance(25 * 3600);
    return (state) =>
      app.context.db.$count(
        payments,
        and(eq(payments.studentId, people[state].id), isNotNull(payments.refundedAt)),
      );
  },
  drawings: async ({ app, people }) => {
    const { db } = app.context;
    // Otherwise what is shown to the class would stay.
    await db.update(submissions).set({ sharedAt: null });
    await db.update(submissions).set({ seatEndedAt: app.clock.now() }).where(hasNoSeat);
    app.clock.advance(31 * 86_400);
    const isHandedIn = or(isNotNull(submissionPictures.turnId), ne(submissionPictures.state, "stored"));
    return (state) =>
      db.$count(submissionPictures, and(eq(submissionPictures.studentId, people[state].id), isHandedIn));
  },
  "overdue critiques": async (school) => {
    await handInForAll(school);
    school.app.clock.advance(6 * 86_400);
    return nothing;
  },
  "deleted accounts": async ({ app: { context, clock }, people }) => {
    const { id } = people.deleted;
    await context.db
      .insert(erasures)
      .values({ personId: id, issuer: "trusted", subject: id, requestedAt: clock.now() });
    return (state) => context.db.$count(erasures, eq(erasures.personId, people[state].id));
  },
};

const hasNoSeat = sql`not exists (
  select from ${enrollments} where ${enrollments.studentId} = ${submissions.studentId}
    and ${enrollments.classId} = ${submissions.classId}
)`;

const seatsIn =
  ({ app: { context }, people }: School, classId: string): Count =>
  (state) =>
    context.db.$count(
      enrollments,
      and(eq(enrollments.classId, classId), eq(enrollments.studentId, people[state].id)),
    );

/** A deleted account has a different one. */
async function addressOf({ app, people }: School, state: State): Promise<string> {
  const [row] = await app.context.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, people[state].id));
  return row?.email ?? "";
}
