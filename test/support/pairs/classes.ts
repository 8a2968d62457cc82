import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { classes } from "../../../src/features/school/classes/tables.ts";
import { enrollments } from "../../../src/features/school/enrollments/tables.ts";
import { paymentAttempts } from "../../../src/features/office/payments/tables.ts";
import { selections } from "../../../src/features/school/selections/tables.ts";
import { authorizePayment, buy, noWebhooks, refundPayment, report, setFaults } from "../paying.ts";
import { type Answer, type TestPerson, call, makePerson } from "../people.ts";
import { classRow, makeClass } from "../school.ts";
import { withdraw } from "../withdrawing.ts";
import { deleteAccount, linkToIssuer } from "./people.ts";
import { type Operation, type Outcomes, type School, shared } from "./record.ts";

interface ClassFixture {
  readonly classId: string;
  readonly instructor: TestPerson;
  readonly otherInstructor: TestPerson;
  readonly admin: TestPerson;
  readonly seated: TestPerson;
  readonly buyers: readonly [TestPerson, TestPerson];
  readonly visitor: TestPerson;
  readonly intents: string[];
  paymentId?: string;
}

const makeFixture =
  (status: "approved" | "pending" | "denied") =>
  async (school: School): Promise<ClassFixture> => {
    const { app } = school;
    await setFaults(app, [noWebhooks]);
    const instructor = await makePerson(app, "instructor");
    await linkToIssuer(school, instructor);
    return {
      classId: await makeClass(app, instructor, { availableSeats: 1, status }),
      instructor,
      otherInstructor: await makePerson(app, "instructor"),
      admin: await makePerson(app, "admin"),
      seated: await makePerson(app, "student"),
      buyers: [await makePerson(app, "student"), await makePerson(app, "student")],
      visitor: await makePerson(app, "student"),
      intents: [],
    };
  };

/** Adds a seat and sells it, so the last one remains. */
async function sell({ app }: School, fixture: ClassFixture): Promise<void> {
  if (fixture.paymentId) return;
  await app.context.db
    .update(classes)
    .set({ availableSeats: sql`${classes.availableSeats} + 1` })
    .where(eq(classes.id, fixture.classId));
  fixture.paymentId = (await buy(app, fixture.seated, fixture.classId)).paymentId;
}

async function askForMoney({ app }: School, { seated, paymentId = "" }: ClassFixture): Promise<Answer> {
  const sent = { params: { id: paymentId }, body: { text: "I had no time for it." } };
  return call(app, "POST /payments/{id}/refund-request", sent, seated);
}

const buyLastSeat = (buyer: 0 | 1): Operation<ClassFixture> => ({
  endpoint: "POST /payments",
  prepare: async ({ app }, fixture) => {
    fixture.intents[buyer] = await authorizePayment(app, fixture.buyers[buyer], fixture.classId);
  },
  run: ({ app }, { buyers, intents }) => report(app, buyers[buyer], intents[buyer]!),
});

const ofTeacher: Record<string, Operation<ClassFixture>> = {
  edit: {
    endpoint: "PATCH /class/{id}",
    run: ({ app }, { classId: id, instructor }) => {
      const body = { className: "Another name", price: 21, availableSeats: 3 };
      return call(app, "PATCH /class/{id}", { params: { id }, body }, instructor);
    },
  },
  "hand over": {
    endpoint: "PATCH /admin/hand-over/class/{id}",
    run: ({ app }, { classId: id, otherInstructor: { email }, admin }) =>
      call(app, "PATCH /admin/hand-over/class/{id}", { params: { id }, body: { email } }, admin),
  },
  "suspend the teacher": {
    endpoint: "PATCH /users/suspend/{id}",
    run: ({ app }, { instructor: { id }, admin }) =>
      call(app, "PATCH /users/suspend/{id}", { params: { id }, body: { reason: "Spam" } }, admin),
  },
  "demote the teacher": {
    endpoint: "PATCH /users/student/{id}",
    run: ({ app }, { instructor: { id }, admin }) =>
      call(app, "PATCH /users/student/{id}", { params: { id } }, admin),
  },
  "rename the teacher": {
    endpoint: "PATCH /account",
    run: ({ app }, { instructor }) =>
      call(
        app,
        "PATCH /account",
        { body: { name: "Hana", image: "/drawings/portrait-fox.svg" } },
        instructor,
      ),
  },
  "delete the teacher": {
    endpoint: "POST /account/deletion",
    run: (school, { instructor }) => deleteAccount(school, instructor),
  },
};

