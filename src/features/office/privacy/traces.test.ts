import { eq, inArray, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { startMovedApp, useTestApp } from "../../../../test/support/app.ts";
import { finishClass, numberOf } from "../../../../test/support/certificates.ts";
import {
  critique,
  handIn,
  makeExercise,
  readOwn,
  uploadDrawings,
} from "../../../../test/support/drawings.ts";
import { password } from "../../../../test/support/identity-accounts.ts";
import {
  type Joined,
  exchange,
  identityTokenOf,
  join,
  mailedToken,
  visitorOf,
} from "../../../../test/support/joining.ts";
import { makeLesson } from "../../../../test/support/lessons.ts";
import { getMedia, makeMaterial } from "../../../../test/support/media.ts";
import { release } from "../../../../test/support/newsletter.ts";
import { runMail, tell, toldTo } from "../../../../test/support/notifications.ts";
import { buy, offerClass, refundPayment } from "../../../../test/support/paying.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { filesWith, readJwts, storedFiles, tablesWith } from "../../../../test/support/traces.ts";
import { flat, upload } from "../../../../test/support/upload.ts";
import { makeVideoLesson } from "../../../../test/support/videos.ts";
import { askForRefund } from "../../../../test/support/withdrawing.ts";
import { unzip } from "../../../../test/support/zip.ts";
import { outbox } from "../../../platform/outbox.ts";
import { findPersonByEmail } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { issueCertificates } from "../../studio/certificates/issue-certificates.ts";
import { collectDrawings } from "../../studio/critique/remove-drawings.ts";
import { isReported } from "../../studio/moderation/queries.ts";
import { collectUnusedPictures, collectMaterials } from "../../classroom/lessons/lesson-jobs.ts";
import { choosableKinds, kindNames, roleOf } from "../../school/notifications/kinds.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { payments } from "../payments/tables.ts";
import { finishErasures } from "./delete-account.ts";
import { collectVideos } from "../../classroom/videos/video-files.ts";

const app = useTestApp();
const name = "Zyxandra Quill";
const email = "zyxandra@quill.example";

/** Signed up by the front door, with a name that nothing else holds. */
async function joinAs(role: "student" | "instructor"): Promise<TestPerson & Joined> {
  const joined = await join(app.current, email);
  const { db } = app.current.context;
  await db.update(users).set({ role }).where(eq(users.email, email));
  await db.execute(sql`update identity.users set email_verified = true where email = ${email}`);
  const image = "/drawings/portrait-cat.svg";
  await call(app.current, "PATCH /account", { body: { name, image } }, joined);
  return { ...joined, ...(await findPersonByEmail(db, email))! };
}

const deleteAccount = async ({ visitor, email: typed }: Pick<Joined, "visitor" | "email">) =>
  call(
    app.current,
    "POST /account/deletion",
    { body: { email: typed } },
    { token: await identityTokenOf(visitor) },
  );

const sendMail = () => app.current.context.db.delete(outbox);

/** All that is left is the mail that says so, until it has been sent. */
async function expectNoTrace(mailbox: string): Promise<void> {
  const traces = ["Zyxandra", "quill.example"];
  for (const trace of traces) expect(await tablesWith(app.current, trace)).toEqual(["outbox"]);
  const waiting = await app.current.context.db.select().from(outbox);
  const left = waiting.filter((mail) => traces.some((trace) => JSON.stringify(mail).includes(trace)));
  expect(left.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [mailbox, "Your Senga account is deleted"],
  ]);
}

async function collect(): Promise<void> {
  const { context, clock } = app.current;
  clock.advance(86_400);
  await collectDrawings(context, isReported);
  await collectMaterials(context);
  await collectVideos(context, sql`false`);
  await collectUnusedPictures(context);
}

/** Of everything that the product answers at the addresses, the first time and from its cache. */
async function answers(paths: readonly string[], person?: TestPerson): Promise<string[]> {
  const headers = person && { authorization: `Bearer ${person.token}` };
  const read = async (path: string) =>
    readJwts(await (await fetch(`${app.current.origin}${path}`, headers && { headers })).text());
  return Promise.all([...paths, ...paths].map(read));
}

const exported = async (person: TestPerson, file: string) => {
  const ticket = app.current.context.exportSeal.close(`${Date.now() * 2} mailbox`, person.id);
  const zip = await getMedia(app.current, `account/export.zip?ticket=${ticket}`, person);
  return JSON.parse(
    unzip(Buffer.from(await zip.arrayBuffer()))
      .get(file)!
      .toString(),
  );
};

