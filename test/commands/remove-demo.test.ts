import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, inArray, sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { drawings } from "../../db/demo-school/drawings.ts";
import { demoPassword, namedAccounts, people } from "../../db/demo-school/people.ts";
import { findDemonstration } from "../../db/demo-school/recognize.ts";
import { RealPaymentsOnDemo, removeDemonstration } from "../../db/demo-school/remove.ts";
import { main } from "../../scripts/remove-demo.ts";
import { guardians, users } from "../../src/access/tables.ts";
import { issueCertificates } from "../../src/features/studio/certificates/issue-certificates.ts";
import { certificates } from "../../src/features/studio/certificates/tables.ts";
import { classes } from "../../src/features/school/classes/tables.ts";
import { collectDrawings } from "../../src/features/studio/critique/remove-drawings.ts";
import { isReported } from "../../src/features/studio/moderation/queries.ts";
import {
  critiques,
  submissionPictures,
  submissionTurns,
  submissions,
} from "../../src/features/studio/critique/tables.ts";
import { comments, nices } from "../../src/features/studio/gallery/tables.ts";
import { collectMaterials } from "../../src/features/classroom/lessons/lesson-jobs.ts";
import {
  lessonVersions,
  lessons,
  materials,
  openedLessons,
} from "../../src/features/classroom/lessons/tables.ts";
import { reports } from "../../src/features/studio/moderation/tables.ts";
import { findConsent } from "../../src/features/school/guardians/consent.ts";
import { notifications } from "../../src/features/school/notifications/tables.ts";
import { newsletterSubscriptions } from "../../src/features/office/newsletter/tables.ts";
import { paymentAttempts } from "../../src/features/office/payments/tables.ts";
import { completedLessons } from "../../src/features/classroom/progress/tables.ts";
import { uploads } from "../../src/features/classroom/uploads/tables.ts";
import { uploadFile } from "../../src/features/classroom/uploads/uploads.ts";
import { collectVideos } from "../../src/features/classroom/videos/video-files.ts";
import { videos } from "../../src/features/classroom/videos/tables.ts";
import { emailChanges } from "../../src/identity/tables.ts";
import { createLog } from "../../src/platform/log.ts";
import { newId } from "../../src/platform/ids.ts";
import { cents } from "../../src/platform/money.ts";
import { appointAdmin } from "../../src/features/school/users/role-and-suspension.ts";
import { type TestApp, startTestApp } from "../support/app.ts";
import { runBuilt, runMain } from "../support/commands.ts";
import { isPostgres } from "../support/database.ts";
import { asDemo, newStudent } from "../journeys/support/school.ts";
import { handIn, makeExercise, readOwn, uploadDrawings } from "../support/drawings.ts";
import { join as joinSchool, mailedToken } from "../support/joining.ts";
import { makeLesson } from "../support/lessons.ts";
import { mailsTo } from "../support/mails.ts";
import { buy, noWebhooks, setFaults } from "../support/paying.ts";
import { type TestPerson, call, makePerson, renewToken } from "../support/people.ts";
import { openPlace, startAppAt, usePlaces } from "../support/places.ts";
import { classRow, makeClass, takeSeat } from "../support/school.ts";
import { type StartingSite, end, startSite } from "../support/site-process.ts";
import { makeVideo, setVideo } from "../support/videos.ts";

let app: TestApp | undefined;
let running: StartingSite | undefined;
const { newDemoSchool, newFolder, newPlace } = usePlaces();

afterEach(async () => {
  await app?.close();
  app = undefined;
  if (running) await end(running, "SIGKILL");
  running = undefined;
});

async function openDemo(): Promise<TestApp> {
  app = await startAppAt(await newDemoSchool("school"));
  return app;
}

async function demoAdminOf({ context }: TestApp): Promise<TestPerson> {
  const [admin] = await context.db.select().from(users).where(eq(users.email, "admin@senga.example"));
  return { ...admin!, isSuspended: false, token: await context.accessTokens.issue(admin!.id) };
}

test("the demo school is recognized by its mark, or by its accounts and payments", async () => {
  const empty = await startTestApp();
  expect(await findDemonstration(empty.context.db)).toEqual([]);
  await empty.close();
  const { context } = await openDemo();
  await context.db.execute(sql`delete from demonstrations`);
  expect(await findDemonstration(context.db)).toEqual([
    `${people.length} demo accounts`,
    expect.stringMatching(/^\d+ sandbox payments$/),
  ]);
  await context.db.execute(sql`truncate users, identity.users cascade`);
  expect(await findDemonstration(context.db)).toEqual([]);
  // The load crashed before the first account.
  await context.db.execute(sql`insert into demonstrations values (now())`);
  expect(await findDemonstration(context.db)).toEqual(["a demo school"]);
});

