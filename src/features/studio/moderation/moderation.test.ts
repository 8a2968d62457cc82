import { createHash } from "node:crypto";
import { and, eq, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { openBehindPooler } from "../../../../test/support/database.ts";
import {
  handIn,
  makeExercise,
  readOwn,
  uploadDrawing,
  uploadDrawings,
} from "../../../../test/support/drawings.ts";
import { getMedia } from "../../../../test/support/media.ts";
import { toldTo } from "../../../../test/support/notifications.ts";
import { type TestPerson, call, makePerson, renewToken } from "../../../../test/support/people.ts";
import { makeClass, takeSeat } from "../../../../test/support/school.ts";
import { flat } from "../../../../test/support/upload.ts";
import { users } from "../../../access/tables.ts";
import { auditEntries } from "../../school/audit/tables.ts";
import { keptSeconds } from "../critique/policy.ts";
import { collectDrawings } from "../critique/remove-drawings.ts";
import { submissionPictures, submissions } from "../critique/tables.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { leaseSeconds } from "../../school/pictures/policy.ts";
import { isReported } from "./queries.ts";

const app = useTestApp({}, openBehindPooler);

async function openGallery() {
  const instructor = await makePerson(app.current, "instructor");
  const admin = await makePerson(app.current, "admin");
  const classId = await makeClass(app.current, instructor);
  const exercise = await makeExercise(app.current, instructor, classId, "Hands");
  const people: TestPerson[] = [];
  for (let n = 0; n < 5; n += 1) {
    const student = await makePerson(app.current, "student");
    await takeSeat(app.current, student, classId);
    people.push(student);
  }
  const [artist, ...classmates] = people as [TestPerson, ...TestPerson[]];
  const [picture = ""] = await uploadDrawings(app.current, artist, exercise);
  await handIn(app.current, artist, exercise, [picture], "My first hands");
  const drawing = { id: (await readOwn(app.current, artist, exercise))._id as string, picture };
  const params = { classId, id: drawing.id };
  await call(app.current, "POST /class/{classId}/gallery/{id}", { params }, artist);
  const report = (who: TestPerson, id = drawing.id, kind = "drawing") =>
    call(
      app.current,
      "POST /reports",
      { body: { kind, id, reason: "copied", text: "I know this one" } },
      who,
    );
  const comment = async (who: TestPerson, text = "Ugly") => {
    const path = "POST /class/{classId}/gallery/{id}/comments";
    return (await call(app.current, path, { params, body: { text } }, who)).body.insertedId as string;
  };
  const isShown = async (who: TestPerson) =>
    (await call(app.current, "GET /class/{classId}/gallery/{id}", { params }, who)).status === 200;
  const listed = async (status = "open", who = admin) =>
    (await call(app.current, "GET /admin/reports", { query: { status } }, who)).body;
  const decide = (id: string, decision: "hide" | "keep", who = admin) =>
    call(
      app.current,
      "POST /admin/reports/{id}/decision",
      { params: { id }, body: { decision, reason: "We asked the artist." } },
      who,
    );
  return {
    instructor,
    admin,
    classId,
    exercise,
    artist,
    classmates,
    drawing,
    params,
    report,
    comment,
    isShown,
    listed,
    decide,
  };
}

const toldOf = async (person: TestPerson, kind: string) =>
  (await toldTo(app.current, person.id)).filter((each) => each.kind === kind).map(({ line }) => line);

test("a report reaches the admins once with the thing as it was, and the decision everyone concerned", async () => {
  const { admin, artist, classmates, drawing, params, report, isShown, listed, decide } = await openGallery();
  const [one, two] = classmates as [TestPerson, TestPerson];
  expect((await report(one)).body).toEqual({ isReported: true });
  expect((await report(one)).status).toBe(200);
  await report(two);
  expect(await isShown(two)).toBe(true);
  // What its student does afterwards takes nothing out of the report.
  await call(app.current, "DELETE /class/{classId}/gallery/{id}", { params }, artist);
  const [entry, ...others] = await listed();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    kind: "drawing",
    text: "My first hands",
    pictures: [{ _id: drawing.picture, width: 16 }],
    author: { name: artist.name },
    reports: [{ by: one.name, reason: "copied", text: "I know this one" }, { by: two.name }],
    decision: null,
  });
  expect((await decide(entry._id, "hide")).status).toBe(200);
  expect((await decide(entry._id, "keep")).body.code).toBe("report-decided-already");
  expect(await listed()).toEqual([]);
  expect(await listed("decided")).toMatchObject([
    { decision: { decision: "hide", by: admin.name, reason: "We asked the artist." } },
  ]);
  const entries = await app.current.context.db.select().from(auditEntries);
  expect(entries.at(-1)).toMatchObject({
    kind: "report-decided",
    subjectId: artist.id,
    before: "drawing: copied",
    after: "hide: We asked the artist.",
  });
  const told = await app.current.context.db.select().from(notifications);
  const people = (kind: string) => told.filter((each) => each.kind === kind).map(({ personId }) => personId);
  expect(people("report-received").filter((id) => id === admin.id)).toHaveLength(1);
  expect(people("report-decided").toSorted()).toEqual([one.id, two.id, artist.id].toSorted());
  const again = await call(app.current, "POST /class/{classId}/gallery/{id}", { params }, artist);
  expect(again.body.code).toBe("drawing-hidden");
});

