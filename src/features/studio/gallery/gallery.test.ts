import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { isPostgres } from "../../../../test/support/database.ts";
import {
  critique,
  handIn,
  makeExercise,
  readOwn,
  uploadDrawings,
} from "../../../../test/support/drawings.ts";
import { meanwhile } from "../../../../test/support/lock-waiters.ts";
import { getMedia } from "../../../../test/support/media.ts";
import { toldTo } from "../../../../test/support/notifications.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { makeClass, takeSeat } from "../../../../test/support/school.ts";
import { newId } from "../../../platform/ids.ts";
import { guardians, users } from "../../../access/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { critiques, submissions } from "../critique/tables.ts";

const app = useTestApp();

async function openClass() {
  const instructor = await makePerson(app.current, "instructor");
  const classId = await makeClass(app.current, instructor);
  const exercise = await makeExercise(app.current, instructor, classId, "Hands");
  const enroll = async (): Promise<TestPerson> => {
    const student = await makePerson(app.current, "student");
    await takeSeat(app.current, student, classId);
    return student;
  };
  const [artist, classmate] = [await enroll(), await enroll()];
  const [picture = ""] = await uploadDrawings(app.current, artist, exercise);
  await handIn(app.current, artist, exercise, [picture], "My first hands");
  const drawing = { id: (await readOwn(app.current, artist, exercise))._id as string, picture };
  const params = { classId, id: drawing.id };
  const show = (who = artist) => call(app.current, "POST /class/{classId}/gallery/{id}", { params }, who);
  const list = async (who: TestPerson) => {
    const { status, body } = await call(
      app.current,
      "GET /class/{classId}/gallery",
      { params: { classId } },
      who,
    );
    return status === 200 ? body.map(({ _id }: { _id: string }) => _id) : status;
  };
  const comment = (who: TestPerson, text = "The thumb is lovely") =>
    call(app.current, "POST /class/{classId}/gallery/{id}/comments", { params, body: { text } }, who);
  const listComments = async (who: TestPerson) =>
    (await call(app.current, "GET /class/{classId}/gallery/{id}/comments", { params }, who)).body;
  return {
    instructor,
    classId,
    enroll,
    artist,
    classmate,
    exercise,
    drawing,
    params,
    show,
    list,
    comment,
    listComments,
  };
}

/** A minor whose guardian was asked and has not answered. */
async function makeMinor(personId: string) {
  const now = app.current.clock.now();
  const adultOn = `${now.getUTCFullYear() + 2}-01-01`;
  await app.current.context.db
    .insert(guardians)
    .values({ personId, email: "guardian@example.org", adultOn, askedAt: now });
}
const answer = (personId: string, change: Partial<typeof guardians.$inferInsert>) =>
  app.current.context.db.update(guardians).set(change).where(eq(guardians.personId, personId));

test("a drawing is shown to the class when its student says so, and no longer when they take it back", async () => {
  const { artist, classmate, instructor, drawing, params, show, list } = await openClass();
  expect(await list(classmate)).toEqual([]);
  expect((await show(classmate)).status).toBe(404);
  expect((await show()).body).toEqual({ isShown: true });
  expect(await list(classmate)).toEqual([drawing.id]);
  expect(await list(instructor)).toEqual([drawing.id]);
  const outsider = await makePerson(app.current, "student");
  expect(await list(outsider)).toBe(404);
  expect(await list(await makePerson(app.current, "instructor"))).toBe(404);
  await call(app.current, "DELETE /class/{classId}/gallery/{id}", { params }, artist);
  expect(await list(classmate)).toEqual([]);
  expect((await call(app.current, "GET /class/{classId}/gallery/{id}", { params }, classmate)).status).toBe(
    404,
  );
});