test("removing deletes all demo data and keeps real users with their data", async () => {
  const demo = await openDemo();
  const { db, clock, invalidation } = demo.context;
  const [student, teacher, byDemo, byCommand] = [
    await makePerson(demo, "student"),
    await makePerson(demo, "instructor"),
    await makePerson(demo, "student"),
    await makePerson(demo, "student"),
  ];
  const demoAdmin = await demoAdminOf(demo);
  expect((await call(demo, "PATCH /users/admin/{id}", { params: { id: byDemo.id } }, demoAdmin)).status).toBe(
    200,
  );
  await appointAdmin({ db, invalidation, clock }, byCommand.email);
  const ownClass = await makeClass(demo, teacher, { className: "Real Brushes", status: "pending" });
  await call(demo, "PATCH /admin/approve/class/{id}", { params: { id: ownClass } }, demoAdmin);
  const [demoClass] = await db.select().from(classes).where(eq(classes.name, "Eyes That Speak"));
  // The command wants the site stopped: a webhook that arrives meanwhile would record its payment again.
  await setFaults(demo, [noWebhooks]);
  await buy(demo, student, ownClass);
  await buy(demo, student, demoClass!.id);
  const before = await classRow(demo, ownClass);
  expect(before).toMatchObject({ availableSeats: 4, enrolledStudents: 1 });

  const planned = await removeDemonstration(demo.context, true);
  expect(await db.$count(users)).toBeGreaterThan(people.length);
  const removal = await removeDemonstration(demo.context, false);
  expect(removal).toEqual(planned);
  expect(removal.remaining.find(({ id }) => id === student.id)).toMatchObject({
    role: "student",
    enrollments: 2,
  });
  expect(removal.demoted).toEqual([{ email: byDemo.email, role: "student" }]);

  expect(await findDemonstration(db)).toEqual([]);
  const left = await db.select().from(users);
  expect(left.filter(({ email }) => email.endsWith("@senga.example"))).toEqual([]);
  expect(Object.fromEntries(left.map(({ id, role }) => [id, role]))).toMatchObject({
    [student.id]: "student",
    [teacher.id]: "instructor",
    [byDemo.id]: "student",
    [byCommand.id]: "admin",
  });
  const catalog = await call(demo, "GET /approvedClasses");
  expect(catalog.body.map(({ className }: { className: string }) => className)).toEqual(["Real Brushes"]);
  expect(await classRow(demo, ownClass)).toMatchObject({
    availableSeats: 5,
    enrolledStudents: 0,
    decidedBy: null,
  });
  const counted = await db.execute(sql`
    select (select count(*)::int from payments) + (select count(*)::int from payment_attempts)
      + (select count(*)::int from enrollments) + (select count(*)::int from teaching_applications)
      + (select count(*)::int from selections) + (select count(*)::int from identity.sessions)
      + (select count(*)::int from identity.users where email like '%@senga.example') as rows,
      to_regclass('sandbox_stripe.payment_intents') is null as "isGone"`);
  expect((counted as { rows: object[] }).rows).toEqual([{ rows: 0, isGone: true }]);
  // The audit log forbids deletes again.
  await expect(db.execute(sql`delete from audit_entries`)).rejects.toThrow();
});