test("three reports at once hide a thing until an admin decides to keep it", async () => {
  const { artist, classmates, report, isShown, listed, decide } = await openGallery();
  await Promise.all(classmates.slice(0, 3).map((each) => report(each)));
  expect(await isShown(classmates[3]!)).toBe(false);
  expect(await isShown(artist)).toBe(true);
  const [entry] = await listed();
  expect(entry).toMatchObject({ state: "hidden" });
  await decide(entry._id, "keep");
  expect(await isShown(classmates[3]!)).toBe(true);
  expect(await toldTo(app.current, artist.id)).toEqual([
    {
      kind: "work-hidden",
      line: "Several people reported your drawing. It’s hidden while we look at it. If you want to say something about it, write to us.",
      path: "/contact-us",
    },
    {
      kind: "report-decided",
      line: "Your drawing isn’t hidden anymore. We asked the artist.",
      path: "/dashboard/notifications",
    },
  ]);
  // The three have been heard; a fourth opens a new round.
  await report(classmates[3]!);
  expect(await isShown(classmates[0]!)).toBe(true);
  expect(await listed()).toMatchObject([{ reports: [{ by: classmates[3]!.name }] }]);
});

test("what the artist shows next can be reported again, and each take-down is told", async () => {
  const { admin, artist, classmates, exercise, drawing, params, report, listed, decide } =
    await openGallery();
  const [one] = classmates as [TestPerson];
  await report(one);
  await decide((await listed())[0]._id, "keep");
  const { db } = app.current.context;
  const ofDrawing = eq(submissions.id, drawing.id);
  await db.update(submissions).set({ state: "again" }).where(ofDrawing);
  await handIn(app.current, artist, exercise, await uploadDrawings(app.current, artist, exercise), "Again");
  expect((await report(one)).body).toEqual({ isReported: true });
  expect((await report(one)).status).toBe(200);
  const [entry, ...others] = await listed();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ text: "Again", reports: [{ by: one.name }] });
  const kindsTo = async (person: TestPerson) =>
    (await toldTo(app.current, person.id)).map(({ kind }) => kind);
  expect((await kindsTo(admin)).filter((kind) => kind === "report-received")).toHaveLength(2);

  await decide(entry._id, "hide");
  await db.update(submissions).set({ hiddenAt: null }).where(ofDrawing);
  await call(app.current, "POST /class/{classId}/gallery/{id}", { params }, artist);
  await report(one);
  await decide((await listed())[0]._id, "hide");
  const takenDown = {
    kind: "report-decided",
    line: "We removed your drawing. We asked the artist. If you disagree, write to us.",
    path: "/contact-us",
  };
  expect(await toldTo(app.current, artist.id)).toEqual([takenDown, takenDown]);
});