test("a deletion before the site's address changes removes the sign-in after it", async () => {
  const student = await joinAs("student");
  const removal = vi
    .spyOn(app.current.context.identity, "removeAccount")
    .mockRejectedValue(new Error("away"));
  expect((await deleteAccount(student)).body).toEqual({ isDeleted: true });
  removal.mockRestore();
  const moved = await startMovedApp(app.current);
  try {
    const signIn = async () => {
      const visitor = visitorOf(moved);
      const { status } = await visitor.post("/identity/sign-in", { email, password });
      return { status, visitor };
    };
    const { status, visitor } = await signIn();
    expect(status).toBe(200);
    const body = { name, email, image: "/drawings/portrait-cat.svg", adult: true };
    const token = await identityTokenOf(visitor);
    expect((await call(moved, "POST /users", { body }, { token })).status).toBe(401);
    await finishErasures(moved.context);
    expect((await signIn()).status).toBe(401);
  } finally {
    await moved.close();
  }
});

test("a new email takes along what stands under the old one, and a deletion then finds all of it", async () => {
  const { student } = await offerClass(app.current);
  const teacher = await joinAs("instructor");
  await call(app.current, "POST /contact", { body: { name, email: email.toUpperCase(), message: "Hello" } });
  await call(app.current, "POST /newsletter", { body: { name, email } });
  const [own, selected] = [await makeClass(app.current, teacher), await makeClass(app.current, teacher)];
  await call(app.current, "POST /selected/class", { body: { classId: selected } }, student);
  await buy(app.current, student, own);
  const handed = {
    params: { id: own },
    body: { email: (await makePerson(app.current, "instructor")).email },
  };
  const admin = await makePerson(app.current, "admin");
  expect((await call(app.current, "PATCH /admin/hand-over/class/{id}", handed, admin)).status).toBe(200);
  await sendMail();

  const moved = "moved@quill.example";
  await teacher.visitor.post("/identity/email-change", { email: moved });
  for (const mailbox of [email, moved]) {
    const token = await mailedToken(app.current, mailbox, "/change-email");
    await call(app.current, "POST /account/email", { body: { token, decision: "confirm" } });
  }
  expect(await tablesWith(app.current, email)).toEqual(["outbox"]);
  await sendMail();
  const after = { ...teacher, email: moved, token: await exchange(app.current, teacher.visitor, moved) };
  expect(await exported(after, "data/messages.json")).toMatchObject([{ email: moved, message: "Hello" }]);
  expect(await exported(after, "data/newsletter.json")).toMatchObject([{ email: moved }]);
  const { db } = app.current.context;
  expect(await db.select({ email: payments.instructorEmail }).from(payments)).toEqual([{ email: moved }]);

  expect((await deleteAccount(after)).body).toEqual({ isDeleted: true });
  await expectNoTrace(moved);
});

test("a new email that has a subscription of its own keeps that one", async () => {
  const person = await joinAs("student");
  const moved = "moved@quill.example";
  for (const each of [email, moved])
    await call(app.current, "POST /newsletter", { body: { name, email: each } });
  await person.visitor.post("/identity/email-change", { email: moved });
  for (const mailbox of [email, moved]) {
    const token = await mailedToken(app.current, mailbox, "/change-email");
    await call(app.current, "POST /account/email", { body: { token, decision: "confirm" } });
  }
  await sendMail();
  expect(await tablesWith(app.current, email)).toEqual([]);
  expect(await tablesWith(app.current, moved)).toContain("newsletter_subscriptions");
});

test("a new email keeps the subscription that waits for its confirmation there", async () => {
  const person = await joinAs("student");
  const moved = "moved@quill.example";
  await call(app.current, "POST /newsletter", { body: { name, email: moved } });
  await person.visitor.post("/identity/email-change", { email: moved });
  for (const mailbox of [email, moved]) {
    const token = await mailedToken(app.current, mailbox, "/change-email");
    await call(app.current, "POST /account/email", { body: { token, decision: "confirm" } });
  }
  await sendMail();
  expect(await tablesWith(app.current, moved)).toContain("newsletter_subscriptions");
});