test("films, materials and unfinished uploads go with their files, and what a class uses that stays is kept", async () => {
  const demo = await openDemo();
  const { context, clock } = demo;
  const { db, settings, storage } = context;
  const teacher = await makePerson(demo, "instructor");
  const ownClass = await makeClass(demo, teacher);
  const demoAdmin = await demoAdminOf(demo);
  const { lesson } = await makeLesson(demo, teacher, ownClass);
  const kept = await makeVideo(demo, demoAdmin);
  await setVideo(demo, demoAdmin, { classId: ownClass, id: lesson }, kept);
  const stored = await makeVideo(demo, demoAdmin);
  const [demoLesson] = await db.select().from(lessons).limit(1);
  await db.insert(uploads).values({
    id: newId(),
    ownerId: demoAdmin.id,
    purpose: "video",
    targetId: demoLesson!.id,
    fileName: "half.mp4",
    bytes: 10,
    createdAt: clock.now(),
  });
  const [upload] = await db.select().from(uploads);
  await writeFile(uploadFile(context, upload!.id), "half");
  const material = await storage.read(`materials/${(await db.select().from(materials))[0]!.id}/file`);
  expect(material).toBeDefined();

  const { removed } = await removeDemonstration(context, false);
  expect(removed.get("videos")).toBeGreaterThan(1);
  expect(removed.get("materials")).toBeGreaterThan(0);
  expect(removed.get("uploads")).toBe(1);
  clock.advance(86_400);
  await collectVideos(context, sql`false`);
  await collectMaterials(context);
  expect(await db.select({ id: videos.id, ownerId: videos.ownerId }).from(videos)).toEqual([
    { id: kept, ownerId: teacher.id },
  ]);
  expect(await db.$count(materials)).toBe(0);
  expect(await db.$count(uploads)).toBe(0);
  expect(readdirSync(join(settings.dataDir, "uploads"))).toEqual([]);
  expect(readdirSync(join(settings.dataDir, "pictures", "videos"))).toEqual([kept]);
  expect(await storage.read(`videos/${stored}/480.mp4`)).toBeUndefined();
  expect(readdirSync(join(settings.dataDir, "pictures", "materials"))).toEqual([]);
});

test("lessons of classes that stay keep their versions, whoever published them", async () => {
  const demo = await openDemo();
  const { context } = demo;
  const { db } = context;
  const teacher = await makePerson(demo, "instructor");
  const demoAdmin = await demoAdminOf(demo);
  const ownClass = await makeClass(demo, teacher);
  const [demoClass] = await db.select().from(classes).where(eq(classes.name, "Eyes That Speak"));
  const handedOver = { params: { id: demoClass!.id }, body: { email: teacher.email } };
  await call(demo, "PATCH /admin/hand-over/class/{id}", handedOver, demoAdmin);
  const { lesson: own } = await makeLesson(demo, teacher, ownClass);
  const [received, retired] = await db
    .select()
    .from(lessons)
    .where(eq(lessons.curriculumId, demoClass!.curriculumId))
    .orderBy(lessons.id);
  const publishNext = async (id: string, classId: string, person: TestPerson) => {
    const params = { classId, id };
    const title = `Revised by ${person.name}`;
    await call(demo, "PATCH /curriculum/{classId}/lesson/{id}", { params, body: { title } }, person);
    const path = "POST /curriculum/{classId}/lesson/{id}/publish";
    return (await call(demo, path, { params, body: {} }, person)).body;
  };
  expect(await publishNext(received!.id, demoClass!.id, teacher)).toEqual({ number: 2 });
  expect(await publishNext(own, ownClass, demoAdmin)).toEqual({ number: 2 });
  const retiring = { params: { classId: demoClass!.id, id: retired!.id } };
  await call(demo, "POST /curriculum/{classId}/lesson/{id}/retire", retiring, demoAdmin);
  const curricula = db.select({ id: classes.curriculumId }).from(classes);
  const ofTeacher = inArray(lessons.curriculumId, curricula.where(eq(classes.instructorId, teacher.id)));
  const ids = db.select({ id: lessons.id }).from(lessons).where(ofTeacher);
  const readLessons = () => db.select().from(lessons).where(ofTeacher).orderBy(lessons.id);
  const readVersions = () =>
    db.select().from(lessonVersions).where(inArray(lessonVersions.lessonId, ids)).orderBy(lessonVersions.id);
  const before = { lessons: await readLessons(), versions: await readVersions() };

  await removeDemonstration(context, false);
  expect(await readLessons()).toEqual(before.lessons);
  expect(await readVersions()).toEqual(
    before.versions.map((version) => ({ ...version, publishedBy: teacher.id })),
  );
  const asTeacher = await renewToken(demo, teacher);
  expect(await publishNext(received!.id, demoClass!.id, asTeacher)).toEqual({ number: 3 });
  expect(await publishNext(own, ownClass, asTeacher)).toEqual({ number: 3 });
});