test("a student who has left the class takes back what they show and wrote there, and is told nothing of it", async () => {
  const { artist, classmate, classId, drawing, params, show, comment, list } = await openClass();
  await show();
  await comment(artist, "Mine");
  const { db } = app.current.context;
  await db.delete(enrollments).where(eq(enrollments.studentId, artist.id));
  await db.update(users).set({ role: "instructor" }).where(eq(users.id, artist.id));
  const former: TestPerson = { ...artist, role: "instructor" };
  expect((await comment(classmate, "Where have you gone?")).status).toBe(200);
  expect(await toldTo(app.current, artist.id)).toEqual([]);

  const read = async (key: string) => (await call(app.current, key, {}, former)).body;
  const place = { className: "Eyes That Speak", lessonTitle: "Hands", date: expect.any(String) };
  expect(await read("GET /drawings/shown")).toEqual([{ _id: drawing.id, classId, ...place }]);
  const [own, ...others] = await read("GET /comments");
  expect(others).toEqual([]);
  expect(own).toEqual({ _id: expect.any(String), text: "Mine", ...place, isHidden: false });
  const removed = await call(app.current, "DELETE /comment/{id}", { params: { id: own._id } }, former);
  expect(removed.body).toEqual({ deletedCount: 1 });
  const taken = await call(app.current, "DELETE /class/{classId}/gallery/{id}", { params }, former);
  expect(taken.body).toEqual({ isShown: false });
  expect(await list(classmate)).toEqual([]);
  for (const key of ["GET /drawings/shown", "GET /comments"]) expect(await read(key)).toEqual([]);
});

test("a withdrawn drawing is not shown", async () => {
  const { drawing, show, list, classmate } = await openClass();
  await show();
  await app.current.context.db
    .update(submissions)
    .set({ state: "withdrawn" })
    .where(eq(submissions.id, drawing.id));
  expect(await list(classmate)).toEqual([]);
  expect((await show()).body.code).toBe("nothing-to-show");
});

test("classmates comment, the student is told once, and authors remove their own", async () => {
  const { artist, classmate, exercise, params, show, comment, listComments, drawing, list } =
    await openClass();
  expect((await comment(classmate)).status).toBe(404);
  await show();
  const { insertedId } = (await comment(classmate, "See https://example.org")).body;
  // As after a lost answer.
  expect((await comment(classmate, "See https://example.org")).body).toEqual({ insertedId });
  await comment(artist, "Thank you!");
  expect(await listComments(artist)).toMatchObject([
    { text: "See https://example.org", author: { name: classmate.name, role: "student" }, isOwn: false },
    { text: "Thank you!", isOwn: true },
  ]);
  const listTold = () =>
    app.current.context.db.select().from(notifications).where(eq(notifications.kind, "comment-received"));
  expect(await listTold()).toMatchObject([{ personId: artist.id, aboutId: insertedId }]);
  const remove = (who: TestPerson) =>
    call(app.current, "DELETE /comment/{id}", { params: { id: insertedId } }, who);
  expect((await remove(artist)).status).toBe(404);
  expect((await remove(classmate)).status).toBe(200);
  expect(await listTold()).toEqual([]);
  expect(await listComments(artist)).toHaveLength(1);
  expect(await list(artist)).toEqual([drawing.id]);
  // Nor does a notification lead to a drawing that isn't shown anymore.
  const ways = [
    ["DELETE /class/{classId}/gallery/{id}", params],
    ["DELETE /class/{classId}/lesson/{id}/submission", exercise],
  ] as const;
  for (const [key, where] of ways) {
    await show();
    await comment(classmate, key);
    expect(await listTold()).toHaveLength(1);
    await call(app.current, key, { params: where }, artist);
    expect(await listTold(), key).toEqual([]);
  }
});

test("a new account writes five comments on its first day, also when it writes them at once", async () => {
  const { classmate, show, comment } = await openClass();
  await show();
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => comment(classmate, `Comment ${n}`)));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  await app.current.context.db
    .update(users)
    .set({ createdAt: new Date(app.current.clock.now().getTime() - 25 * 3_600_000) })
    .where(eq(users.id, classmate.id));
  expect((await comment(classmate, "The next day")).status).toBe(200);
});

