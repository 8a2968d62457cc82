import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { isPostgres } from "../../../../test/support/database.ts";
import { authorizePayment, noWebhooks, report, setFaults } from "../../../../test/support/paying.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { classRow, makeClass } from "../../../../test/support/school.ts";

const app = useTestApp();

async function readyToEnroll(classId: string): Promise<() => Promise<number>> {
  const student = await makePerson(app.current, "student");
  const intentId = await authorizePayment(app.current, student, classId);
  return async () => (await report(app.current, student, intentId)).status;
}

const enroll = async (classId: string): Promise<number> => (await readyToEnroll(classId))();

const list = (key: string, instructor: TestPerson, query = {}) =>
  call(app.current, key, { params: { email: instructor.email }, query }, instructor);

describe("what an instructor has earned", () => {
  test("is what was captured for their classes, by class and in total", async () => {
    await setFaults(app.current, [noWebhooks]);
    const instructor = await makePerson(app.current, "instructor");
    const other = await makePerson(app.current, "instructor");
    const first = await makeClass(app.current, instructor, { price: 49.99 });
    const second = await makeClass(app.current, instructor, { price: 10 });
    const waiting = await makeClass(app.current, instructor, { status: "pending" });
    const others = await makeClass(app.current, other);
    for (const classId of [first, first, second, others]) expect(await enroll(classId)).toBe(200);
    await setFaults(app.current, [noWebhooks, { on: "capture", kind: "decline-capture", times: 1 }]);
    expect(await enroll(second)).toBe(409);

    expect((await list("GET /instructor/earnings/{email}", instructor)).body).toEqual([
      { classId: waiting, earnings: 0 },
      { classId: second, earnings: 10 },
      { classId: first, earnings: 99.98 },
    ]);
    expect((await list("GET /instructor/totals/{email}", instructor)).body).toEqual({
      classes: 3,
      students: 3,
      earnings: 109.98,
    });
  });

  test("is paged with the cursors of the class list", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const classIds: string[] = [];
    for (let i = 0; i < 5; i += 1) classIds.unshift(await makeClass(app.current, instructor));
    const cursorOf = (link: string | null) =>
      new URLSearchParams(link?.split("?")[1]?.split(">")[0]).get("cursor");
    const classes = await list("GET /classes/instructor/{email}", instructor, { limit: "2" });
    const earnings = await list("GET /instructor/earnings/{email}", instructor, {
      limit: "2",
      cursor: cursorOf(classes.headers.get("link")) ?? "",
    });
    expect(earnings.body.map(({ classId }: { classId: string }) => classId)).toEqual(classIds.slice(2, 4));
  });
});

describe("editing seats while students enroll", () => {
  interface Edit {
    readonly availableSeats: number;
    readonly seatsSeen?: number;
    readonly version?: number;
  }
  const edit = (instructor: TestPerson, id: string, body: Edit) =>
    call(
      app.current,
      "PATCH /class/{id}",
      { params: { id }, body: { className: "Eyes", price: 49, ...body } },
      instructor,
    );

  test.each([
    { name: "without a change, the seats stay as students left them", seen: 5, wanted: 5, left: 3 },
    { name: "two seats more are added", seen: 5, wanted: 7, left: 5 },
    { name: "one seat less is subtracted", seen: 5, wanted: 4, left: 2 },
    { name: "zero leaves no seats", seen: 5, wanted: 0, left: 0 },
  ])("$name", async ({ seen, wanted, left }) => {
    await setFaults(app.current, [noWebhooks]);
    const instructor = await makePerson(app.current, "instructor");
    const id = await makeClass(app.current, instructor, { availableSeats: seen });
    const { version } = await classRow(app.current, id);
    await enroll(id);
    await enroll(id);
    const saved = await edit(instructor, id, { availableSeats: wanted, seatsSeen: seen, version });
    expect(saved.status).toBe(200);
    expect(await classRow(app.current, id)).toMatchObject({ availableSeats: left, enrolledStudents: 2 });
  });

  test("without the number that was seen, the seats are set within the limits", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const id = await makeClass(app.current, instructor);
    await edit(instructor, id, { availableSeats: 9 });
    expect((await classRow(app.current, id)).availableSeats).toBe(9);
    await edit(instructor, id, { availableSeats: 100_000, seatsSeen: 0 });
    expect((await classRow(app.current, id)).availableSeats).toBe(100_000);
    expect((await edit(instructor, id, { availableSeats: 1, seatsSeen: -1 })).body.fields).toMatchObject([
      { field: "seatsSeen" },
    ]);
  });

  // PGlite has a single connection, so nothing races on it.
  test.runIf(isPostgres)("at the same time, no seat is lost or added", async () => {
    await setFaults(app.current, [noWebhooks]);
    const instructor = await makePerson(app.current, "instructor");
    const id = await makeClass(app.current, instructor, { availableSeats: 6 });
    const students = await Promise.all([1, 2, 3, 4].map(() => readyToEnroll(id)));
    const answers = await Promise.all([
      ...students.map((takeSeat) => takeSeat()),
      // Without a version neither edit conflicts, in either order.
      edit(instructor, id, { availableSeats: 8, seatsSeen: 6 }).then(({ status }) => status),
      edit(instructor, id, { availableSeats: 5, seatsSeen: 6 }).then(({ status }) => status),
    ]);
    expect(answers).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await classRow(app.current, id)).toMatchObject({
      availableSeats: 6 + 2 - 1 - 4,
      enrolledStudents: 4,
    });
  });
});