test("drawings go with their rounds, critiques, comments, reports and files, and what was learned with its certificate", async () => {
  const demo = await openDemo();
  const { context } = demo;
  const { db, settings } = context;
  const files = (): string[] => readdirSync(join(settings.dataDir, "pictures", "submissions"));
  const rounds = drawings.flatMap((drawing) => drawing.rounds);
  expect(files()).toHaveLength(rounds.length);
  await issueCertificates(context);
  const { removed } = await removeDemonstration(context, false);
  expect(removed.get("submissions")).toBe(drawings.length);
  expect(removed.get("drawings")).toBe(rounds.length);
  expect(removed.get("certificates")).toBe(1);
  expect(removed.get("reports")).toBe(1);
  await collectDrawings(context, isReported);
  expect(files()).toEqual([]);
  for (const table of [
    submissions,
    submissionTurns,
    submissionPictures,
    critiques,
    comments,
    nices,
    reports,
    certificates,
    openedLessons,
    completedLessons,
    notifications,
  ])
    expect(await db.$count(table)).toBe(0);
});

test("a report in a class that stays goes if the demo's admin decided it", async () => {
  const demo = await openDemo();
  const { db } = demo.context;
  const teacher = await makePerson(demo, "instructor");
  const classId = await makeClass(demo, teacher);
  const exercise = await makeExercise(demo, teacher, classId);
  const artist = await makePerson(demo, "student");
  await takeSeat(demo, artist, classId);
  await handIn(demo, artist, exercise, await uploadDrawings(demo, artist, exercise));
  const { _id: drawing } = await readOwn(demo, artist, exercise);
  const params = { classId, id: drawing };
  expect((await call(demo, "POST /class/{classId}/gallery/{id}", { params }, artist)).status).toBe(200);
  const report = async () => {
    const classmate = await makePerson(demo, "student");
    await takeSeat(demo, classmate, classId);
    const body = { kind: "drawing", id: drawing, reason: "copied", text: "I know this one" };
    expect((await call(demo, "POST /reports", { body }, classmate)).status).toBe(200);
    return (await db.select().from(reports).where(eq(reports.reporterId, classmate.id)))[0]!;
  };
  const decided = await report();
  const decision = { params: { id: decided.id }, body: { decision: "keep", reason: "We asked the artist." } };
  const path = "POST /admin/reports/{id}/decision";
  expect((await call(demo, path, decision, await demoAdminOf(demo))).status).toBe(200);
  const open = await report();

  const { removed } = await removeDemonstration(demo.context, false);
  expect(removed.get("reports")).toBe(2);
  expect(await db.select().from(reports)).toEqual([open]);
});

test("a minor who named a demo account's email as their guardian's stays a minor", async () => {
  const demo = await openDemo();
  const minor = await makePerson(demo, "student");
  const asked = { personId: minor.id, adultOn: "2040-01-01", askedAt: demo.clock.now() };
  await demo.context.db.insert(guardians).values({ ...asked, email: "mio@senga.example" });
  await removeDemonstration(demo.context, false);
  expect(await findConsent(demo.context.db, demo, minor.id)).toBe("missing");
});

test("what was answered by links from the local mailbox no longer counts", async () => {
  const demo = await openDemo();
  const { context, clock } = demo;
  const { db } = context;
  const now = clock.now();
  const answers = [
    { consentedAt: now, refusedEmails: ["other@example.org"] },
    { withdrawnAt: now },
    { consentedAt: now, withdrawnAt: now },
  ];
  const minors: TestPerson[] = [];
  for (const answer of answers) {
    const minor = await makePerson(demo, "student");
    minors.push(minor);
    const asked = { personId: minor.id, email: "parent@example.org", adultOn: "2040-01-01", askedAt: now };
    await db.insert(guardians).values({ ...asked, ...answer });
  }
  const subscribe = async (name: string) => {
    const email = `${name}@example.org`;
    await call(demo, "POST /newsletter", { body: { name, email } });
    return mailedToken(demo, email, "/newsletter/confirm");
  };
  const confirm = (token: string) => call(demo, "POST /newsletter/confirm", { body: { token } });
  expect((await confirm(await subscribe("reader"))).status).toBe(200);
  const pending = await subscribe("pending");
  await subscribe("former");
  const unsubscribe = await mailedToken(demo, "former@example.org", "/newsletter/unsubscribe");
  await call(demo, "POST /newsletter/unsubscribe/{token}", { params: { token: unsubscribe } });
  const mover = await joinSchool(demo, "mover@example.org");
  const change = { email: "moved@example.org" };
  expect((await mover.visitor.post("/identity/email-change", change)).status).toBe(200);

  const { removed } = await removeDemonstration(context, false);
  expect(removed.get("guardians' answers")).toBe(3);
  for (const minor of minors) {
    const own = await call(demo, "GET /account", {}, minor);
    expect(own.body.guardian).toMatchObject({ state: "asked", mayAskAgain: true });
  }
  expect((await db.select().from(guardians)).flatMap((each) => each.refusedEmails)).toEqual([]);
  expect(await db.select().from(newsletterSubscriptions)).toMatchObject([
    { email: "former@example.org", state: "unsubscribed" },
  ]);
  expect((await confirm(pending)).status).toBe(410);
  for (const name of ["reader", "pending"]) expect(await mailsTo(demo, `${name}@example.org`)).toEqual([]);
  expect(await db.$count(emailChanges)).toBe(0);
});