test("a blocked pair sees neither drawings nor comments of the other", async () => {
  const { artist, classmate, enroll, show, list, comment, listComments, drawing } = await openClass();
  const third = await enroll();
  await show();
  await comment(classmate, "From the one who will be blocked");
  await comment(third, "From a third");
  const block = { params: { id: classmate.id } };
  expect((await call(app.current, "POST /blocks/{id}", block, artist)).status).toBe(200);
  expect(await list(classmate)).toEqual([]);
  expect((await comment(classmate)).status).toBe(404);
  expect(await list(third)).toEqual([drawing.id]);
  expect((await listComments(artist)).map(({ text }: { text: string }) => text)).toEqual(["From a third"]);
  expect(await listComments(third)).toHaveLength(2);
  expect((await call(app.current, "GET /blocks", {}, artist)).body).toMatchObject([{ _id: classmate.id }]);
  await call(app.current, "DELETE /blocks/{id}", block, artist);
  expect(await list(classmate)).toEqual([drawing.id]);
});

test.runIf(isPostgres)(
  "students who comment on each other's drawings at the same moment both do",
  async () => {
    const { artist, classmate, classId, comment, show, exercise } = await openClass();
    const [picture = ""] = await uploadDrawings(app.current, classmate, exercise);
    await handIn(app.current, classmate, exercise, [picture]);
    const theirs = (await readOwn(app.current, classmate, exercise))._id;
    await show();
    const params = { classId, id: theirs };
    await call(app.current, "POST /class/{classId}/gallery/{id}", { params }, classmate);
    const { db } = app.current.context;
    await db.update(users).set({ createdAt: new Date(0) });
    const reply = (text: string) =>
      call(app.current, "POST /class/{classId}/gallery/{id}/comments", { params, body: { text } }, artist);
    const both = Array.from({ length: 20 }, (_, pair) => [comment(classmate, `${pair}`), reply(`${pair}`)]);
    const statuses = (await Promise.all(both.flat())).map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 200));
    const { rows } = (await db.execute(
      sql`select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`,
    )) as { rows: { deadlocks: number }[] };
    expect(rows).toEqual([{ deadlocks: 0 }]);
  },
);

test("teachers and admins cannot be blocked, nor oneself, and a student who becomes one no longer is", async () => {
  const { artist, classmate, instructor } = await openClass();
  const block = async (id: string) =>
    (await call(app.current, "POST /blocks/{id}", { params: { id } }, artist)).body.code;
  expect(await block(instructor.id)).toBe("cannot-block");
  expect(await block(artist.id)).toBe("person-not-found");
  await block(classmate.id);
  const listBlocked = async () => (await call(app.current, "GET /blocks", {}, artist)).body;
  expect(await listBlocked()).toHaveLength(1);
  const admin = await makePerson(app.current, "admin");
  await call(app.current, "PATCH /users/instructor/{id}", { params: { id: classmate.id } }, admin);
  expect(await listBlocked()).toEqual([]);
});

test.skipIf(!isPostgres)("a student who is being made an instructor can't be blocked", async () => {
  const { artist, classmate } = await openClass();
  const { db } = app.current.context;
  const [block] = await meanwhile(
    db,
    (tx) => tx.update(users).set({ role: "instructor" }).where(eq(users.id, classmate.id)),
    [() => call(app.current, "POST /blocks/{id}", { params: { id: classmate.id } }, artist)],
  );
  expect(block?.body.code).toBe("cannot-block");
});

