import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { makeLesson, makeSection } from "../../../../test/support/lessons.ts";
import { type TestPerson, call, erase, makePerson, renewToken } from "../../../../test/support/people.ts";
import { makeClass, takeSeat } from "../../../../test/support/school.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { announceOpenings } from "./lesson-jobs.ts";

const app = useTestApp();
let instructor: TestPerson;
let student: TestPerson;
let classId: string;

/** New York's clocks go forward in the night before: noon and evening are an hour earlier in UTC. */
const start = { startsOn: "2027-03-13", timeZone: "America/New_York" };

beforeEach(async () => {
  setClock("2027-03-10T12:00:00Z");
  instructor = await makePerson(app.current, "instructor");
  student = await makePerson(app.current, "student");
  classId = await makeClass(app.current, instructor, { className: "Ink & Rain" });
  await takeSeat(app.current, student, classId);
});

const setClock = (at: string): void =>
  app.current.clock.advance((Date.parse(at) - app.current.clock.now().getTime()) / 1000);

async function announceAt(at: string): Promise<void> {
  setClock(at);
  await announceOpenings(app.current.context);
}

async function told(person = student) {
  const { body } = await call(app.current, "GET /notifications", {}, await renewToken(app.current, person));
  return (body as { kind: string; line: string }[])
    .filter(({ kind }) => kind === "section-opened")
    .map(({ line }) => line);
}

async function schedule(body: object = start, id = classId): Promise<void> {
  const token = await renewToken(app.current, instructor);
  const answer = await call(app.current, "PATCH /class/{id}/schedule", { params: { id }, body }, token);
  expect(answer.status).toBe(200);
}

/** Opens in the evening, `opensAfterDays` after the start; null: with the start. */
async function addSection(title: string, opensAfterDays: number | null, isPublished = true): Promise<string> {
  const token = await renewToken(app.current, instructor);
  const section = await makeSection(app.current, token, classId, title);
  await makeLesson(app.current, token, classId, { section, isPublished });
  await openAfter(section, opensAfterDays);
  return section;
}

async function openAfter(section: string, opensAfterDays: number | null): Promise<void> {
  const token = await renewToken(app.current, instructor);
  const input = { params: { classId, id: section }, body: { opensAfterDays, opensAt: "18:00" } };
  const answer = await call(app.current, "PATCH /curriculum/{classId}/section/{id}", input, token);
  expect(answer.status).toBe(200);
}

test("the students of a cohort are told once of each section, when it opens by its class's clock", async () => {
  for (const title of ["Lines", "Tones", "Hands", "Faces"]) await addSection(title, null);
  await addSection("Rain", 1);
  await schedule();
  await announceAt("2027-03-13T04:59:59Z");
  expect(await told()).toEqual([]);
  await announceAt("2027-03-13T05:00:00Z");
  const first = "“Lines”, “Tones”, “Hands”, and 1 more are open in “Ink & Rain”.";
  expect(await told()).toEqual([first]);
  await announceAt("2027-03-14T21:59:59Z");
  expect(await told()).toEqual([first]);
  await announceAt("2027-03-14T22:00:00Z");
  await Promise.all([1, 2, 3].map(() => announceOpenings(app.current.context)));
  expect(await told()).toEqual(["“Rain” is open in “Ink & Rain”.", first]);

  // Who comes later sees it anyway; a section that is moved is not news again.
  const late = await makePerson(app.current, "student");
  await takeSeat(app.current, late, classId);
  await schedule({ ...start, startsOn: "2027-03-14" });
  await announceAt("2027-03-15T22:00:01Z");
  expect(await told(late)).toEqual([]);
  expect(await told()).toHaveLength(2);
});

test("a start that was set too early, and then postponed, is news again on its day", async () => {
  await addSection("Lines", null);
  await schedule({ ...start, startsOn: "2027-03-01" });
  await announceAt("2027-03-01T12:00:00Z");
  await schedule({ ...start, startsOn: "2027-04-01" });
  await announceAt("2027-03-02T12:00:00Z");
  expect(await told()).toHaveLength(1);
  await announceAt("2027-04-01T12:00:00Z");
  expect(await told()).toHaveLength(2);
});

test("a section that was announced, and then postponed, is news again on its day", async () => {
  const section = await addSection("Rain", 1);
  await schedule();
  await announceAt("2027-03-14T22:00:00Z");
  await openAfter(section, 7);
  await announceAt("2027-03-15T22:00:00Z");
  expect(await told()).toHaveLength(1);
  await announceAt("2027-03-20T22:00:00Z");
  expect(await told()).toHaveLength(2);
});

test("nobody is told of a section without lessons, nor in a class that has no start", async () => {
  await addSection("Empty", 0, false);
  await schedule();
  await announceAt("2027-03-14T12:00:00Z");
  expect(await told()).toEqual([]);
  await schedule({ startsOn: null, timeZone: null });
  await addSection("Full", 0);
  await announceAt("2027-03-14T13:00:00Z");
  expect(await told()).toEqual([]);
});

test("what opened while the site was away is told later, but not after a week", async () => {
  await addSection("Old", 0);
  await addSection("New", 3);
  await schedule();
  await announceAt("2027-03-22T12:00:00Z");
  expect(await told()).toEqual(["“New” is open in “Ink & Rain”."]);
});

test("a student of two classes with the same lessons is told by both", async () => {
  await addSection("Lines", 0);
  await schedule();
  const body = { price: 30, availableSeats: 5, ...start };
  const token = await renewToken(app.current, instructor);
  const again = await call(
    app.current,
    "POST /class/{id}/hold-again",
    { params: { id: classId }, body },
    token,
  );
  await takeSeat(app.current, student, again.body.insertedId);
  await announceAt("2027-03-14T12:00:00Z");
  expect(await told()).toEqual(["“Lines” is open in “Ink & Rain”.", "“Lines” is open in “Ink & Rain”."]);
});

test("nobody who has deleted their account is told or mailed", async () => {
  await addSection("Lines", null);
  await schedule();
  await erase(app.current, student);
  await announceAt("2027-03-13T05:00:00Z");
  const { db } = app.current.context;
  expect(await db.$count(notifications, eq(notifications.personId, student.id))).toBe(0);
});
