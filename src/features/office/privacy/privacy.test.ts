import { readFile } from "node:fs/promises";
import { eq, getTableName, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestApp, useTestApp } from "../../../../test/support/app.ts";
import {
  critique,
  handIn,
  makeExercise,
  readOwn,
  uploadDrawings,
} from "../../../../test/support/drawings.ts";
import {
  type Issuer,
  exchangeToken,
  registerIdentity,
  settingsOf,
  signIdentityToken,
  startIssuer,
} from "../../../../test/support/identity-issuer.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { getMedia, makeMaterial } from "../../../../test/support/media.ts";
import {
  askToPay,
  authorizePayment,
  buy,
  intentStatus,
  noWebhooks,
  offerClass,
  report,
  setFaults,
} from "../../../../test/support/paying.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { classRow, makeClass } from "../../../../test/support/school.ts";
import { flat, upload } from "../../../../test/support/upload.ts";
import { videoFile } from "../../../../test/support/uploaded-videos.ts";
import { tablesWith as findTables } from "../../../../test/support/traces.ts";
import { makeVideoLesson } from "../../../../test/support/videos.ts";
import { unzip } from "../../../../test/support/zip.ts";
import { newId } from "../../../platform/ids.ts";
import { users } from "../../../access/tables.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { selections } from "../../school/selections/tables.ts";
import { nices } from "../../studio/gallery/tables.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { refundRequests } from "../payments/tables.ts";
import { finishErasures } from "./delete-account.ts";
import { type PersonalTable, personalTables } from "./personal-tables.ts";
import { erasures } from "./tables.ts";

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer("trusted");
});
afterAll(() => issuer.close());

const app = useTestApp(() => settingsOf(issuer));

/** Who decided, taught or published something: the ids are anonymous once the account is gone. */
const workColumns = [
  "blocks.blocked_id",
  "certificates.instructor_id",
  "classes.decided_by",
  "classes.edited_by",
  "contact_replies.by_id",
  "lesson_versions.published_by",
  "lessons.edited_by",
  "newsletter_issues.released_by",
  "notifications.actor_id",
  "refund_requests.decided_by",
  "reports.author_id",
  "reports.decided_by",
  "teaching_applications.decided_by",
];

/** `follows`: `feature.ts` updates it with the account's. */
const emailColumns = {
  "contact_messages.email": "follows",
  "newsletter_subscriptions.email": "follows",
  "payments.instructor_email": "follows",
  "selections.instructor_email": "follows",
  "users.email": "follows",
  "guardians.email": "stays: it is the guardian's, who needs no account",
  "guardians.refused_emails": "stays: they are guardians', who get no more mail",
  "outbox.recipient": "stays until the mail has left: the old mailbox is told of the change",
  "outbox.reply_to": "stays until the mail has left",
};

const name = "Zyxandra Quill";
const email = "zyxandra@quill.example";

/** Somebody who signs in with the identity provider, under a name that nothing else holds. */
async function join(person: TestPerson, as = { name, email }): Promise<TestPerson> {
  const identity = { identityIssuer: issuer.issuer, identitySubject: person.id };
  await app.current.context.db
    .update(users)
    .set({ ...as, ...identity })
    .where(eq(users.id, person.id));
  return { ...person, ...as };
}

/** Tables of the books, of former students' work, and of the empty class itself. */
const rowsThatStay = [
  "announced_sections",
  "certificate_names",
  "certificates",
  "class_promises",
  "class_search",
  "classes",
  "enrollments",
  "payment_attempts",
  "payments",
  "reports",
  "submissions",
];

const secondsNow = (): number => Math.floor(app.current.clock.now().getTime() / 1000);

async function askToDelete(
  person: TestPerson,
  { typed = email, signedInAt = secondsNow(), isConfirmed = true } = {},
) {
  const claims = { email, sub: person.id, auth_time: signedInAt, email_verified: isConfirmed };
  const token = await signIdentityToken(issuer, claims);
  return call(app.current, "POST /account/deletion", { body: { email: typed } }, { token });
}

/** As the account page does: a ticket for a recent sign-in, and the media cookie. */
async function exportOf(person: TestPerson, by = person, isConfirmed = true): Promise<Response> {
  const token = await signIdentityToken(issuer, {
    email: person.email,
    sub: person.id,
    auth_time: secondsNow(),
    email_verified: isConfirmed,
  });
  const { body } = await call(app.current, "POST /account/export", {}, { token });
  return getMedia(app.current, String(body.path).replace("/media/", ""), by);
}