test("removing is refused when a demo class has a real payment", async () => {
  const demo = await openDemo();
  const { db, clock } = demo.context;
  const student = await makePerson(demo, "student");
  const [demoClass] = await db.select().from(classes).where(eq(classes.name, "Eyes That Speak"));
  await db.insert(paymentAttempts).values({
    id: newId(),
    studentId: student.id,
    classId: demoClass!.id,
    amountCents: cents(4900),
    currency: "usd",
    intentId: "pi_3RealMoney",
    state: "paid",
    createdAt: clock.now(),
    checkAt: clock.now(),
  });
  const before = await db.$count(users);
  await expect(removeDemonstration(demo.context, false)).rejects.toThrow(RealPaymentsOnDemo);
  expect(await db.$count(users)).toBe(before);
});

test("a school with real services does not start until the demo school is removed", async () => {
  const start = (more: Record<string, string>): StartingSite => (running = startSite({ ...place, ...more }));
  const nowhere = isPostgres ? await newPlace("empty") : newFolder("empty");
  expect(await runMain(main, [], nowhere)).toMatchObject({
    code: 1,
    errors: expect.stringContaining("no demo to remove"),
  });
  expect(await runMain(main, ["now"], nowhere)).toMatchObject({ code: 2, output: "" });
  const place = await newDemoSchool("school");
  app = await startAppAt(place);
  const account = await newStudent(app);
  expect(await runMain(main, ["--yes"], place)).toMatchObject({
    code: 1,
    errors: expect.stringContaining("Senga is running on"),
  });
  await app.close();
  app = undefined;

  const real = {
    STRIPE_SECRET_KEY: "sk_live_1",
    STRIPE_PUBLISHABLE_KEY: "pk_live_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    SMTP_URL: "smtp://127.0.0.1:1",
    SECRET: "a secret of thirty-two characters or more",
    ORIGIN: "https://school.example",
    DEMO_SCHOOL: "no",
    RATE_LIMIT_FACTOR: "1000",
  };
  const refused = start(real);
  expect(await refused.ended).toBe(1);
  expect(refused.said()).toContain("16 demo accounts");
  expect(refused.said()).toContain("STRIPE_SECRET_KEY, SMTP_URL, a public HOST or ORIGIN");
  expect(refused.said()).toContain("npm run remove-demo");
  expect(refused.said()).not.toMatch(/\n\s+at /);

  const asked = await runMain(main, [], place);
  expect(asked).toMatchObject({ code: 1, output: expect.stringContaining(`${account.email}), student`) });
  expect(asked.output).toContain("There is no terminal to confirm on.");
  expect(asked.errors).toBe("Nothing was changed.\n");
  expect(await runMain(main, [], place, async () => "no")).toMatchObject({ code: 1, errors: asked.errors });
  expect(await runBuilt("remove-demo", ["--yes"], place)).toMatchObject({
    code: 0,
    said: expect.stringContaining("The demo is gone."),
  });
  expect(await runMain(main, ["--yes"], place)).toMatchObject({
    code: 0,
    output: expect.stringContaining("This database contains no demo"),
  });
  const database = await openPlace(place, createLog("silent"));
  const { rows } = (await database.db.execute(sql`select email from identity.users`)) as { rows: object[] };
  await database.close();
  expect(rows).toEqual([{ email: account.email }]);

  const school = start(real);
  const at = await school.untilOpen();
  const signIn = (email: string) =>
    fetch(`${at}/identity/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: real.ORIGIN },
      body: JSON.stringify({ email, password: demoPassword }),
    });
  for (const { email } of namedAccounts) expect((await signIn(email)).status).toBe(401);
  expect((await signIn(account.email)).status).toBe(200);
  await expect(asDemo({ origin: at }, "admin@senga.example", "GET", "/admin/payments")).rejects.toThrow(
    "401",
  );
  expect(await end(school, "SIGTERM")).toBe(0);
});
