import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { openBehindPooler } from "../../../../test/support/database.ts";
import { newAccount, password } from "../../../../test/support/identity-accounts.ts";
import { identityTokenOf, join, visitorOf } from "../../../../test/support/joining.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { sessions, users as identities } from "../../../identity/tables.ts";
import { pictures } from "../pictures/tables.ts";
import { newId } from "../../../platform/ids.ts";
import { collectUnusedPictures } from "../../classroom/lessons/lesson-jobs.ts";
import { users } from "../../../access/tables.ts";

const app = useTestApp({}, openBehindPooler);
const image = "/drawings/portrait-fox.svg";

describe("a name and photo", () => {
  test("change wherever they are shown, on cached pages and in the search too", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const student = await makePerson(app.current, "student");
    const id = await makeClass(app.current, instructor);
    await call(app.current, "POST /selected/class", { body: { classId: id } }, student);
    const shown = async () => {
      const [inClass, [inCatalog], [inGrid], [found], [selected], me] = await Promise.all([
        call(app.current, "GET /class/{id}", { params: { id } }),
        call(app.current, "GET /approvedClasses").then(({ body }) => body),
        call(app.current, "GET /instructors").then(({ body }) => body),
        call(app.current, "GET /approvedClasses", { query: { q: "zelda" } }).then(({ body }) => body),
        call(
          app.current,
          "GET /selected/classes/{email}",
          { params: { email: student.email } },
          student,
        ).then(({ body }) => body),
        call(app.current, "GET /me", {}, instructor),
      ]);
      return {
        names: [inClass.body, inCatalog, selected].map(({ instructorName }) => instructorName),
        grid: [inGrid.name, inGrid.image],
        found: found?._id,
        me: [me.body.name, me.body.image],
      };
    };
    const before = [instructor.name, instructor.image];
    expect(await shown()).toEqual({
      names: Array(3).fill(instructor.name),
      grid: before,
      found: undefined,
      me: before,
    });
    const change = () =>
      call(app.current, "PATCH /account", { body: { name: " Zelda Moon ", image } }, instructor);
    expect((await change()).body).toEqual({ modifiedCount: 1 });
    const after = ["Zelda Moon", image];
    expect(await shown()).toEqual({ names: Array(3).fill("Zelda Moon"), grid: after, found: id, me: after });
  });

  test.each([
    ["name", " ", "Name is required"],
    ["name", "A\0", "Enter a name without control characters"],
    ["name", "x".repeat(101), "Enter a name of up to 100 characters"],
    ["image", "javascript:alert(1)", "Enter a link to a picture, starting with https://"],
  ])("refuse the %s %j", async (field, value, message) => {
    const student = await makePerson(app.current, "student");
    const body = { name: "Ada", image, [field]: value };
    expect((await call(app.current, "PATCH /account", { body }, student)).body.fields).toEqual([
      { field, message },
    ]);
  });

  test("of one person are not another's to change", async () => {
    const [one, other] = [await makePerson(app.current, "student"), await makePerson(app.current, "admin")];
    await call(
      app.current,
      "PATCH /account",
      { body: { name: "Ada", image, _id: other.id, email: other.email } },
      one,
    );
    const names = (await app.current.context.db.select().from(users)).map(({ name }) => name);
    expect(names.toSorted()).toEqual(["Ada", other.name].toSorted());
  });

  test("keep an uploaded photo that nothing else uses", async () => {
    const { context, clock } = app.current;
    const url = `/images/${"a".repeat(32)}`;
    const long = new Date(clock.now().getTime() - 10 * 86_400_000);
    await context.db.insert(pictures).values({
      id: newId(),
      url,
      state: "stored",
      changedAt: long,
      createdAt: long,
      width: 10,
      height: 10,
      widths: [],
      placeholder: "",
    });
    const instructor = await makePerson(app.current, "instructor");
    await call(app.current, "PATCH /account", { body: { name: "Ada", image: url } }, instructor);
    const states = async () => (await context.db.select().from(pictures)).map(({ state }) => state);
    await collectUnusedPictures(context);
    expect(await states()).toEqual(["stored"]);
    await call(app.current, "PATCH /account", { body: { name: "Ada", image } }, instructor);
    await collectUnusedPictures(context);
    expect(await states()).toEqual([]);
  });
});

describe("a child who comes by Google", () => {
  test("is refused, and the identity that Google made is removed", async () => {
    const email = "aiko.mori@gmail.example";
    const { origin } = app.current.context.settings;
    const come = async () => {
      const visitor = visitorOf(app.current);
      const chooser = await visitor.follow(`/identity/google?attempt=a1&from=${encodeURIComponent(origin)}`);
      await visitor.follow(chooser.url.href, {
        method: "POST",
        body: new URLSearchParams({ account: email }),
      });
      return { visitor, token: await identityTokenOf(visitor) };
    };
    const { visitor, token } = await come();
    const post = (age: object, person = { token }) =>
      call(app.current, "POST /users", { body: { name: "Aiko", email, image, ...age } }, person);
    expect((await call(app.current, "GET /registration", {}, { token })).body).toEqual({
      isRegistered: false,
    });
    const born = `${new Date().getUTCFullYear() - 9}-01`;
    expect(await post({ born, guardianEmail: "g@example.org" })).toMatchObject({
      body: { code: "too-young" },
    });
    const { db } = app.current.context;
    expect([
      await db.select().from(identities),
      await db.select().from(sessions),
      await db.select().from(users),
    ]).toEqual([[], [], []]);
    expect((await visitor.get("/identity/session")).body).toEqual({ user: null });
    // The next identity with the same email is still the child's.
    for (const age of [{ adult: true }, {}])
      expect(await post(age, await come())).toMatchObject({ body: { code: "too-young" } });
  });
});

test("the age that a sign-up form was told counts however the record is made", async () => {
  const visitor = visitorOf(app.current);
  const { adult: _, ...account } = newAccount("minor@example.org");
  const { email } = account;
  const born = `${new Date().getUTCFullYear() - 15}-06`;
  await visitor.post("/identity/sign-up", { ...account, born });
  const token = await identityTokenOf(visitor);
  const post = (key: string, age: object) =>
    call(app.current, key, { body: { name: "Mina", email, image, ...age } }, { token });
  for (const refused of [
    await post("POST /jwt", {}),
    await post("POST /users", {}),
    await post("POST /users", { adult: true }),
  ])
    expect(refused).toMatchObject({ status: 409, body: { code: "guardian-needed" } });
  expect((await post("POST /users", { adult: true, guardianEmail: "g@example.org" })).status).toBe(200);
  const { body } = await post("POST /jwt", {});
  expect((await call(app.current, "GET /account", {}, body)).body.guardian).toMatchObject({
    email: "g@example.org",
    adultOn: `${new Date().getUTCFullYear() + 3}-07-01`,
  });
});

test("a person who has an account keeps it, whatever age is told later", async () => {
  const ada = await join(app.current, "ada@example.org");
  const token = await identityTokenOf(ada.visitor);
  const body = { name: "Ada", email: ada.email, image, born: "2024-01", guardianEmail: "g@example.org" };
  expect(await call(app.current, "POST /users", { body }, { token })).toMatchObject({
    status: 200,
    body: { insertedId: null },
  });
  const signIn = await visitorOf(app.current).post("/identity/sign-in", { email: ada.email, password });
  expect(signIn.status).toBe(200);
  expect(
    await app.current.context.db.select().from(identities).where(eq(identities.email, ada.email)),
  ).toHaveLength(1);
});