test("a minor without a guardian's consent, or a person of unknown age, has no gallery, and is seen by nobody in it", async () => {
  const { artist, classmate, show, list, comment, drawing, listComments, params } = await openClass();
  await show();
  await comment(artist, "Before the withdrawal");
  const setAgeKnown = (isAgeKnown: boolean) =>
    app.current.context.db.update(users).set({ isAgeKnown }).where(eq(users.id, artist.id));
  await setAgeKnown(false);
  expect((await show()).body.code).toBe("age-unknown");
  expect(await list(classmate)).toEqual([]);
  await setAgeKnown(true);
  await makeMinor(artist.id);
  expect(await list(artist)).toBe(403);
  expect((await show()).body.code).toBe("guardian-consent-missing");
  expect((await comment(artist)).status).toBe(403);
  expect(await list(classmate)).toEqual([]);
  await answer(artist.id, { consentedAt: app.current.clock.now() });
  expect(await list(classmate)).toEqual([drawing.id]);
  expect(await listComments(classmate)).toHaveLength(1);
  await answer(artist.id, { withdrawnAt: app.current.clock.now() });
  expect(await list(classmate)).toEqual([]);
  // Taking one's own drawing back needs no consent.
  expect((await call(app.current, "DELETE /class/{classId}/gallery/{id}", { params }, artist)).status).toBe(
    200,
  );
});

test("comments of a minor whose guardian withdraws the consent are gone", async () => {
  const { classmate, artist, show, comment, listComments } = await openClass();
  await show();
  await comment(classmate);
  await makeMinor(classmate.id);
  expect(await listComments(artist)).toEqual([]);
});

