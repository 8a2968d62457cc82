import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { buy } from "../../../../test/support/paying.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { newId } from "../../../platform/ids.ts";
import { classes } from "../classes/tables.ts";
import { selections } from "../selections/tables.ts";
import { enrollments } from "./tables.ts";

const app = useTestApp();

async function makeClasses(count: number): Promise<string[]> {
  const instructor = await makePerson(app.current, "instructor");
  const [like] = await app.current.context.db
    .select()
    .from(classes)
    .where(eq(classes.id, await makeClass(app.current, instructor)));
  if (!like) throw new Error("no class was made");
  const rows = Array.from({ length: count }, () => ({ ...like, id: newId() }));
  await app.current.context.db.insert(classes).values(rows);
  return rows.map(({ id }) => id);
}

const now = () => app.current.clock.now();

async function listAll(key: string, person: TestPerson): Promise<{ classId: string }[]> {
  const rows: { classId: string }[] = [];
  let cursor: string | undefined;
  do {
    const { body, headers } = await call(
      app.current,
      key,
      { params: { email: person.email }, query: { limit: "30", ...(cursor && { cursor }) } },
      person,
    );
    rows.push(...(body as { classId: string }[]));
    const next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    cursor = next ? (new URL(next, app.current.origin).searchParams.get("cursor") ?? undefined) : undefined;
  } while (cursor);
  return rows;
}

test.each(["instructor", "admin"] as const)(
  "a student who becomes an %s keeps classes and payments but cannot buy",
  async (role) => {
    const student = await makePerson(app.current, "student");
    const classId = await makeClass(app.current, await makePerson(app.current, "instructor"));
    const another = await makeClass(app.current, await makePerson(app.current, "instructor"));
    await buy(app.current, student, classId);
    const admin = await makePerson(app.current, "admin");
    await call(app.current, `PATCH /users/${role}/{id}`, { params: { id: student.id } }, admin);

    const own = { params: { email: student.email } };
    const enrolled = await call(app.current, "GET /enrolled/classes/{email}", own, student);
    expect(enrolled).toMatchObject({ status: 200, body: [{ classId }] });
    const one = { params: { email: student.email, id: classId } };
    expect((await call(app.current, "GET /enrolled/class/{email}/{id}", one, student)).status).toBe(200);
    const payments = await call(app.current, "GET /payments/{email}", own, student);
    expect(payments).toMatchObject({ status: 200, body: [{ classId, total: 49 }] });
    const taken = { ...own, query: { ids: `${classId},${another}` } };
    expect((await call(app.current, "GET /taken/classes/{email}", taken, student)).body).toEqual({
      selected: [],
      enrolled: [classId],
      selectedCount: 0,
    });
    const select = { body: { classId: another } };
    expect((await call(app.current, "POST /selected/class", select, student)).status).toBe(403);
    const others = { params: { email: (await makePerson(app.current, "student")).email } };
    expect((await call(app.current, "GET /enrolled/classes/{email}", others, student)).status).toBe(403);
  },
);

test("each of several enrolled classes is returned by its id, to its own students only", async () => {
  const student = await makePerson(app.current, "student");
  const instructor = await makePerson(app.current, "instructor");
  const ids = [await makeClass(app.current, instructor), await makeClass(app.current, instructor)];
  for (const id of ids) await buy(app.current, student, id);
  const ask = (id: string, { email, token }: TestPerson) =>
    call(app.current, "GET /enrolled/class/{email}/{id}", { params: { email, id } }, { token });
  for (const id of ids) expect((await ask(id, student)).body).toMatchObject({ classId: id });
  const stranger = await makePerson(app.current, "student");
  expect(await ask(ids[0] ?? "", stranger)).toMatchObject({ status: 404, body: { code: "not-enrolled" } });
});

test("more than a hundred enrolled and selected classes are listed and looked up by id", async () => {
  const student = await makePerson(app.current, "student");
  const ids = await makeClasses(202);
  const [enrolledIds, selectedIds] = [ids.slice(0, 101), ids.slice(101)];
  const { db } = app.current.context;
  await db
    .insert(enrollments)
    .values(
      enrolledIds.map((classId) => ({ id: newId(), studentId: student.id, classId, createdAt: now() })),
    );
  await db.insert(selections).values(
    selectedIds.map((classId) => ({
      id: newId(),
      studentId: student.id,
      classId,
      className: "Eyes",
      classImage: "/drawings/cover-eyes.svg",
      instructorName: "Mio",
      instructorEmail: "mio@example.org",
      priceCents: 4900 as never,
      createdAt: now(),
    })),
  );
  const idsOf = (rows: { classId: string }[]) => rows.map(({ classId }) => classId).toSorted();
  expect(idsOf(await listAll("GET /enrolled/classes/{email}", student))).toEqual(enrolledIds.toSorted());
  expect(idsOf(await listAll("GET /selected/classes/{email}", student))).toEqual(selectedIds.toSorted());

  const oldest = [enrolledIds[0], selectedIds[0]].join(",");
  const input = { params: { email: student.email }, query: { ids: oldest } };
  expect((await call(app.current, "GET /taken/classes/{email}", input, student)).body).toEqual({
    selected: [selectedIds[0]],
    enrolled: [enrolledIds[0]],
    selectedCount: 101,
  });
  const maxInput = { params: { email: student.email }, query: { ids: ids.slice(0, 100).join(",") } };
  expect(
    (await call(app.current, "GET /taken/classes/{email}", maxInput, student)).body.enrolled,
  ).toHaveLength(100);
  for (const refused of [ids.slice(0, 101).join(","), "foo", `${ids[0]},`, ""]) {
    const wrong = { params: { email: student.email }, query: { ids: refused } };
    expect((await call(app.current, "GET /taken/classes/{email}", wrong, student)).status).toBe(400);
  }
});

test("the catalog's count covers all matching classes, not one page", async () => {
  const ids = await makeClasses(130);
  const count = async (query: Record<string, string> = {}) =>
    (await call(app.current, "GET /approvedClasses/count", { query })).body;
  expect(await count()).toEqual({ count: ids.length + 1, isMore: false });
  expect(await count({ level: "advanced" })).toEqual({ count: 0, isMore: false });
  expect(await count({ q: "eyes", max: "49", seats: "left" })).toEqual({ count: 131, isMore: false });
  await makeClasses(900);
  // Inserted without invalidation, so a different query must bypass the response cache.
  expect(await count({ min: "1" })).toEqual({ count: 1000, isMore: true });
});