test("a deleted student is in no file, and in no answer of the class, the gallery and the certificate", async () => {
  const { student: classmate, instructor, classId } = await offerClass(app.current);
  const files = await storedFiles(app.current);
  const student = await joinAs("student");
  for (const person of [classmate, student]) await buy(app.current, person, classId);
  const exercise = await makeExercise(app.current, instructor, classId);
  const pictures = await uploadDrawings(app.current, student, exercise, 2);
  await handIn(app.current, student, exercise, pictures, `My hands, by ${name}`);
  const { _id: submission, rounds } = await readOwn(app.current, student, exercise);
  const params = { classId, id: submission };
  await call(app.current, "POST /class/{classId}/gallery/{id}", { params }, student);
  await critique(app.current, instructor, rounds[0]._id, { verdict: "accepted" });
  await issueCertificates(app.current.context);
  const number = await numberOf(app.current, { student });

  const open = ["/api/instructors", `/api/instructors/${instructor.id}`, `/api/class/${classId}`];
  const ofCertificate = [
    `/api/certificates/${number}`,
    `/certificates/${number}/certificate.svg`,
    `/certificates/${number}/credential.jwt`,
  ];
  const inClass = [`/api/class/${classId}/gallery`, `/api/class/${classId}/gallery/${submission}`];
  const said = async (): Promise<string> =>
    [
      ...(await answers([...open, ...ofCertificate])),
      ...(await answers(inClass, classmate)),
      ...(await answers(inClass, instructor)),
    ].join("\n");
  const before = await said();
  expect(before.split(name).length).toBeGreaterThan(ofCertificate.length * 2);
  const [picture = ""] = pictures;
  const drawing = () => getMedia(app.current, `submissions/${picture}/16.webp`, classmate);
  expect((await drawing()).status).toBe(200);

  expect((await deleteAccount(student)).body).toEqual({ isDeleted: true });
  const after = await said();
  for (const trace of ["Zyxandra", "quill.example", picture]) expect(after).not.toContain(trace);
  expect(after).toContain(instructor.name);
  expect((await drawing()).status).toBe(404);
  await collect();
  expect(await storedFiles(app.current)).toEqual(files);
});

test("a deleted student is in nobody's notifications, mails, requests, reports and files", async () => {
  const { student: classmate, instructor, classId } = await offerClass(app.current);
  const admin = await makePerson(app.current, "admin");
  const student = await joinAs("student");
  const { paymentId } = await buy(app.current, student, classId);
  await buy(app.current, classmate, classId);
  const returned = await makeClass(app.current, instructor);
  await refundPayment(app.current, admin, (await buy(app.current, student, returned)).paymentId);
  const exercise = await makeExercise(app.current, instructor, classId);
  const shown = async (person: TestPerson) => {
    await handIn(app.current, person, exercise, await uploadDrawings(app.current, person, exercise));
    const { _id: id } = await readOwn(app.current, person, exercise);
    await call(app.current, "POST /class/{classId}/gallery/{id}", { params: { classId, id } }, person);
    return { classId, id: id as string };
  };
  const [own, other] = [await shown(student), await shown(classmate)];
  const comment = { params: other, body: { text: `Lovely! ${name}` } };
  await call(app.current, "POST /class/{classId}/gallery/{id}/comments", comment, student);
  for (const [person, { id }] of [
    [student, other],
    [classmate, own],
  ] as const) {
    const body = { kind: "drawing", id, reason: "other", text: `${name} has seen this before` };
    expect((await call(app.current, "POST /reports", { body }, person)).status).toBe(200);
  }
  const refuse = { body: { decision: "keep", reason: `We asked ${name}.` } };
  for (const { _id: id } of (await call(app.current, "GET /admin/reports", {}, admin)).body)
    await call(app.current, "POST /admin/reports/{id}/decision", { params: { id }, ...refuse }, admin);
  await askForRefund(app.current, student, paymentId, `I am ill. ${name}`);
  const [{ _id: request }] = (await call(app.current, "GET /admin/refund-requests", {}, admin)).body;
  const answer = { params: { id: request }, body: { answer: `Dear ${name}, no.` } };
  expect((await call(app.current, "POST /admin/refund-requests/{id}/decline", answer, admin)).status).toBe(
    200,
  );
  const application = {
    text: `I am ${name}, and have taught for years.`,
    portfolio: "https://quill.example",
  };
  await call(app.current, "POST /teaching/application", { body: application }, student);
  await call(app.current, "POST /contact", { body: { name, email, message: "Hello" } });

  // Whatever a kind names, now or later; and mails of it, which the relay does not take.
  const readers = { student: classmate, instructor, admin };
  for (const kind of kindNames) {
    const { id: personId } = readers[roleOf(kind) ?? "student"];
    await tell(app.current, { personId, kind, actorId: student.id, lessonId: exercise.id });
  }
  const { db } = app.current.context;
  const kinds = await db.selectDistinct({ kind: notifications.kind }).from(notifications);
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(kindNames.toSorted());
  const atOnce = Object.fromEntries(choosableKinds.map((kind) => [kind, "now"]));
  for (const person of [classmate, instructor, admin])
    await call(app.current, "PATCH /notifications/choices", { body: atOnce }, person);
  await runMail(app.current);
  const naming = sql`text like ${`%${name}%`} and recipient <> ${email}`;
  expect(await db.$count(outbox, naming)).toBeGreaterThanOrEqual(5);
  await db
    .update(outbox)
    .set({ failedAt: app.current.clock.now() })
    .where(inArray(outbox.recipient, [classmate.email, instructor.email, admin.email]));

  expect((await deleteAccount(student)).body).toEqual({ isDeleted: true });
  await expectNoTrace(email);
  expect(await filesWith(app.current, "Zyxandra")).toEqual([]);
  const told = (await toldTo(app.current, admin.id)).map(({ line }) => line);
  expect(told).toContain("Former member is asking for a $49.00 refund for “Eyes That Speak”.");
});