const outcomesOfTeacher: Outcomes = {
  "hand over | hand over": ["ok + has-class-already", "has-class-already + ok"],
  "suspend the teacher | suspend the teacher": ["ok + suspended-already", "suspended-already + ok"],
  "suspend the teacher | rename the teacher": ["ok + account-suspended", "ok + ok"],
  "suspend the teacher | delete the teacher": ["ok + ok", "user-not-found + ok"],
  "demote the teacher | demote the teacher": ["ok + has-role-already", "has-role-already + ok"],
  "demote the teacher | delete the teacher": ["ok + ok", "user-not-found + ok"],
  "rename the teacher | delete the teacher": ["ok + ok", "unauthenticated + ok"],
  "delete the teacher | delete the teacher": ["ok + account-not-found", "account-not-found + ok"],
};

const feedback: Operation<ClassFixture> = {
  endpoint: "PATCH /admin/feedback/{id}",
  run: ({ app }, { classId: id, admin }) =>
    call(app, "PATCH /admin/feedback/{id}", { params: { id }, body: { feedback: "Well inked." } }, admin),
};

/** Seats and enrollments agree, and each captured payment has a seat or was refunded. */
async function check({ app }: School, { classId }: ClassFixture): Promise<void> {
  const { db } = app.context;
  const row = await classRow(app, classId);
  const seats = await db.$count(enrollments, eq(enrollments.classId, classId));
  expect(row.enrolledStudents).toBe(seats);
  expect(row.availableSeats).toBeGreaterThanOrEqual(0);
  const attempts = await db.select().from(paymentAttempts).where(eq(paymentAttempts.classId, classId));
  expect(attempts.filter(({ state }) => state === "seated" || state === "paid")).toHaveLength(seats);
  if (seats > 0) expect(row.name).not.toBe("Removed class");
}