test("only what one can see can be reported, and nothing of one's own", async () => {
  const { instructor, artist, classmates, params, report, comment } = await openGallery();
  const stranger = await makePerson(app.current, "student");
  expect((await report(stranger)).status).toBe(404);
  expect((await report(artist)).body.code).toBe("own-thing");
  const id = await comment(classmates[0]!);
  expect((await report(artist, id, "comment")).status).toBe(200);
  expect((await report(stranger, id, "comment")).status).toBe(404);
  await call(app.current, "DELETE /class/{classId}/gallery/{id}", { params }, artist);
  expect((await report(classmates[1]!)).status).toBe(404);
  expect((await report(instructor)).status).toBe(200);
});

test("a comment that was taken down is gone, and its report keeps it", async () => {
  const { admin, artist, classmates, params, report, comment, listed, decide } = await openGallery();
  const id = await comment(classmates[0]!);
  await report(artist, id, "comment");
  expect(await toldOf(artist, "comment-received")).toHaveLength(1);
  expect((await call(app.current, "GET /admin/reports/open", {}, admin)).body).toEqual({ open: 1 });
  const [entry] = await listed();
  await decide(entry._id, "hide");
  const { body } = await call(app.current, "GET /class/{classId}/gallery/{id}/comments", { params }, artist);
  expect(body).toEqual([]);
  expect(await toldOf(artist, "comment-received")).toEqual([]);
  const [own] = (await call(app.current, "GET /comments", {}, classmates[0])).body;
  expect(own).toMatchObject({ text: "Ugly", isHidden: true });
  expect(await listed("decided")).toMatchObject([{ text: "Ugly" }]);
  expect((await call(app.current, "GET /admin/reports/open", {}, admin)).body).toEqual({ open: 0 });
});

test("who reports again what has changed reports it as it is then", async () => {
  const { artist, classmates, exercise, drawing, report, listed } = await openGallery();
  const [one, two] = classmates as [TestPerson, TestPerson];
  await report(one);
  await report(two);
  await app.current.context.db
    .update(submissions)
    .set({ state: "again" })
    .where(eq(submissions.id, drawing.id));
  const [picture = ""] = await uploadDrawings(app.current, artist, exercise);
  await handIn(app.current, artist, exercise, [picture], "Worse");
  app.current.clock.advance(1);
  await report(one);
  const [entry, ...others] = await listed();
  expect(others).toEqual([]);
  // What the other one reported is there, too: a decision is about all of it.
  expect(entry).toMatchObject({
    text: "My first hands\n\nWorse",
    pictures: [{ _id: drawing.picture }, { _id: picture }],
    reports: [{}, {}],
  });
});

test("a decision doesn't include a report that its admin hasn't read", async () => {
  const { admin, classmates, report, listed } = await openGallery();
  await report(classmates[0]!);
  const [entry] = await listed();
  app.current.clock.advance(1);
  await report(classmates[1]!);
  const decide = async (seen: string) => {
    const body = { decision: "keep", reason: "It's their own.", seen };
    const sent = { params: { id: entry._id }, body };
    return call(app.current, "POST /admin/reports/{id}/decision", sent, admin);
  };
  expect((await decide(entry.reports[0].date)).body.code).toBe("reported-again-meanwhile");
  const [again] = await listed();
  expect(again.reports).toHaveLength(2);
  expect((await decide(again.reports[1].date)).status).toBe(200);
});