test("a deleted instructor is in no table, in no file and in no public answer", async () => {
  await makeClass(app.current, await makePerson(app.current, "instructor"));
  const files = await storedFiles(app.current);
  const teacher = await joinAs("instructor");
  const [cover, portrait] = await Promise.all(
    ["#123456", "#654321"].map(
      async (color) =>
        (await upload(app.current, await flat(64, 40, color).png().toBuffer(), teacher)).body.data.url,
    ),
  );
  const rename = (to: string) =>
    call(app.current, "PATCH /account", { body: { name: to, image: portrait } }, teacher);
  await rename(name);
  const own = await makeClass(app.current, teacher, { image: cover, description: `Draw with ${name}.` });
  const body = `I am ${name}. ![A hand](${cover})`;
  const { lesson } = await makeLesson(app.current, teacher, own, { title: `${name}'s hands`, body });
  await makeVideoLesson(app.current, teacher, own);
  await makeMaterial(app.current, lesson, "zyxandra.pdf", Buffer.from(`%PDF-1.7 ${name}`));
  await call(
    app.current,
    "POST /selected/class",
    { body: { classId: own } },
    await makePerson(app.current, "student"),
  );

  // Of two classes that a student finished, one is another's now; certificates, log and newsletter have former names.
  const finished = await finishClass(app.current, "Hair that moves", teacher);
  const [admin, other] = [
    await makePerson(app.current, "admin"),
    await makePerson(app.current, "instructor"),
  ];
  const handOver = async (id: string, to: string) => {
    const sent = { params: { id }, body: { email: to } };
    expect((await call(app.current, "PATCH /admin/hand-over/class/{id}", sent, admin)).status).toBe(200);
  };
  await handOver(await makeClass(app.current, other), email);
  app.current.clock.advance(60);
  expect((await release(app.current, admin)).status).toBe(200);
  await rename("Zyxandra Reed");
  await handOver(finished.classId, other.email);
  await rename("Zyxandra Nib");
  for (const feedback of ["Dear Zyxandra Nib, say more.", `Write to ${email}, dear Zyxandra Nib.`, ""])
    await call(app.current, "PATCH /admin/feedback/{id}", { params: { id: own }, body: { feedback } }, admin);
  const open = [
    "/api/instructors",
    `/api/instructors/${teacher.id}`,
    "/api/approvedClasses",
    `/api/class/${own}`,
    `/api/class/${own}/outline`,
    `/api/certificates/${finished.number}`,
    `/certificates/${finished.number}/certificate.svg`,
    `/certificates/${finished.number}/credential.jwt`,
  ];
  const namesThem = (answer: string) => /Zyxandra|quill\.example/.test(answer);
  expect((await answers(open)).filter(namesThem).length).toBeGreaterThan(10);
  expect(await filesWith(app.current, name)).toHaveLength(1);

  expect((await deleteAccount(teacher)).body).toEqual({ isDeleted: true });
  await expectNoTrace(email);
  await sendMail();
  expect((await answers(open)).filter(namesThem)).toEqual([]);
  await collect();
  await issueCertificates(app.current.context);
  expect(await tablesWith(app.current, "Zyxandra")).toEqual([]);
  expect(await tablesWith(app.current, "quill.example")).toEqual([]);
  expect(await storedFiles(app.current)).toEqual(files);
});