export const approvedClass = shared<ClassFixture>({
  make: makeFixture("approved"),
  operations: {
    "buy the last seat": buyLastSeat(0),
    "buy it too": buyLastSeat(1),
    refund: {
      endpoint: "POST /admin/payments/{id}/refund",
      prepare: sell,
      run: ({ app }, { admin, paymentId = "" }) => refundPayment(app, admin, paymentId),
    },
    withdraw: {
      endpoint: "POST /payments/{id}/refund",
      prepare: sell,
      run: ({ app }, { seated, paymentId = "" }) => withdraw(app, seated, paymentId),
    },
    "ask for a refund": {
      endpoint: "POST /payments/{id}/refund-request",
      prepare: sell,
      run: askForMoney,
    },
    "decline a refund": {
      endpoint: "POST /admin/refund-requests/{id}/decline",
      prepare: async (school, fixture) => {
        await sell(school, fixture);
        await askForMoney(school, fixture);
      },
      run: async ({ app }, { admin, paymentId = "" }) => {
        const { refundRequests } = await import("../../../src/features/office/payments/tables.ts");
        const [request] = await app.context.db
          .select({ id: refundRequests.id })
          .from(refundRequests)
          .where(eq(refundRequests.paymentId, paymentId));
        const sent = { params: { id: request?.id ?? paymentId }, body: { answer: "It was watched whole." } };
        return call(app, "POST /admin/refund-requests/{id}/decline", sent, admin);
      },
    },
    select: {
      endpoint: "POST /selected/class",
      run: ({ app }, { visitor, classId }) =>
        call(app, "POST /selected/class", { body: { classId } }, visitor),
    },
    unselect: {
      endpoint: "DELETE /selected/class/{id}",
      prepare: async ({ app }, { visitor, classId }) => {
        await call(app, "POST /selected/class", { body: { classId } }, visitor);
      },
      run: async ({ app }, { visitor }) => {
        const [selection] = await app.context.db
          .select({ id: selections.id })
          .from(selections)
          .where(eq(selections.studentId, visitor.id));
        const params = { id: selection?.id ?? visitor.id };
        return call(app, "DELETE /selected/class/{id}", { params }, visitor);
      },
    },
    "begin to pay": {
      endpoint: "POST /create-payment-intent",
      run: ({ app }, { visitor, classId }) =>
        call(app, "POST /create-payment-intent", { body: { classId } }, visitor),
    },
    recount: {
      endpoint: "PATCH /class/updateCount/{classId}",
      run: ({ app }, { admin, classId }) =>
        call(app, "PATCH /class/updateCount/{classId}", { params: { classId } }, admin),
    },
    schedule: {
      endpoint: "PATCH /class/{id}/schedule",
      run: ({ app }, { instructor, classId: id }) => {
        const body = { startsOn: "2027-01-10", timeZone: "Europe/Paris" };
        return call(app, "PATCH /class/{id}/schedule", { params: { id }, body }, instructor);
      },
    },
    "hold again": {
      endpoint: "POST /class/{id}/hold-again",
      run: ({ app }, { instructor, classId: id }) => {
        const body = { price: 30, availableSeats: 5, startsOn: null, timeZone: null };
        return call(app, "POST /class/{id}/hold-again", { params: { id }, body }, instructor);
      },
    },
    ...ofTeacher,
  },
  outcomes: {
    "buy the last seat | buy it too": ["ok + no-seats-left", "no-seats-left + ok"],
    "buy the last seat | select": ["ok + no-seats-left", "ok + ok"],
    "buy the last seat | begin to pay": ["ok + no-seats-left", "ok + ok"],
    "buy the last seat | delete the teacher": ["ok + deletion-not-possible", "class-not-open + ok"],
    "buy it too | select": ["ok + no-seats-left", "ok + ok"],
    "buy it too | begin to pay": ["ok + no-seats-left", "ok + ok"],
    "buy it too | delete the teacher": ["ok + deletion-not-possible", "class-not-open + ok"],
    "refund | refund": ["ok + refund-decided-already", "refund-decided-already + ok"],
    "refund | withdraw": ["ok + ok", "refund-decided-already + ok"],
    "refund | ask for a refund": ["ok + refund-decided-already", "ok + ok"],
    "refund | decline a refund": ["ok + refund-request-decided-already", "ok + ok"],
    "refund | delete the teacher": ["ok + ok", "ok + deletion-not-possible"],
    "withdraw | ask for a refund": ["ok + refund-decided-already", "ok + ok"],
    "withdraw | decline a refund": ["ok + refund-request-decided-already", "ok + ok"],
    "withdraw | delete the teacher": ["ok + ok", "ok + deletion-not-possible"],
    "ask for a refund | ask for a refund": ["ok + refund-requested-already", "refund-requested-already + ok"],
    "ask for a refund | decline a refund": ["refund-requested-already + ok"],
    "ask for a refund | delete the teacher": ["ok + deletion-not-possible"],
    "decline a refund | decline a refund": [
      "ok + refund-request-decided-already",
      "refund-request-decided-already + ok",
    ],
    "decline a refund | delete the teacher": ["ok + deletion-not-possible"],
    "select | select": ["ok + already-selected", "already-selected + ok"],
    "select | unselect": ["already-selected + ok", "ok + ok"],
    "select | suspend the teacher": ["ok + ok", "class-not-found + ok"],
    "select | delete the teacher": ["ok + ok", "class-not-found + ok"],
    "unselect | unselect": ["ok + selection-not-found", "selection-not-found + ok", "ok + ok"],
    "unselect | delete the teacher": ["ok + ok", "selection-not-found + ok"],
    "begin to pay | suspend the teacher": ["ok + ok", "class-not-found + ok"],
    "begin to pay | delete the teacher": ["ok + ok", "class-not-found + ok"],
    "schedule | hand over": ["ok + ok", "not-your-class + ok"],
    "schedule | suspend the teacher": ["ok + ok", "account-suspended + ok"],
    "schedule | demote the teacher": ["ok + ok", "forbidden + ok"],
    "schedule | delete the teacher": ["ok + ok", "unauthenticated + ok"],
    "hold again | hand over": ["ok + ok", "not-your-class + ok"],
    "hold again | suspend the teacher": ["ok + ok", "account-suspended + ok"],
    "hold again | demote the teacher": ["ok + ok", "forbidden + ok"],
    "hold again | delete the teacher": ["ok + ok", "unauthenticated + ok"],
    "edit | hand over": ["ok + ok", "not-your-class + ok"],
    "edit | suspend the teacher": ["ok + ok", "account-suspended + ok"],
    "edit | demote the teacher": ["ok + ok", "forbidden + ok"],
    "edit | delete the teacher": ["ok + ok", "unauthenticated + ok"],
    ...outcomesOfTeacher,
  },
  usual: [
    "buy the last seat | buy it too",
    "buy the last seat | delete the teacher",
    "refund | withdraw",
    "hand over | hand over",
  ],
  check,
});

