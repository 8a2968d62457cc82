import { beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "../../../test/support/app.ts";
import { tell } from "../../../test/support/notifications.ts";
import { type TestPerson, call, makePerson, renewToken } from "../../../test/support/people.ts";
import { newId } from "../../platform/ids.ts";
import { notify } from "./notify.ts";
import { removeOldNotifications } from "./remove-old-notifications.ts";
import { notifications } from "./tables.ts";

const app = useTestApp();
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
    for (const line of ["First.", "Second.", "Third."])
      await tell(app.current, { personId: student.id, line });
    await tell(app.current, { personId: stranger.id, line: "Not yours." });
    const first = await list({ limit: "2" });
    expect(first.body).toMatchObject([
      { line: "Third.", kind: "critique-received", path: "/dashboard/enrolled-classes", isRead: false },
      { line: "Second." },
    ]);
    const [, cursor = ""] = /cursor=([^>&]+)/.exec(first.headers.get("link") ?? "") ?? [];
    const second = await list({ limit: "2", cursor: decodeURIComponent(cursor) });
    expect(second.body).toMatchObject([{ line: "First." }]);
    expect(second.headers.get("link")).toBeNull();
    expect((await list({ cursor: "bogus" })).status).toBe(400);
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
    const line = "Never.";
    const told = {
      personId: student.id,
      kind: "critique-received",
      aboutId: newId(),
      line,
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
    (await call(app.current, "GET /notifications/choices", {}, person)).body as {
      kind: string;
      frequency: string;
    }[];
  const choose = (person: TestPerson, body: object) =>
    call(app.current, "PATCH /notifications/choices", { body }, person);

  test("are those of one's role, and of what one was told in another", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const kindsOf = async (person: TestPerson) => (await choices(person)).map(({ kind }) => kind);
    expect(await kindsOf(student)).toEqual([
      "critique-received",
      "section-opened",
      "certificate-issued",
      "comment-received",
      "report-decided",
    ]);
    expect(await kindsOf(instructor)).toEqual(["drawing-handed-in", "critique-overdue", "report-decided"]);
    await tell(app.current, { personId: instructor.id, kind: "section-opened" });
    expect(await kindsOf(instructor)).toContain("section-opened");
  });

  test("stay as chosen, one by one, and money has none", async () => {
    expect((await choose(student, { "critique-received": "daily" })).status).toBe(200);
    const answer = await choose(student, { "comment-received": "never" });
    expect(answer.body).toMatchObject([
      { kind: "critique-received", frequency: "daily" },
      { kind: "section-opened", frequency: "now" },
      { kind: "certificate-issued", frequency: "now" },
      { kind: "comment-received", frequency: "never" },
      { kind: "report-decided", frequency: "now" },
    ]);
    await choose(student, { "critique-received": "now" });
    expect(await choices(student)).toMatchObject([{ frequency: "now" }, {}, {}, { frequency: "never" }, {}]);
    for (const body of [
      { "refund-decided": "never" },
      { "critique-received": "hourly" },
      { anything: "now" },
    ])
      expect((await choose(student, body)).status).toBe(400);
  });
});

test("old notifications go: those that were read after 90 days, all after a year", async () => {
  const lines = async () =>
    (await list({}, await renewToken(app.current, student))).body.map(({ line }: { line: string }) => line);
  await tell(app.current, { personId: student.id, line: "Read.", path: "/read" });
  await tell(app.current, { personId: student.id, line: "Unread.", path: "/unread" });
  await read({ paths: ["/read"] });
  app.current.clock.advance(89 * 86_400);
  await removeOldNotifications(app.current.context);
  expect(await lines()).toEqual(["Unread.", "Read."]);
  app.current.clock.advance(2 * 86_400);
  await removeOldNotifications(app.current.context);
  expect(await lines()).toEqual(["Unread."]);
  app.current.clock.advance(275 * 86_400);
  await removeOldNotifications(app.current.context);
  expect(await lines()).toEqual([]);
});
