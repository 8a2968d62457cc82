import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { frequenciesIn, tell, usualFrequencies } from "../../../../test/support/notifications.ts";
import { makeLesson } from "../../../../test/support/lessons.ts";
import { type TestPerson, call, erase, makePerson, renewToken } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { tablesWith } from "../../../../test/support/traces.ts";
import { newId } from "../../../platform/ids.ts";
import { users } from "../../../access/tables.ts";
import { notify } from "./notify.ts";
import { removeOldNotifications } from "./feature.ts";
import { notifications } from "./tables.ts";

const app = useTestApp();
const answered = "Your instructor critiqued a drawing you handed in.";
let student: TestPerson;
beforeEach(async () => {
  student = await makePerson(app.current, "student");
});

const unread = async (person = student) => (await call(app.current, "GET /me", {}, person)).body.unread;
const list = (query: Record<string, string> = {}, person = student) =>
  call(app.current, "GET /notifications", { query }, person);
const read = (body: object, person = student) =>
  call(app.current, "POST /notifications/read", { body }, person);

describe("the list", () => {
  test("holds what the person was told, newest first, by pages", async () => {
    const stranger = await makePerson(app.current, "student");
    expect((await list()).body).toEqual([]);
    for (const path of ["/first", "/second", "/third"])
      await tell(app.current, { personId: student.id, path });
    await tell(app.current, { personId: stranger.id, path: "/not-yours" });
    const first = await list({ limit: "2" });
    expect(first.body).toMatchObject([
      { line: answered, kind: "critique-received", path: "/third", isRead: false },
      { path: "/second" },
    ]);
    const [, cursor = ""] = /cursor=([^>&]+)/.exec(first.headers.get("link") ?? "") ?? [];
    const second = await list({ limit: "2", cursor: decodeURIComponent(cursor) });
    expect(second.body).toMatchObject([{ path: "/first" }]);
    expect(second.headers.get("link")).toBeNull();
    expect((await list({ cursor: "bogus" })).status).toBe(400);
  });

  test("calls people and lessons what they are called when it is read", async () => {
    const { db } = app.current.context;
    const instructor = await makePerson(app.current, "instructor");
    const classId = await makeClass(app.current, instructor);
    const { lesson } = await makeLesson(app.current, instructor, classId, { title: "Hands" });
    await tell(app.current, { personId: student.id, actorId: instructor.id, lessonId: lesson });
    const line = async () => (await list()).body[0].line;
    expect(await line()).toBe(`${instructor.name} accepted your drawing for “Hands”.`);
    await db.update(users).set({ name: "Iris Blum" }).where(eq(users.id, instructor.id));
    expect(await line()).toBe("Iris Blum accepted your drawing for “Hands”.");
    await erase(app.current, instructor);
    expect(await line()).toBe("Former member accepted your drawing for “Removed lesson”.");
  });

  test("holds no name that a process of the version before wrote, and reads as its kind", async () => {
    const { db } = app.current.context;
    await db.execute(sql`
      insert into notifications (id, person_id, kind, about_id, line, path, created_at)
      values (${newId()}, ${student.id}, 'comment-received', ${newId()}, 'Zyxandra commented', '/', now())`);
    expect(await tablesWith(app.current, "Zyxandra")).toEqual([]);
    expect((await list()).body).toMatchObject([
      { line: "Someone commented on a drawing you share in a class gallery." },
    ]);
  });

  test("tells of one thing once, also when two transactions tell at the same time", async () => {
    const aboutId = newId();
    const told = { personId: student.id, aboutId };
    await Promise.all([tell(app.current, told), tell(app.current, told), tell(app.current, told, told)]);
    await tell(app.current, { ...told, kind: "certificate-issued" });
    expect((await list()).body).toHaveLength(2);
  });

  test("does not hold what its transaction took back", async () => {
    const { context } = app.current;
    const told = {
      personId: student.id,
      kind: "certificate-issued",
      aboutId: newId(),
      classId: newId(),
      path: "/",
    } as const;
    await expect(
      context.db.transaction(async (tx) => {
        await notify(tx, context, told);
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    expect((await list()).body).toEqual([]);
  });

  test("tells a class of five thousand at once", async () => {
    const lines = Array.from({ length: 5000 }, () => ({ personId: student.id }));
    await tell(app.current, ...lines);
    expect(await app.current.context.db.$count(notifications)).toBe(5000);
    expect((await unread()).count).toBe(100);
  });
});

describe("what is unread", () => {
  test("comes with the session's own call, with where it leads", async () => {
    expect(await unread()).toEqual({ count: 0, paths: [] });
    await tell(app.current, { personId: student.id, path: "/a" }, { personId: student.id, path: "/b#c" });
    expect(await unread()).toEqual({ count: 2, paths: ["/b#c", "/a"] });
  });

  test("is read by id, by path, or all of it, and only one's own", async () => {
    const stranger = await makePerson(app.current, "student");
    await tell(app.current, ...["/a", "/a", "/b", "/c"].map((path) => ({ personId: student.id, path })));
    const rows = (await list()).body as { _id: string; path: string }[];
    const idOf = (path: string): string => rows.find((row) => row.path === path)?._id ?? "";
    expect((await read({ ids: [idOf("/c")] }, stranger)).body).toEqual({ count: 0, paths: [] });
    expect((await read({ ids: [idOf("/c")] })).body).toEqual({ count: 3, paths: ["/b", "/a"] });
    expect((await read({ paths: ["/a", "/nowhere"] })).body).toEqual({ count: 1, paths: ["/b"] });
    expect((await list()).body.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([
      true,
      false,
      true,
      true,
    ]);
    await tell(app.current, { personId: student.id, path: "/later" });
    expect((await read({ upTo: rows[0]!._id })).body).toEqual({ count: 1, paths: ["/later"] });
  });

  test.each([{}, { ids: [] }, { ids: ["7"] }, { upTo: "all" }, { paths: [] }])(
    "is not read by %j",
    async (body) => {
      expect((await read(body)).status).toBe(400);
    },
  );
});

describe("the choices", () => {
  const choices = async (person: TestPerson) =>
    frequenciesIn((await call(app.current, "GET /notifications/choices", {}, person)).body);
  const choose = (person: TestPerson, body: object) =>
    call(app.current, "PATCH /notifications/choices", { body }, person);

  test("are those of one's role, and of what one was told in another", async () => {
    const instructor = await makePerson(app.current, "instructor");
    expect(await choices(student)).toEqual(usualFrequencies("student"));
    expect(await choices(student)).not.toHaveProperty("drawing-handed-in");
    expect(await choices(instructor)).toEqual(usualFrequencies("instructor"));
    await tell(app.current, { personId: instructor.id, kind: "section-opened" });
    expect(await choices(instructor)).toHaveProperty("section-opened");
  });

  test("stay as chosen, one by one, and money has none", async () => {
    expect((await choose(student, { "critique-received": "daily" })).status).toBe(200);
    const answer = await choose(student, { "comment-received": "never" });
    const chosen = { ...usualFrequencies("student"), "comment-received": "never" };
    expect(frequenciesIn(answer.body)).toEqual({ ...chosen, "critique-received": "daily" });
    await choose(student, { "critique-received": "now" });
    expect(await choices(student)).toEqual(chosen);
    for (const body of [
      { "refund-decided": "never" },
      { "critique-received": "hourly" },
      { anything: "now" },
    ])
      expect((await choose(student, body)).status).toBe(400);
  });
});

test("old notifications go: those that were read after 90 days, all after a year", async () => {
  const paths = async () =>
    (await list({}, await renewToken(app.current, student))).body.map(({ path }: { path: string }) => path);
  await tell(app.current, { personId: student.id, path: "/read" });
  await tell(app.current, { personId: student.id, path: "/unread" });
  await read({ paths: ["/read"] });
  app.current.clock.advance(89 * 86_400);
  await removeOldNotifications(app.current.context);
  expect(await paths()).toEqual(["/unread", "/read"]);
  app.current.clock.advance(2 * 86_400);
  await removeOldNotifications(app.current.context);
  expect(await paths()).toEqual(["/unread"]);
  await tell(app.current, { personId: student.id, path: "/later" });
  app.current.clock.advance(275 * 86_400);
  await read({ paths: ["/later"] }, await renewToken(app.current, student));
  await removeOldNotifications(app.current.context);
  expect(await paths()).toEqual(["/later"]);
  app.current.clock.advance(91 * 86_400);
  await removeOldNotifications(app.current.context);
  expect(await paths()).toEqual([]);
});