describe("Nice!", () => {
  const sayNice = async (
    params: { classId: string; id: string },
    who: TestPerson,
    method: "POST" | "DELETE" = "POST",
  ) => {
    const { status, body } = await call(
      app.current,
      `${method} /class/{classId}/gallery/{id}/nice`,
      { params },
      who,
    );
    return status === 200 ? body : body.code;
  };
  async function openShown() {
    const open = await openClass();
    await open.show();
    const { params } = open;
    const read = async (who: TestPerson) => {
      const { body } = await call(app.current, "GET /class/{classId}/gallery/{id}", { params }, who);
      return [body.nices, body.isNice];
    };
    const names = async (who: TestPerson) => {
      const path = "GET /class/{classId}/gallery/{id}/nices";
      const { status, body } = await call(app.current, path, { params }, who);
      return status === 200 ? body.map(({ name }: { name: string }) => name) : body.code;
    };
    return { ...open, read, names, nice: (who: TestPerson) => sayNice(params, who) };
  }

  test("is counted for the class, named to the artist alone, and taken back", async () => {
    const { artist, classmate, instructor, enroll, params, read, names, nice } = await openShown();
    const third = await enroll();
    expect(await read(artist)).toEqual([0, false]);
    expect(await nice(classmate)).toEqual({ isNice: true });
    expect(await nice(instructor)).toEqual({ isNice: true });
    expect(await read(classmate)).toEqual([2, true]);
    expect(await read(third)).toEqual([2, false]);
    const { body } = await call(app.current, "GET /class/{classId}/gallery", { params }, third);
    expect(body).toMatchObject([{ nices: 2, isNice: false }]);
    expect(JSON.stringify(body)).not.toContain(classmate.id);
    expect(await names(artist)).toEqual([instructor.name, classmate.name]);
    for (const other of [classmate, third, instructor, await makePerson(app.current, "admin")])
      expect(await names(other)).toBe("drawing-not-found");
    expect(await toldTo(app.current, artist.id)).toEqual([]);
    expect(await sayNice(params, classmate, "DELETE")).toEqual({ deletedCount: 1 });
    expect(await sayNice(params, classmate, "DELETE")).toEqual({ deletedCount: 0 });
    expect(await read(classmate)).toEqual([1, false]);
    expect(await names(artist)).toEqual([instructor.name]);
  });

  test("lists the names page by page, newest first", async () => {
    const { artist, classmate, enroll, params, nice } = await openShown();
    const third = await enroll();
    for (const person of [classmate, third]) await nice(person);
    const path = "GET /class/{classId}/gallery/{id}/nices";
    const page = await call(app.current, path, { params, query: { limit: "1" } }, artist);
    expect(page.body).toEqual([{ _id: third.id, name: third.name, image: expect.any(String) }]);
    const cursor = /cursor=([^&>]+)/.exec(page.headers.get("link") ?? "")![1]!;
    const query = { limit: "1", cursor: decodeURIComponent(cursor) };
    const next = await call(app.current, path, { params, query }, artist);
    expect(next.body).toMatchObject([{ _id: classmate.id }]);
    expect(next.headers.get("link")).toBeNull();
  });

  test("counts once for each person, also when it is sent twice at once", async () => {
    const { classmate, read, nice } = await openShown();
    expect(await Promise.all([nice(classmate), nice(classmate), nice(classmate)])).toEqual(
      Array.from({ length: 3 }, () => ({ isNice: true })),
    );
    expect(await nice(classmate)).toEqual({ isNice: true });
    expect(await read(classmate)).toEqual([1, true]);
  });

  test("is for others' drawings, of classes that one is in", async () => {
    const { artist, classmate, classId, params, read, nice } = await openShown();
    expect(await nice(artist)).toBe("own-drawing");
    expect(await nice(await makePerson(app.current, "student"))).toBe("not-enrolled");
    expect(await nice(await makePerson(app.current, "instructor"))).toBe("not-enrolled");
    expect(await sayNice({ classId, id: newId() }, classmate)).toBe("drawing-not-found");
    expect(await sayNice({ classId: newId(), id: params.id }, classmate)).toBe("class-not-found");
    for (const broken of [
      { classId, id: "1" },
      { classId: "not-a-class", id: params.id },
    ])
      for (const method of ["POST", "DELETE"] as const)
        expect(await sayNice(broken, classmate, method)).toBe("invalid-input");
    expect(await sayNice({ classId, id: newId() }, classmate, "DELETE")).toEqual({ deletedCount: 0 });
    expect(await read(artist)).toEqual([0, false]);
  });

  test("is not for a drawing that left the gallery, by whomever", async () => {
    const { artist, classmate, drawing, params, show, nice } = await openShown();
    const change = (values: Partial<typeof submissions.$inferInsert>) =>
      app.current.context.db.update(submissions).set(values).where(eq(submissions.id, drawing.id));
    await call(app.current, "DELETE /class/{classId}/gallery/{id}", { params }, artist);
    expect(await nice(classmate)).toBe("drawing-not-found");
    await show();
    await change({ hiddenAt: app.current.clock.now() });
    expect(await nice(classmate)).toBe("drawing-not-found");
    await change({ hiddenAt: null, state: "withdrawn" });
    expect(await nice(classmate)).toBe("drawing-not-found");
    await change({ state: "handed-in" });
    expect(await nice(classmate)).toEqual({ isNice: true });
  });

  test("is neither given nor counted between people of whom one has blocked the other", async () => {
    const { artist, classmate, enroll, read, names, nice } = await openShown();
    const third = await enroll();
    for (const person of [classmate, third]) await nice(person);
    const block = (who: TestPerson, id: string) =>
      call(app.current, "POST /blocks/{id}", { params: { id } }, who);
    const unblock = (who: TestPerson, id: string) =>
      call(app.current, "DELETE /blocks/{id}", { params: { id } }, who);
    for (const [blocker, blocked] of [
      [artist, classmate],
      [classmate, artist],
    ] as const) {
      await block(blocker, blocked.id);
      expect(await nice(classmate)).toBe("drawing-not-found");
      expect([await read(artist), await names(artist)]).toEqual([[1, false], [third.name]]);
      expect(await read(third)).toEqual([2, true]);
      await unblock(blocker, blocked.id);
    }
    await block(third, classmate.id);
    expect(await read(third)).toEqual([1, true]);
    expect(await read(artist)).toEqual([2, false]);
  });

  test("of a minor needs a guardian's consent, and is not counted without", async () => {
    const { artist, classmate, read, names, nice } = await openShown();
    await nice(classmate);
    await makeMinor(classmate.id);
    expect(await nice(classmate)).toBe("guardian-consent-missing");
    expect([await read(artist), await names(artist)]).toEqual([[0, false], []]);
    await answer(classmate.id, { consentedAt: app.current.clock.now() });
    expect(await read(artist)).toEqual([1, false]);
    await app.current.context.db.update(users).set({ isAgeKnown: false }).where(eq(users.id, classmate.id));
    expect(await nice(classmate)).toBe("age-unknown");
    await app.current.context.db
      .update(users)
      .set({ isAgeKnown: true, suspendedAt: app.current.clock.now() })
      .where(eq(users.id, classmate.id));
    expect(await nice(classmate)).toBe("account-suspended");
    expect(await read(artist)).toEqual([0, false]);
  });

  test("is taken back by a student who has left the class", async () => {
    const { artist, classmate, params, read, nice } = await openShown();
    await nice(classmate);
    const { db } = app.current.context;
    await db.delete(enrollments).where(eq(enrollments.studentId, classmate.id));
    expect(await nice(classmate)).toBe("not-enrolled");
    expect(await read(artist)).toEqual([1, false]);
    expect(await sayNice({ classId: newId(), id: params.id }, classmate, "DELETE")).toEqual({
      deletedCount: 0,
    });
    expect(await sayNice(params, classmate, "DELETE")).toEqual({ deletedCount: 1 });
    expect(await read(artist)).toEqual([0, false]);
  });
});