const obstaclesOf = async (person: TestPerson) =>
  (await call(app.current, "GET /account/deletion", {}, person)).body.obstacles;

const tablesWith = (text: string): Promise<string[]> => findTables(app.current, text);

/** A student who has used everything there is. */
async function liveFully() {
  const { student: made, instructor, classId } = await offerClass(app.current);
  const student = await join(made);
  await buy(app.current, student, classId);
  const exercise = await makeExercise(app.current, instructor, classId);
  const [first = "", second = ""] = await uploadDrawings(app.current, student, exercise, 2);
  await handIn(app.current, student, exercise, [first, second], `My hands, by ${name}`);
  const { _id: submission, rounds } = await readOwn(app.current, student, exercise);
  await critique(app.current, instructor, rounds[0]._id);
  const params = { classId, id: submission };
  await call(app.current, "POST /class/{classId}/gallery/{id}", { params }, student);
  const comment = { params, body: { text: `Signed, ${name}` } };
  await call(app.current, "POST /class/{classId}/gallery/{id}/comments", comment, student);
  await call(
    app.current,
    "POST /reports",
    { body: { kind: "drawing", id: submission, reason: "other" } },
    instructor,
  );
  const { body: message } = await call(app.current, "POST /contact", {
    body: { name, email, message: "Hello" },
  });
  await call(app.current, "POST /newsletter", { body: { name, email } });
  await call(
    app.current,
    "POST /teaching/application",
    { body: { text: `I am ${name}, and have taught for years.`, portfolio: "https://quill.example" } },
    student,
  );
  const other = await makeClass(app.current, instructor);
  await call(app.current, "POST /selected/class", { body: { classId: other } }, student);
  const classmate = await makePerson(app.current, "student");
  await buy(app.current, classmate, classId);
  await handIn(app.current, classmate, exercise, await uploadDrawings(app.current, classmate, exercise));
  const theirs = { classId, id: (await readOwn(app.current, classmate, exercise))._id };
  await call(app.current, "POST /class/{classId}/gallery/{id}", { params: theirs }, classmate);
  await call(app.current, "POST /class/{classId}/gallery/{id}/nice", { params: theirs }, student);
  await call(app.current, "POST /class/{classId}/gallery/{id}/nice", { params }, classmate);
  const { id: member } = await makePerson(app.current, "student");
  await call(app.current, "POST /blocks/{id}", { params: { id: member } }, student);
  const admin = await makePerson(app.current, "admin");
  const suspension = { params: { id: student.id }, body: { reason: `${name} wrote too much` } };
  await call(app.current, "PATCH /users/suspend/{id}", suspension, admin);
  await call(app.current, "PATCH /users/reinstate/{id}", { params: { id: student.id } }, admin);
  const reply = { params: { id: message.insertedId }, body: { text: `Hello, ${name}!` } };
  await call(app.current, "POST /admin/messages/{id}/replies", reply, admin);
  return { student, instructor, admin, classId, pictures: [first, second] };
}

const storedDrawing = async (id: string): Promise<boolean> =>
  (await app.current.context.storage.read(`submissions/${id}/16.webp`)) !== undefined;