const decide = (how: "approve" | "deny"): Operation<ClassFixture> => ({
  endpoint: `PATCH /admin/${how}/class/{id}`,
  run: ({ app }, { classId: id, admin }) =>
    call(app, `PATCH /admin/${how}/class/{id}`, { params: { id } }, admin),
});

export const pendingClass = shared<ClassFixture>({
  make: makeFixture("pending"),
  operations: { approve: decide("approve"), deny: decide("deny"), feedback, ...ofTeacher },
  outcomes: {
    "approve | approve": ["ok + class-already-decided", "class-already-decided + ok"],
    "approve | deny": ["ok + class-already-decided", "class-already-decided + ok"],
    "approve | delete the teacher": ["ok + ok", "class-already-decided + ok"],
    "deny | deny": ["ok + class-already-decided", "class-already-decided + ok"],
    "deny | edit": ["ok + class-denied", "ok + ok"],
    "deny | delete the teacher": ["ok + ok", "class-already-decided + ok"],
    "edit | hand over": ["ok + ok", "not-your-class + ok"],
    "edit | suspend the teacher": ["ok + ok", "account-suspended + ok"],
    "edit | demote the teacher": ["ok + ok", "forbidden + ok"],
    "edit | delete the teacher": ["ok + ok", "unauthenticated + ok"],
    ...outcomesOfTeacher,
  },
  usual: ["approve | deny"],
  check,
});

export const deniedClass = shared<ClassFixture>({
  make: makeFixture("denied"),
  operations: {
    "send again": {
      endpoint: "POST /class/{id}/send-again",
      run: ({ app }, { classId: id, instructor }) => {
        const body = { className: "Another try", price: 20, availableSeats: 3 };
        return call(app, "POST /class/{id}/send-again", { params: { id }, body }, instructor);
      },
    },
    feedback,
    ...ofTeacher,
  },
  outcomes: {
    "send again | send again": ["ok + class-sent-again-already", "class-sent-again-already + ok"],
    "send again | edit": ["ok + class-denied"],
    "send again | hand over": ["ok + class-changed-meanwhile", "not-your-class + ok"],
    "send again | suspend the teacher": ["ok + ok", "account-suspended + ok"],
    "send again | demote the teacher": ["ok + ok", "forbidden + ok"],
    "send again | delete the teacher": ["ok + ok", "unauthenticated + ok"],
    "feedback | edit": ["ok + class-denied"],
    "edit | edit": ["class-denied + class-denied"],
    "edit | hand over": ["class-denied + ok", "not-your-class + ok"],
    "edit | suspend the teacher": ["class-denied + ok", "account-suspended + ok"],
    "edit | demote the teacher": ["class-denied + ok", "forbidden + ok"],
    "edit | rename the teacher": ["class-denied + ok"],
    "edit | delete the teacher": ["class-denied + ok", "unauthenticated + ok"],
    ...outcomesOfTeacher,
  },
  usual: ["send again | send again"],
  check,
});