test("an admin doesn't learn who reported their own comment, nor decides on it while another can", async () => {
  const { admin, classmates, report, comment, listed, decide } = await openGallery();
  const other = await makePerson(app.current, "admin");
  await report(classmates[0]!, await comment(admin), "comment");
  expect(await toldTo(app.current, admin.id)).toEqual([]);
  expect(await toldTo(app.current, other.id)).toHaveLength(1);
  const [entry] = await listed();
  expect(entry).toMatchObject({ mayDecide: false, reports: [{ by: "", reason: "copied", text: "" }] });
  expect(await listed("open", other)).toMatchObject([
    { mayDecide: true, reports: [{ by: classmates[0]!.name, text: "I know this one" }] },
  ]);
  expect((await decide(entry._id, "keep")).body.code).toBe("own-report");

  const { db, clock } = app.current.context;
  const isOther = and(eq(users.role, "admin"), ne(users.id, admin.id));
  await db.update(users).set({ suspendedAt: clock.now() }).where(isOther);
  expect(await listed()).toMatchObject([{ mayDecide: true, reports: [{ by: "" }] }]);
  expect((await decide(entry._id, "keep")).status).toBe(200);
});

test("a reported picture that its student removes stays with the report until it is decided", async () => {
  const { admin, artist, classmates, exercise, drawing, report, listed, decide } = await openGallery();
  await report(classmates[0]!);
  const bytes = await flat(16, 12).png().toBuffer();
  const hash = createHash("sha256").update(bytes).digest("hex");
  await app.current.context.db.update(submissionPictures).set({ hash });
  const path = "DELETE /class/{classId}/lesson/{id}/submission";
  await call(app.current, path, { params: exercise }, artist);
  const params = { id: drawing.picture };
  const removed = await call(app.current, "DELETE /submission-pictures/{id}", { params }, artist);
  expect(removed.body).toEqual({ deletedCount: 1 });
  expect(await readOwn(app.current, artist, exercise)).toMatchObject({ waiting: [], rounds: [] });
  const added = await uploadDrawing(app.current, artist, exercise, bytes);
  expect(added.body._id).not.toBe(drawing.picture);
  const open = async (who: TestPerson) =>
    (await getMedia(app.current, `submissions/${drawing.picture}/16.jpg`, who)).status;
  const collect = async () => {
    app.current.clock.advance(leaseSeconds);
    await collectDrawings(app.current.context, isReported);
    return app.current.context.db.$count(submissionPictures);
  };
  expect(await collect()).toBe(2);
  const renewed = await renewToken(app.current, admin);
  const [entry] = await listed("open", renewed);
  expect(entry).toMatchObject({ pictures: [{ _id: drawing.picture }] });
  expect(await open(renewed)).toBe(200);
  expect(await open(await renewToken(app.current, artist))).toBe(404);
  await decide(entry._id, "hide", renewed);
  expect(await collect()).toBe(1);
});

test("what its author has removed is neither called left up nor removed again", async () => {
  const { artist, classmates, report, comment, listed, decide } = await openGallery();
  const [author] = classmates as [TestPerson];
  for (const decision of ["keep", "hide"] as const) {
    const id = await comment(author, decision);
    await report(artist, id, "comment");
    expect(await listed()).toMatchObject([{ state: "shown" }]);
    await call(app.current, "DELETE /comment/{id}", { params: { id } }, author);
    const [entry] = await listed();
    expect(entry).toMatchObject({ state: "gone", text: decision });
    await decide(entry._id, decision);
  }
  const removed = "Thank you for your report about a comment. It’s been removed. We asked the artist.";
  expect(await toldOf(artist, "report-decided")).toEqual([removed, removed]);
  expect(await toldTo(app.current, author.id)).toEqual([]);
});

test("a report about a drawing that is gone doesn't bar the next one", async () => {
  const { admin, artist, classmates, exercise, params, report, listed, decide } = await openGallery();
  await report(classmates[0]!);
  await call(app.current, "DELETE /class/{classId}/lesson/{id}/submission", { params: exercise }, artist);
  app.current.clock.advance(keptSeconds);
  await collectDrawings(app.current.context, isReported);
  const renewed = await renewToken(app.current, admin);
  const [entry] = await listed("open", renewed);
  expect(entry).toMatchObject({ state: "gone" });
  await decide(entry._id, "hide", renewed);
  const again = await renewToken(app.current, artist);
  await handIn(app.current, again, exercise, await uploadDrawings(app.current, again, exercise));
  const shown = await call(app.current, "POST /class/{classId}/gallery/{id}", { params }, again);
  expect(shown.status).toBe(200);
});
