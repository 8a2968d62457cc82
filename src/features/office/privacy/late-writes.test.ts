import { eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { isPostgres } from "../../../../test/support/database.ts";
import { handIn, makeExercise, readOwn, uploadDrawings } from "../../../../test/support/drawings.ts";
import {
  type Issuer,
  exchangeToken,
  settingsOf,
  signIdentityToken,
  startIssuer,
} from "../../../../test/support/identity-issuer.ts";
import { meanwhile } from "../../../../test/support/lock-waiters.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { buyClass } from "../../../../test/support/purchase.ts";
import { makeClass, takeSeat } from "../../../../test/support/school.ts";
import { askForRefund } from "../../../../test/support/withdrawing.ts";
import { endedSessions, guardians, hasAccount, users } from "../../../access/tables.ts";
import type { Transaction } from "../../../platform/database.ts";
import { newId } from "../../../platform/ids.ts";
import { outbox } from "../../../platform/outbox.ts";
import { auditEntries } from "../../school/audit/tables.ts";
import { classes } from "../../school/classes/tables.ts";
import { contactMessages, contactReplies } from "../../school/contact/tables.ts";
import { mailGuardianLinks } from "../../school/guardians/guardian-requests.ts";
import { paymentAttempts, refundRequests } from "../payments/tables.ts";
import { comments } from "../../studio/gallery/tables.ts";
import { reports } from "../../studio/moderation/tables.ts";
import { closeAccount } from "./delete-account.ts";
import { erasePerson } from "./erase-person.ts";

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer("trusted");
});
afterAll(() => issuer.close());

const app = useTestApp(() => settingsOf(issuer));

const lockPerson = (person: TestPerson) => (tx: Transaction) =>
  tx.select().from(users).where(eq(users.id, person.id)).for("update");
const removePerson = (person: TestPerson) => (tx: Transaction) =>
  tx.update(users).set({ deletedAt: app.current.clock.now() }).where(eq(users.id, person.id));

/** A student who signs in with the identity provider. */
async function joinStudent(): Promise<TestPerson> {
  const student = await makePerson(app.current, "student");
  const identity = { identityIssuer: issuer.issuer, identitySubject: student.id };
  await app.current.context.db.update(users).set(identity).where(eq(users.id, student.id));
  return student;
}

const guardianEmail = "guardian@example.org";

async function joinMinor(): Promise<TestPerson> {
  const { context, clock } = app.current;
  const minor = await makePerson(app.current, "student");
  const row = { personId: minor.id, email: guardianEmail, adultOn: "2999-01-01", askedAt: clock.now() };
  await context.db.insert(guardians).values(row);
  return minor;
}

async function shareDrawing() {
  const instructor = await makePerson(app.current, "instructor");
  const classId = await makeClass(app.current, instructor);
  const exercise = await makeExercise(app.current, instructor, classId, "Hands");
  const [artist, classmate] = [
    await makePerson(app.current, "student"),
    await makePerson(app.current, "student"),
  ];
  for (const student of [artist, classmate]) await takeSeat(app.current, student, classId);
  await handIn(app.current, artist, exercise, await uploadDrawings(app.current, artist, exercise), "Hands");
  const id = (await readOwn(app.current, artist, exercise))._id as string;
  const params = { classId, id };
  await call(app.current, "POST /class/{classId}/gallery/{id}", { params }, artist);
  return { artist, classmate, params };
}