describe("what is known of a person", () => {
  test("is listed with every column that refers to one", async () => {
    const { db } = app.current.context;
    const { rows } = (await db.execute(sql`
      select distinct found.table_name || '.' || found.column_name as name from (
        select column_usage.table_name, column_usage.column_name
        from information_schema.key_column_usage column_usage
        inner join information_schema.referential_constraints using (constraint_schema, constraint_name)
        inner join information_schema.key_column_usage target
          on target.constraint_name = unique_constraint_name and target.table_name = 'users'
        where column_usage.table_schema = 'public' and target.table_schema = 'public'
        union
        select table_name, column_name from information_schema.columns
        where table_schema = 'public'
          and column_name ~ '^(student|person|user|owner|author|actor|subject|instructor|reporter)_id$'
      ) found
    `)) as { rows: { name: string }[] };
    const someone = { id: "00000000-0000-7000-8000-000000000000", email: "a@example.org" } as TestPerson;
    const listed = Object.values<PersonalTable>(personalTables).flatMap(({ table, isOf }) =>
      [
        ...db
          .select()
          .from(table)
          .where(isOf(someone))
          .toSQL()
          .sql.matchAll(/"(\w+)"\."(\w+)"/g),
      ].map(([, from, column]) => `${from}.${column}`),
    );
    const known = new Set([...listed, ...workColumns, "erasures.person_id", "reports.subject_id"]);
    expect(rows.map((row) => row.name).filter((each) => !known.has(each))).toEqual([]);
  });

  test("is listed with every column that holds an email", async () => {
    const { rows } = (await app.current.context.db.execute(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ 'mails?$|^recipient$|^reply_to$'
    `)) as { rows: { name: string }[] };
    expect(rows.map(({ name: column }) => column).toSorted()).toEqual(Object.keys(emailColumns).toSorted());
  });

  test.each(["What we store, and why", "Legal bases", "How long we keep it"])(
    "is covered by the privacy policy: %s",
    async (title) => {
      const policy = await readFile(new URL("../../../site/policies/privacy.md", import.meta.url), "utf8");
      const section = policy.split(/^## /m).find((each) => each.startsWith(`${title}\n`));
      const covered = [...section!.matchAll(/^<!-- Tables: (.+) -->$/gm)].flatMap(([, names = ""]) =>
        names.split(", "),
      );
      expect(covered.toSorted()).toEqual(Object.keys(personalTables).toSorted());
    },
  );

  test("names a class in columns of which each is decided on, should its instructor go", async () => {
    const { rows } = (await app.current.context.db.execute(sql`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'classes'::regclass
    `)) as { rows: { name: string }[] };
    const rowsThatGo = Object.values<PersonalTable>(personalTables).flatMap(({ table, goesWithClass }) =>
      goesWithClass ? [getTableName(table)] : [],
    );
    expect(rows.map((row) => row.name).toSorted()).toEqual([...rowsThatStay, ...rowsThatGo].toSorted());
  });

  test("is in the export, with the drawings", async () => {
    const { student, pictures } = await liveFully();
    const answer = await exportOf(student);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    const { db } = app.current.context;
    for (const [kind, { table, isOf }] of Object.entries<PersonalTable>(personalTables)) {
      const exported = JSON.parse(files.get(`data/${kind}.json`)!.toString());
      expect(exported, kind).toEqual(
        JSON.parse(JSON.stringify(await db.select().from(table).where(isOf(student)))),
      );
    }
    for (const kind of [
      "payments",
      "enrollments",
      "drawings",
      "comments",
      "nices",
      "critiquesReceived",
      "messages",
      "newsletter",
    ])
      expect(JSON.parse(files.get(`data/${kind}.json`)!.toString()), kind).not.toEqual([]);
    expect(JSON.parse(files.get("data/messageReplies.json")!.toString())).toMatchObject([
      { text: `Hello, ${name}!` },
    ]);
    for (const picture of pictures)
      expect(files.get(`files/drawings/${picture}.webp`)!.subarray(8, 12).toString()).toBe("WEBP");
  });

  test("is in the export of an instructor with the pictures, materials and films, and an index of them", async () => {
    const instructor = await join(await makePerson(app.current, "instructor"));
    const classId = await makeClass(app.current, instructor);
    const { lesson, video } = await makeVideoLesson(app.current, instructor, classId, {
      title: "A hand",
      heights: [480, 720],
    });
    const worksheet = Buffer.from("%PDF-1.7 ten hands");
    const material = await makeMaterial(app.current, lesson, "ten/hands.pdf", worksheet);
    expect((await upload(app.current, await flat(64, 40).png().toBuffer(), instructor)).status).toBe(200);
    const others = await makePerson(app.current, "instructor");
    await makeVideoLesson(app.current, others, await makeClass(app.current, others));

    const answer = await exportOf(instructor);
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    const film = `files/videos/${video}/720.mp4`;
    const index = JSON.parse(files.get("index.json")!.toString());
    expect(index).toEqual([
      { file: expect.stringMatching(/^files\/pictures\/.*\.webp$/), is: "picture" },
      {
        file: `files/materials/${material}/ten_hands.pdf`,
        is: "material",
        uploadedAs: "ten/hands.pdf",
        lesson: "A hand",
      },
      { file: film, is: "video", uploadedAs: "lines.mp4" },
    ]);
    const named = [...files.keys()].filter((file) => file.startsWith("files/"));
    expect(named.toSorted()).toEqual(index.map(({ file }: { file: string }) => file).toSorted());
    expect(files.get(index[1].file)!.equals(worksheet)).toBe(true);
    const stored = await videoFile(app.current, video, "720.mp4");
    expect(files.get(film)!.equals(stored!)).toBe(true);
    expect(JSON.parse(files.get("data/lessons.json")!.toString())).toMatchObject([
      { id: lesson, draft: { title: "A hand" } },
    ]);
  });

  test("is exported though a file of it is lost, which the index says", async () => {
    const { student, pictures } = await liveFully();
    await app.current.context.storage.removeFolder(`submissions/${pictures[0]}`);
    const answer = await exportOf(student);
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    const [lost, kept] = pictures.map((picture) => `files/drawings/${picture}.webp`);
    expect([files.has(lost!), files.has(kept!)]).toEqual([false, true]);
    const index = JSON.parse(files.get("index.json")!.toString());
    expect(index).toContainEqual(expect.objectContaining({ file: lost, missing: true }));
    expect(index).not.toContainEqual(expect.objectContaining({ file: kept, missing: true }));
  });

  test("is given to nobody else, for a sign-in of the last ten minutes, and for a minute", async () => {
    const student = await join(await makePerson(app.current, "student"));
    const other = await makePerson(app.current, "student");
    expect((await getMedia(app.current, "account/export.zip")).status).toBe(401);
    expect((await getMedia(app.current, "account/export.zip", student)).status).toBe(403);
    expect((await exportOf(student, other)).status).toBe(403);
    const tokenOf = (signedInAt: number) =>
      signIdentityToken(issuer, { email, sub: student.id, auth_time: signedInAt });
    const ask = async (token: string) => call(app.current, "POST /account/export", {}, { token });
    expect((await ask(await tokenOf(secondsNow() - 601))).body.code).toBe("sign-in-again");
    const { path } = (await ask(await tokenOf(secondsNow()))).body;
    app.current.clock.advance(61);
    expect((await getMedia(app.current, path.replace("/media/", ""), student)).status).toBe(403);
  });
});

test("an export or a deletion is asked for a few times an hour by each person of a network", async () => {
  const strict = await startTestApp({ ...settingsOf(issuer), RATE_LIMIT_FACTOR: "1" });
  try {
    const tokenOf = async (sub: string) => {
      const mailbox = `${sub}@example.org`;
      const token = await signIdentityToken(issuer, { sub, email: mailbox, auth_time: secondsNow() });
      await registerIdentity(strict, token, mailbox);
      return { token };
    };
    const [ada, eve] = [await tokenOf("ada"), await tokenOf("eve")];
    const askOf = {
      export: (by?: { token: string }) => call(strict, "POST /account/export", {}, by),
      deletion: (by?: { token: string }) =>
        call(strict, "POST /account/deletion", { body: { email: "other@example.org" } }, by),
    };
    for (const [ask, calls, status] of [
      [askOf.export, 5, 200],
      [askOf.deletion, 10, 400],
    ] as const) {
      for (let turn = 0; turn < calls + 1; turn += 1) expect((await ask()).status).toBe(401);
      for (let turn = 0; turn < calls; turn += 1) expect((await ask(ada)).status).toBe(status);
      expect(await ask(ada)).toMatchObject({ status: 429, body: { code: "too-many-requests" } });
      expect((await ask(eve)).status).toBe(status);
    }
  } finally {
    await strict.close();
  }
});

test("an account that never confirmed its email neither reads nor removes what came from that mailbox", async () => {
  const { body: message } = await call(app.current, "POST /contact", {
    body: { name, email, message: "Hello" },
  });
  await call(app.current, "POST /newsletter", { body: { name, email } });
  const admin = await makePerson(app.current, "admin");
  const reply = { params: { id: message.insertedId }, body: { text: "Hello back" } };
  await call(app.current, "POST /admin/messages/{id}/replies", reply, admin);
  const stranger = await join(await makePerson(app.current, "student"));
  const answer = await exportOf(stranger, stranger, false);
  const files = unzip(Buffer.from(await answer.arrayBuffer()));
  for (const kind of ["messages", "messageReplies", "newsletter"])
    expect(JSON.parse(files.get(`data/${kind}.json`)!.toString()), kind).toEqual([]);
  expect(JSON.parse(files.get("data/account.json")!.toString())).toMatchObject([{ email }]);
  const before = await tablesWith(email);
  expect((await askToDelete(stranger, { isConfirmed: false })).status).toBe(200);
  expect((await tablesWith(email)).toSorted()).toEqual(
    before.filter((table) => table !== "users").toSorted(),
  );
});

test("letters and the newsletter stay with a former email that was never proven", async () => {
  await call(app.current, "POST /contact", { body: { name, email, message: "Hello" } });
  await call(app.current, "POST /newsletter", { body: { name, email } });
  const before = await tablesWith(email);
  const tokenOf = (mailbox: string, isVerified: boolean) =>
    signIdentityToken(issuer, { sub: "stranger", email: mailbox, email_verified: isVerified });
  expect((await registerIdentity(app.current, await tokenOf(email, false), email)).status).toBe(200);
  const own = "stranger@own.example";
  expect((await exchangeToken(app.current, await tokenOf(own, true), own)).status).toBe(200);
  expect(await tablesWith(own)).toEqual(["users"]);
  expect(await tablesWith(email)).toEqual(before);
});

describe("a deleted account", () => {
  test("leaves nothing of a drawing that is being uploaded", async () => {
    const { student: made, instructor, classId } = await offerClass(app.current);
    const student = await join(made);
    await buy(app.current, student, classId);
    const exercise = await makeExercise(app.current, instructor, classId);
    const { storage } = app.current.context;
    const write = storage.write.bind(storage);
    const written: string[] = [];
    const writing = vi.spyOn(storage, "write").mockImplementation(async (...file) => {
      if (written.push(file[0]) === 2) expect((await askToDelete(student)).status).toBe(200);
      await write(...file);
    });
    await expect(uploadDrawings(app.current, student, exercise)).rejects.toThrow("picture-busy");
    writing.mockRestore();
    for (const file of written) expect(await storage.read(file), file).toBeUndefined();
  });

  test("leaves no name, no email and no drawing, and the books as they were", async () => {
    const { student, admin, classId, pictures } = await liveFully();
    expect(await tablesWith("Zyxandra")).not.toEqual([]);
    const { db } = app.current.context;
    expect(await db.$count(nices)).toBe(2);
    expect(await obstaclesOf(student)).toEqual([]);
    const books = async () => {
      const { revenue, totalPayments, totalEnrolled } = (
        await call(app.current, "GET /admin/payments", {}, admin)
      ).body;
      return { revenue, totalPayments, totalEnrolled };
    };
    const before = await books();
    expect((await askToDelete(student)).body).toEqual({ isDeleted: true });
    // The last mail is all that is left, until it has been sent.
    expect((await mailsTo(app.current, email)).map(({ subject }) => subject)).toEqual([
      "Your Senga account is deleted",
    ]);
    expect(await tablesWith("Zyxandra")).toEqual(["outbox"]);
    expect(await db.$count(nices)).toBe(0);
    expect(await tablesWith("quill.example")).toEqual(["outbox"]);
    for (const picture of pictures) expect(await storedDrawing(picture)).toBe(false);
    expect(await books()).toEqual(before);
    const { body } = await call(app.current, "GET /class/{id}", { params: { id: classId } });
    expect(body.enrolledStudents).toBe(2);
    expect((await call(app.current, "GET /me", {}, student)).status).toBe(401);
    expect((await getMedia(app.current, "account/export.zip", student)).status).toBe(401);
    expect(await app.current.context.db.select().from(erasures)).toEqual([]);
    expect((await askToDelete(student)).body.code).toBe("account-not-found");
  });

  test("does not come back by its sign-in while that is not removed", async () => {
    const student = await join(await makePerson(app.current, "student"));
    const { context } = app.current;
    const removal = vi.spyOn(context.identity, "removeAccount").mockRejectedValue(new Error("away"));
    expect((await askToDelete(student)).body).toEqual({ isDeleted: true });
    const token = await signIdentityToken(issuer, { email, sub: student.id });
    const exchange = () => call(app.current, "POST /jwt", { body: { email } }, { token });
    expect((await exchange()).status).toBe(401);
    removal.mockRestore();
    await finishErasures(context);
    // Another provider keeps its accounts: who comes back joins again.
    expect((await exchange()).status).toBe(200);
    expect((await call(app.current, "GET /me", {}, student)).status).toBe(401);
  });

  test("changes nothing of others, though its name is a word of the language", async () => {
    await liveFully();
    const { db } = app.current.context;
    const called = { name: "drawing", email: "drawing@quill.example" };
    const stranger = await join(await makePerson(app.current, "student"), called);
    const ofOthers = ({ table, isOf }: PersonalTable) =>
      db
        .select()
        .from(table)
        .where(sql`(${isOf(stranger)}) is not true`);
    const kept = () =>
      Promise.all(
        Object.entries(personalTables).map(async ([kind, personal]) => [kind, await ofOthers(personal)]),
      );
    const before = await kept();
    for (const kind of [
      "blocks",
      "comments",
      "nices",
      "drawings",
      "enrollments",
      "messages",
      "notifications",
    ])
      expect(before, kind).not.toContainEqual([kind, []]);
    const token = await signIdentityToken(issuer, {
      email: called.email,
      sub: stranger.id,
      auth_time: secondsNow(),
    });
    const body = { email: called.email };
    expect((await call(app.current, "POST /account/deletion", { body }, { token })).status).toBe(200);
    expect(await kept()).toEqual(before);
  });

  test("of a former instructor takes their classes out of the catalog at once", async () => {
    const person = await join(await makePerson(app.current, "instructor"));
    await makeClass(app.current, person);
    await app.current.context.db.update(users).set({ role: "student" }).where(eq(users.id, person.id));
    const listed = async () => (await call(app.current, "GET /approvedClasses")).body;
    await listed();
    expect(await listed()).toHaveLength(1);
    expect((await askToDelete(person)).status).toBe(200);
    expect(await listed()).toEqual([]);
  });

  test("of an instructor leaves the site", async () => {
    const instructor = await join(await makePerson(app.current, "instructor"));
    const id = await makeClass(app.current, instructor);
    const student = await makePerson(app.current, "student");
    await call(app.current, "POST /selected/class", { body: { classId: id } }, student);
    const seen = () => call(app.current, "GET /instructors/{id}", { params: { id: instructor.id } });
    expect((await seen()).status).toBe(200);
    expect((await askToDelete(instructor)).status).toBe(200);
    expect((await seen()).status).toBe(404);
    expect((await call(app.current, "GET /class/{id}", { params: { id } })).status).toBe(404);
    expect(await app.current.context.db.$count(selections)).toBe(0);
    expect(await tablesWith("Zyxandra")).toEqual(["outbox"]);
  });

  test("is asked for by a recent sign-in and the right email", async () => {
    const student = await join(await makePerson(app.current, "student"));
    expect((await askToDelete(student, { signedInAt: secondsNow() - 601 })).body.code).toBe("sign-in-again");
    expect((await askToDelete(student, { typed: "other@example.org" })).body.code).toBe("other-email");
    expect((await call(app.current, "POST /account/deletion", { body: { email } }, student)).status).toBe(
      401,
    );
    expect(await tablesWith("Zyxandra")).toEqual(["users"]);
  });

  test("waits for payments, students and another admin", async () => {
    const { student: made, instructor, classId } = await offerClass(app.current);
    const student = await join(made);
    await setFaults(app.current, [noWebhooks, { on: "capture", kind: "error-500", times: 10 }]);
    const intentId = await authorizePayment(app.current, student, classId);
    await report(app.current, student, intentId);
    expect(await obstaclesOf(student)).toMatchObject([{ kind: "payment" }]);
    expect((await askToDelete(student)).body.code).toBe("deletion-not-possible");
    await setFaults(app.current, [noWebhooks]);
    await settlePayment(app.current.context, intentId);
    expect((await askToDelete(student)).status).toBe(200);

    const buyer = await makePerson(app.current, "student");
    await call(app.current, "POST /selected/class", { body: { classId } }, buyer);
    await buy(app.current, buyer, classId);
    expect(await obstaclesOf(instructor)).toMatchObject([{ kind: "class" }]);
    const admin = await join(await makePerson(app.current, "admin"));
    expect(await obstaclesOf(admin)).toEqual([{ kind: "admin", name: "" }]);
    expect((await askToDelete(admin)).status).toBe(409);
  });

  test("leaves no checkout open, and an authorized card is not charged", async () => {
    const { student: made, classId } = await offerClass(app.current);
    const student = await join(made);
    const intentId = await authorizePayment(app.current, student, classId);
    expect(await obstaclesOf(student)).toEqual([]);
    expect((await askToDelete(student)).status).toBe(200);
    expect(await settlePayment(app.current.context, intentId)).toMatchObject({ state: "released" });
    expect(await intentStatus(app.current, intentId)).toBe("canceled");
    expect(await classRow(app.current, classId)).toMatchObject({ availableSeats: 5 });
  });

  test("takes an open refund request along, with the admins' unread notifications, and says so before", async () => {
    const { student: made, instructor, classId } = await offerClass(app.current);
    const admin = await makePerson(app.current, "admin");
    const student = await join(made);
    const other = await makeClass(app.current, instructor);
    const requestRefundOf = async (id: string) => {
      const { paymentId } = await buy(app.current, student, id);
      const request = { params: { id: paymentId }, body: { text: "Too fast for me." } };
      return (await call(app.current, "POST /payments/{id}/refund-request", request, student)).body
        .insertedId;
    };
    const declined = await requestRefundOf(other);
    const decline = { params: { id: declined }, body: { answer: "It was reduced." } };
    await call(app.current, "POST /admin/refund-requests/{id}/decline", decline, admin);
    const open = await requestRefundOf(classId);
    expect((await call(app.current, "GET /account/deletion", {}, student)).body).toEqual({
      obstacles: [],
      refundRequests: ["Eyes That Speak"],
    });
    expect((await askToDelete(student)).status).toBe(200);
    const { db } = app.current.context;
    expect(await db.select().from(refundRequests)).toMatchObject([{ id: declined, text: "", answer: "" }]);
    expect(await db.$count(notifications, eq(notifications.aboutId, open))).toBe(0);
    expect((await call(app.current, "GET /admin/refund-requests", {}, admin)).body).toEqual([]);
    const answer = { params: { id: open }, body: { answer: "Too late." } };
    expect(
      (await call(app.current, "POST /admin/refund-requests/{id}/decline", answer, admin)).body,
    ).toMatchObject({ code: "refund-request-not-found" });
  });

  test("lets a checkout that was never paid be removed after a year, as for others", async () => {
    const { student: made, classId } = await offerClass(app.current);
    const student = await join(made);
    const intentId = await askToPay(app.current, student, classId);
    expect((await askToDelete(student)).status).toBe(200);
    expect(await settlePayment(app.current.context, intentId)).toMatchObject({ state: "abandoned" });
    expect(await intentStatus(app.current, intentId)).toBe("canceled");
  });

  test("is in nobody's way and in no count any more", async () => {
    const { student: made, instructor, classId } = await offerClass(app.current);
    const admin = await makePerson(app.current, "admin");
    const student = await join(made);
    await buy(app.current, student, classId);
    expect(await obstaclesOf(instructor)).toMatchObject([{ kind: "class" }]);
    const countUsers = async () =>
      (await call(app.current, "GET /admin/payments", {}, admin)).body.totalUsers;
    const before = await countUsers();
    expect((await askToDelete(student)).status).toBe(200);
    expect(await countUsers()).toBe(before - 1);
    expect(await obstaclesOf(instructor)).toEqual([]);
    const teacher = await join(instructor);
    expect((await askToDelete(teacher)).body).toEqual({ isDeleted: true });
    expect((await call(app.current, "GET /class/{id}", { params: { id: classId } })).status).toBe(404);
  });

  test("loses its sign-in, though that of another cannot be removed yet", async () => {
    const { context } = app.current;
    const gone: string[] = [];
    const identity = {
      ...context.identity,
      removeAccount: async ({ subject }: { readonly subject: string }) => {
        if (subject === "1") throw new Error("away");
        gone.push(subject);
      },
    };
    const requestedAt = context.clock.now();
    for (const subject of ["1", "2"])
      await context.db.insert(erasures).values({ personId: newId(), issuer: "i", subject, requestedAt });
    app.current.clock.advance(1);
    await finishErasures({ ...context, identity });
    expect(gone).toEqual(["2"]);
    expect(await context.db.select().from(erasures)).toMatchObject([
      { subject: "1", requestedAt: context.clock.now() },
    ]);
  });

  test("is deleted once by two requests at once", async () => {
    const student = await join(await makePerson(app.current, "student"));
    const answers = await Promise.all([askToDelete(student), askToDelete(student)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  });
});