describe("on the public page of the class", () => {
  /** Accepted in its second round, and shown to the class. */
  async function openAccepted() {
    const open = await openClass();
    const { artist, instructor, exercise, drawing, params, show } = open;
    const before = (await readOwn(app.current, artist, exercise)).rounds[0];
    const pins = [{ pictureId: drawing.picture, x: 0.25, y: 0.5, text: "Bend the thumb" }];
    await critique(app.current, instructor, before._id, { pins });
    const [better = ""] = await uploadDrawings(app.current, artist, exercise);
    const { body } = await handIn(app.current, artist, exercise, [better]);
    await critique(app.current, instructor, body.rounds[0]._id, { verdict: "accepted" });
    await show();
    const ask = (method: "POST" | "DELETE", who = artist) =>
      call(app.current, `${method} /class/{classId}/gallery/{id}/public`, { params }, who);
    const read = async () =>
      (await call(app.current, "GET /class/{id}/practice", { params: { id: open.classId } })).body.progress;
    const fetch = async (id: string) => (await getMedia(app.current, `submissions/${id}/16.webp`)).status;
    return {
      ...open,
      better,
      ask,
      read,
      fetch,
      fetchBoth: async () => [await fetch(drawing.picture), await fetch(better)],
    };
  }

  test("a student shows before and after to everyone, and takes them off at once", async () => {
    const { artist, classmate, exercise, drawing, better, ask, read, fetchBoth } = await openAccepted();
    expect([await read(), await fetchBoth()]).toEqual([null, [401, 401]]);
    expect((await readOwn(app.current, artist, exercise)).mayBePublic).toBe(true);
    expect((await ask("POST", classmate)).body.code).toBe("drawing-not-found");
    expect((await ask("POST")).body).toEqual({ isPublic: true });
    expect((await readOwn(app.current, artist, exercise)).isPublic).toBe(true);
    expect(await read()).toEqual({
      lessonTitle: "Hands",
      before: { _id: drawing.picture, width: 16, height: 12, widths: [16] },
      after: { _id: better, width: 16, height: 12, widths: [16] },
      pins: [{ x: 0.25, y: 0.5, text: "Bend the thumb" }],
    });
    expect(await fetchBoth()).toEqual([200, 200]);
    expect((await ask("DELETE")).body).toEqual({ isPublic: false });
    expect([await read(), await fetchBoth()]).toEqual([null, [401, 401]]);
  });

  test("what was drawn for a lesson that is gone leaves the page", async () => {
    const { instructor, exercise, ask, read } = await openAccepted();
    await ask("POST");
    expect(await read()).toMatchObject({ lessonTitle: "Hands" });
    const retire = "POST /curriculum/{classId}/lesson/{id}/retire";
    expect((await call(app.current, retire, { params: exercise, body: {} }, instructor)).status).toBe(200);
    expect(await read()).toBeNull();
  });

  test("what leaves the class gallery leaves the page too, and does not come back by itself", async () => {
    const { artist, params, ask, read, show, fetchBoth } = await openAccepted();
    await ask("POST");
    await call(app.current, "DELETE /class/{classId}/gallery/{id}", { params }, artist);
    expect([await read(), await fetchBoth()]).toEqual([null, [401, 401]]);
    expect((await ask("POST")).body.code).toBe("drawing-not-for-public");
    await show();
    expect(await read()).toBeNull();
  });

  test("the school hides the critique, whose notes then go, and the drawing", async () => {
    const { artist, classmate, drawing, ask, read, fetchBoth } = await openAccepted();
    await ask("POST");
    expect((await read()).pins).toHaveLength(1);
    const admin = await makePerson(app.current, "admin");
    const hide = async (kind: "critique" | "drawing", id: string, by: TestPerson) => {
      await call(app.current, "POST /reports", { body: { kind, id, reason: "unkind" } }, by);
      const [open] = (await call(app.current, "GET /admin/reports", {}, admin)).body;
      const body = { decision: "hide", reason: "We asked both." };
      const params = { id: open.reports[0]._id };
      return call(app.current, "POST /admin/reports/{id}/decision", { params, body }, admin);
    };
    const first = await app.current.context.db.select().from(critiques).where(eq(critiques.verdict, "again"));
    expect((await hide("critique", first[0]!.id, artist)).status).toBe(200);
    expect((await read()).pins).toEqual([]);
    expect((await hide("drawing", drawing.id, classmate)).status).toBe(200);
    expect([await read(), await fetchBoth()]).toEqual([null, [401, 401]]);
  });

  test("nothing of a suspended student or of a minor is shown, even with a guardian's consent", async () => {
    const suspended = await openAccepted();
    await suspended.ask("POST");
    // Now it is cached.
    const shown = await suspended.read();
    expect(shown).not.toBeNull();
    const admin = await makePerson(app.current, "admin");
    const params = { id: suspended.artist.id };
    await call(app.current, "PATCH /users/suspend/{id}", { params, body: { reason: "Spam" } }, admin);
    expect([await suspended.read(), await suspended.fetchBoth()]).toEqual([null, [401, 401]]);
    await call(app.current, "PATCH /users/reinstate/{id}", { params }, admin);
    expect(await suspended.read()).toEqual(shown);

    const minor = await openAccepted();
    await minor.ask("POST");
    await makeMinor(minor.artist.id);
    await answer(minor.artist.id, { consentedAt: app.current.clock.now() });
    expect([await minor.read(), await minor.fetchBoth()]).toEqual([null, [401, 401]]);
    expect((await minor.ask("POST")).body.code).toBe("drawing-not-for-public");
  });

  test("a drawing that was accepted at once has no before", async () => {
    const { artist, instructor, exercise, params, show } = await openClass();
    const { rounds } = await readOwn(app.current, artist, exercise);
    await critique(app.current, instructor, rounds[0]._id, { verdict: "accepted" });
    await show();
    expect((await readOwn(app.current, artist, exercise)).mayBePublic).toBe(false);
    const asked = await call(app.current, "POST /class/{classId}/gallery/{id}/public", { params }, artist);
    expect(asked.body.code).toBe("drawing-not-for-public");
  });

  test("everyone reads in how many days a critique is promised", async () => {
    const { instructor, classId } = await openClass();
    const { email } = instructor;
    const promise = (body: object) =>
      call(app.current, "PATCH /instructor/promises/{email}", { params: { email }, body }, instructor);
    const days = async () =>
      (await call(app.current, "GET /class/{id}/practice", { params: { id: classId } })).body.critiqueDays;
    expect(await days()).toBe(5);
    await promise({ classId: null, days: 3 });
    expect(await days()).toBe(3);
    await promise({ classId, days: 2 });
    expect(await days()).toBe(2);
    const admin = await makePerson(app.current, "admin");
    await call(app.current, "PATCH /users/student/{id}", { params: { id: instructor.id } }, admin);
    expect(await days()).toBeNull();
  });
});