/** What the fixtures of `test/api/late-writes.test.ts` can't do. */
describe.runIf(isPostgres)("what was sent just before an account's deletion", () => {
  test("by a student, or about one: neither a comment, a purchase nor a report of what is gone", async () => {
    const { artist, classmate, params } = await shareDrawing();
    const { db } = app.current.context;
    const path = "POST /class/{classId}/gallery/{id}/comments";
    const written = await call(app.current, path, { params, body: { text: "Ugly." } }, classmate);
    const [comment] = await meanwhile(
      db,
      lockPerson(classmate),
      [() => call(app.current, path, { params, body: { text: "Lovely." } }, classmate)],
      removePerson(classmate),
    );
    expect(comment?.status).toBe(401);
    expect(await db.$count(comments)).toBe(1);

    const buyer = await makePerson(app.current, "student");
    const buy = { body: { classId: params.classId } };
    const [bought] = await meanwhile(
      db,
      lockPerson(buyer),
      [() => call(app.current, "POST /create-payment-intent", buy, buyer)],
      removePerson(buyer),
    );
    expect(bought?.status).toBe(401);
    expect(await db.$count(paymentAttempts, eq(paymentAttempts.studentId, buyer.id))).toBe(0);

    const body = { kind: "comment", id: written.body.insertedId, reason: "unkind", text: "" };
    const reporter = await makePerson(app.current, "student");
    await takeSeat(app.current, reporter, params.classId);
    const [late] = await meanwhile(
      db,
      lockPerson(reporter),
      [() => call(app.current, "POST /reports", { body }, reporter)],
      removePerson(reporter),
    );
    expect(late?.status).toBe(401);

    const [report] = await meanwhile(
      db,
      lockPerson(classmate),
      [() => call(app.current, "POST /reports", { body }, artist)],
      (tx) => tx.delete(comments),
    );
    expect(report?.status).toBe(404);
    expect(await db.$count(reports)).toBe(0);
  });

  test("by a student whose payment is being settled: no request for a refund", async () => {
    const { student, paymentId } = await buyClass(app.current);
    const { db } = app.current.context;
    const [asked] = await meanwhile(
      db,
      (tx) => tx.select().from(paymentAttempts).for("update"),
      [() => askForRefund(app.current, student, paymentId, "I am moving to Lyon.")],
      (tx) => erasePerson(tx, app.current.context, student, true),
    );
    expect(asked?.status).toBe(401);
    expect(await db.$count(refundRequests)).toBe(0);
  });

  test("by an admin who declines their refund: no entry in the log", async () => {
    const { student, admin, paymentId } = await buyClass(app.current);
    const { db } = app.current.context;
    const { insertedId: id } = (await askForRefund(app.current, student, paymentId, "I am moving to Lyon."))
      .body;
    const decline = { params: { id }, body: { answer: "The class has ended." } };
    const [declined] = await meanwhile(
      db,
      (tx) => tx.select().from(paymentAttempts).for("update"),
      [() => call(app.current, "POST /admin/refund-requests/{id}/decline", decline, admin)],
      (tx) => erasePerson(tx, app.current.context, student, true),
    );
    expect(declined?.body.code).toBe("refund-request-not-found");
    expect(await db.$count(auditEntries, eq(auditEntries.subjectId, student.id))).toBe(0);
  });

  test.each([
    ["a minor's", 15, 200],
    ["a child's", 12, 403],
  ])("as an age, %s: no guardian, no suspension and no mail", async (_, years, status) => {
    const { context, clock } = app.current;
    const person = await joinStudent();
    await context.db.update(users).set({ isAgeKnown: false }).where(eq(users.id, person.id));
    const { name, email, image } = person;
    const born = `${clock.now().getUTCFullYear() - years - 1}-12`;
    const token = await signIdentityToken(issuer, { sub: person.id, email });
    const [answered] = await meanwhile(
      context.db,
      lockPerson(person),
      [
        () =>
          call(app.current, "POST /users", { body: { name, email, image, born, guardianEmail } }, { token }),
      ],
      (tx) => erasePerson(tx, context, person, true),
    );
    expect(answered?.status).toBe(status);
    expect(await context.db.$count(guardians)).toBe(0);
    expect(await context.db.$count(outbox)).toBe(0);
    expect(await context.db.$count(users, isNotNull(users.suspendedAt))).toBe(0);
  });

  test.each<[string, (tx: Transaction, person: TestPerson) => Promise<unknown>]>([
    [
      "remains at the provider",
      (tx, { id: subject, email }) =>
        closeAccount(tx, app.current.context, { issuer: issuer.issuer, subject, emailVerified: true }, email),
    ],
    [
      "has been removed, too",
      async (tx, person) => {
        await erasePerson(tx, app.current.context, person, true);
        await tx.insert(endedSessions).values({ sessionId: person.id });
      },
    ],
  ])("with an identity token whose sign-in %s: no new record", async (_, remove) => {
    const { db } = app.current.context;
    const person = await joinStudent();
    // A record that follows its email is locked first, so the exchange waits.
    const email = "new@example.org";
    const token = await signIdentityToken(issuer, { sub: person.id, sid: person.id, email });
    const [exchanged] = await meanwhile(
      db,
      lockPerson(person),
      [() => exchangeToken(app.current, token, email)],
      (tx) => remove(tx, person),
    );
    expect(exchanged?.status).toBe(401);
    expect(await db.$count(users, hasAccount)).toBe(0);
  });

  test("to them, as a reply to their message: neither it nor the message", async () => {
    const { context, clock } = app.current;
    const person = await joinStudent();
    const { email } = person;
    const { id: byId } = await makePerson(app.current, "admin");
    const contact = { body: { name: person.name, email, message: "Hello" } };
    const { insertedId: messageId } = (await call(app.current, "POST /contact", contact)).body;
    const signedInAt = Math.floor(clock.now().getTime() / 1000);
    const token = await signIdentityToken(issuer, { sub: person.id, email, auth_time: signedInAt });
    const [deleted] = await meanwhile(
      context.db,
      (tx) => tx.select().from(contactMessages).for("update"),
      [() => call(app.current, "POST /account/deletion", { body: { email } }, { token })],
      (tx) =>
        tx
          .insert(contactReplies)
          .values({ id: newId(), messageId, text: "Hello!", byId, createdAt: clock.now() }),
    );
    expect(deleted?.status).toBe(200);
    expect(await context.db.$count(contactMessages)).toBe(0);
  });

  test("to a minor's guardian, by one of them: no mail that names the minor", async () => {
    const { context } = app.current;
    const ask = (minor: TestPerson) =>
      call(app.current, "POST /account/guardian", { body: {} }, minor).then(({ status }) => status);
    const agree = ({ id }: TestPerson) => {
      const params = { token: context.guardianLinks.issue(id, guardianEmail) };
      const sent = { params, body: { decision: "agree" } };
      return call(app.current, "POST /guardian/{token}", sent).then(({ status }) => status);
    };
    const mailLinks = () => mailGuardianLinks(context, guardianEmail).then(() => 200);
    for (const [request, status] of [
      [ask, 401],
      [agree, 410],
      [mailLinks, 200],
    ] as const) {
      const minor = await joinMinor();
      const answers = await meanwhile(context.db, lockPerson(minor), [() => request(minor)], (tx) =>
        erasePerson(tx, context, minor, true),
      );
      expect(answers).toEqual([status]);
      expect(await mailsTo(app.current, guardianEmail)).toEqual([]);
    }
  });
});

test.runIf(isPostgres)("a class that changes its name as its instructor does is found by both", async () => {
  const instructor = await makePerson(app.current, "instructor");
  const id = await makeClass(app.current, instructor, { className: "Rain" });
  const lockClass = (tx: Transaction) => tx.select().from(classes).where(eq(classes.id, id)).for("update");
  const answers = await meanwhile(app.current.context.db, lockClass, [
    () =>
      call(
        app.current,
        "PATCH /class/{id}",
        { params: { id }, body: { className: "Thunder", price: 49, availableSeats: 5 } },
        instructor,
      ),
    () =>
      call(
        app.current,
        "PATCH /account",
        { body: { name: "Wanda Storm", image: "/drawings/portrait-bunny.svg" } },
        instructor,
      ),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  for (const q of ["thunder", "wanda"]) {
    const found = await call(app.current, "GET /approvedClasses", { query: { q } });
    expect(found.body, q).toMatchObject([{ _id: id, className: "Thunder" }]);
  }
});
