/** @databases both: arrays from array_agg */
import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { isPostgres, openBeside } from "../../../../test/support/database.ts";
import { type TestPerson, call, makePerson, renewToken } from "../../../../test/support/people.ts";
import { buy } from "../../../../test/support/paying.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { flat, storedFile, upload } from "../../../../test/support/upload.ts";
import { classes } from "../classes/tables.ts";
import { collectUnusedPictures } from "../../classroom/lessons/lesson-jobs.ts";
import { countStudents } from "./feature.ts";
import { instructorReach } from "./tables.ts";
import { completeLink, linkLabel, linkProblem } from "./policy.ts";

const app = useTestApp();

const profile = {
  headline: "Inks eyes that look back",
  bio: "Ten years in a studio.\n\nNow I teach.",
  links: ["https://mio.example", "pixiv.net/en/users/1"],
  portfolio: [{ image: "/drawings/cover-eyes.svg", description: "Four eyes, from circle to ink" }],
};

const save = (instructor: TestPerson, sent: object = {}) =>
  call(
    app.current,
    "PATCH /instructor/profile/{email}",
    { params: { email: instructor.email }, body: { ...profile, ...sent } },
    instructor,
  );
const publicPage = (id: string) => call(app.current, "GET /instructors/{id}", { params: { id } });
const cards = async () => (await call(app.current, "GET /instructors")).body;

test("an instructor says and shows something of themselves, and everybody sees it", async () => {
  const instructor = await makePerson(app.current, "instructor");
  expect((await publicPage(instructor.id)).body).toEqual({
    _id: instructor.id,
    name: instructor.name,
    email: instructor.email,
    image: instructor.image,
    headline: "",
    bio: "",
    links: [],
    portfolio: [],
    classCount: 0,
    studentCount: 0,
    teaches: [],
    levels: [],
  });

  expect((await save(instructor)).body).toMatchObject({ modifiedCount: 1 });
  const { body } = await publicPage(instructor.id);
  expect(body).toMatchObject({
    headline: profile.headline,
    bio: profile.bio,
    links: [
      { label: "mio.example", url: "https://mio.example" },
      { label: "Pixiv", url: "https://pixiv.net/en/users/1" },
    ],
    portfolio: profile.portfolio,
  });
  const introduction = (id: string) =>
    call(app.current, "GET /instructors/{id}/introduction", { params: { id } });
  const { _id, image, headline, portfolio } = body;
  expect((await introduction(instructor.id)).body).toEqual({ _id, image, headline, portfolio });
  const student = await makePerson(app.current, "student");
  expect((await introduction(student.id)).body.code).toBe("instructor-not-found");
  const own = await call(
    app.current,
    "GET /instructor/profile/{email}",
    { params: { email: instructor.email } },
    instructor,
  );
  expect(own.body).toMatchObject({
    _id: instructor.id,
    ...profile,
    links: body.links.map((each: { url: string }) => each.url),
  });

  const four = ["eyes", "rain", "clouds", "tools"].map((name) => ({
    image: `/drawings/cover-${name}.svg`,
    description: name,
  }));
  await save(instructor, { portfolio: four });
  expect((await publicPage(instructor.id)).body.portfolio).toHaveLength(4);
  expect((await introduction(instructor.id)).body.portfolio).toMatchObject(four.slice(0, 3));
  await save(instructor, { headline: "", bio: "", links: [], portfolio: [] });
  expect((await publicPage(instructor.id)).body).toMatchObject({ bio: "", links: [], portfolio: [] });
});

test("what they teach and to how many is current after each change", async () => {
  const instructor = await makePerson(app.current, "instructor");
  const [first, second] = [
    await makeClass(app.current, instructor, { className: "Eyes", level: "advanced" }),
    await makeClass(app.current, instructor, { className: "Hands" }),
  ];
  await makeClass(app.current, instructor, { className: "Not yet", status: "pending" });
  await makeClass(app.current, instructor, { className: "Never", status: "denied" });
  expect((await publicPage(instructor.id)).body).toMatchObject({ classCount: 2, studentCount: 0 });

  const student = await makePerson(app.current, "student");
  await buy(app.current, student, first);
  await buy(app.current, student, second);
  await buy(app.current, await makePerson(app.current, "student"), first);
  expect((await publicPage(instructor.id)).body).toMatchObject({
    classCount: 2,
    studentCount: 2,
    teaches: ["Eyes", "Hands"],
    levels: expect.arrayContaining(["advanced", "beginner"]),
  });
  expect(await cards()).toEqual([
    {
      _id: instructor.id,
      name: instructor.name,
      email: instructor.email,
      image: instructor.image,
      headline: "",
      classCount: 2,
      teaches: ["Eyes", "Hands"],
    },
  ]);
  await save(instructor);
  expect((await cards())[0].headline).toBe(profile.headline);
  const { body } = await call(app.current, "GET /instructors/popular");
  expect(body[0]).toMatchObject({ headline: profile.headline, teaches: ["Eyes", "Hands"] });
});

test("popular instructors are ordered by students in approved classes, once these were counted", async () => {
  const [first, second] = [
    await makePerson(app.current, "instructor"),
    await makePerson(app.current, "instructor"),
  ];
  await makePerson(app.current, "student");
  const id = await makeClass(app.current, second);
  await makeClass(app.current, first, { status: "pending" });
  const names = async () =>
    (await call(app.current, "GET /instructors/popular")).body.map(({ name }: { name: string }) => name);
  expect(await names()).toEqual([first.name, second.name]);
  await buy(app.current, await makePerson(app.current, "student"), id);
  await countStudents(app.current.context);
  expect(await names()).toEqual([second.name, first.name]);

  // With a student that is not counted yet.
  await buy(app.current, await makePerson(app.current, "student"), id);
  const handedOver = await call(
    app.current,
    "PATCH /admin/hand-over/class/{id}",
    { params: { id }, body: { email: first.email } },
    await makePerson(app.current, "admin"),
  );
  expect(handedOver.status).toBe(200);
  expect(await names()).toEqual([first.name, second.name]);
  await countStudents(app.current.context);
  expect(await app.current.context.db.select().from(instructorReach)).toEqual(
    expect.arrayContaining([
      { instructorId: first.id, students: 2 },
      { instructorId: second.id, students: 0 },
    ]),
  );
});

test.skipIf(!isPostgres)("a purchase does not wait for another of the same instructor", async () => {
  const instructor = await makePerson(app.current, "instructor");
  const [taken, bought] = [
    await makeClass(app.current, instructor),
    await makeClass(app.current, instructor),
  ];
  const student = await makePerson(app.current, "student");
  const beside = await openBeside(app.current.context.database, app.current.context.log);
  onTestFinished(() => beside.close());
  await beside.db.transaction(async (tx) => {
    await tx
      .update(classes)
      .set({ enrolledStudents: sql`${classes.enrolledStudents} + 1` })
      .where(eq(classes.id, taken));
    expect(await buy(app.current, student, bought)).toHaveProperty("paymentId");
  });
});

test.each([
  ["headline", { headline: "x".repeat(101) }, "headline"],
  ["a headline of two lines", { headline: "one\ntwo" }, "headline"],
  ["bio", { bio: "x".repeat(601) }, "bio"],
  ["bio with a NUL", { bio: "a\0b" }, "bio"],
  ["a link by http", { links: ["http://mio.example"] }, "links.0"],
  ["a link that runs something", { links: ["https://mio.example", "javascript:alert(1)"] }, "links.1"],
  ["a link with credentials", { links: ["https://me:secret@mio.example"] }, "links.0"],
  ["a link to this machine", { links: ["https://localhost/admin"] }, "links.0"],
  ["the same link twice", { links: ["mio.example", "https://mio.example"] }, "links.1"],
  ["six links", { links: ["a", "b", "c", "d", "e", "f"].map((name) => `${name}.example`) }, "links"],
  [
    "a picture without a description",
    { portfolio: [{ image: "/drawings/cover-eyes.svg", description: " " }] },
    "portfolio.0.description",
  ],
  [
    "a picture of another site",
    { portfolio: [...profile.portfolio, { image: "https://elsewhere.example/a.png", description: "A" }] },
    "portfolio.1.image",
  ],
  [
    "a picture that nobody uploaded",
    { portfolio: [{ image: `/images/${"0".repeat(32)}`, description: "A" }] },
    "portfolio.0.image",
  ],
  ["seven pictures", { portfolio: Array.from({ length: 7 }, () => profile.portfolio[0]) }, "portfolio"],
])("%s is refused, and nothing is changed", async (_, sent, field) => {
  const instructor = await makePerson(app.current, "instructor");
  await save(instructor);
  const { status, body } = await save(instructor, sent);
  expect({ status, fields: body.fields?.map((each: { field: string }) => each.field) }).toEqual({
    status: 400,
    fields: [field],
  });
  expect((await publicPage(instructor.id)).body).toMatchObject({
    bio: profile.bio,
    portfolio: profile.portfolio,
  });
});

test("a picture of a portfolio counts as used, until it is taken out", async () => {
  const instructor = await makePerson(app.current, "instructor");
  const bytes = await flat(400, 250, "#204060").png().toBuffer();
  const image = (await upload(app.current, bytes, instructor)).body.data.url as string;
  await save(instructor, { portfolio: [{ image, description: "All blue" }] });
  const { body } = await publicPage(instructor.id);
  expect(body.portfolio).toMatchObject([{ image, picture: { width: 400, height: 250, widths: [320, 400] } }]);

  app.current.clock.advance(1000 * 3600);
  expect(await collectUnusedPictures(app.current.context)).toBe(0);
  expect(await storedFile(app.current, image, "400.avif")).toBeDefined();
  const again = await renewToken(app.current, instructor);
  expect((await save(again, { portfolio: [] })).status).toBe(200);
  expect(await collectUnusedPictures(app.current.context)).toBe(1);
  expect(await storedFile(app.current, image, "400.avif")).toBeUndefined();
});

test("two saves of the same pictures at once both hold, and leave one portfolio", async () => {
  const instructor = await makePerson(app.current, "instructor");
  const pictures = ["eyes", "hands", "hair"].map((name) => ({
    image: `/drawings/cover-${name}.svg`,
    description: name,
  }));
  const answers = await Promise.all([
    save(instructor, { portfolio: pictures }),
    save(instructor, { portfolio: pictures.toReversed() }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await publicPage(instructor.id)).body.portfolio).toHaveLength(3);
});

test("a form that was opened before another one was saved replaces nothing", async () => {
  const instructor = await makePerson(app.current, "instructor");
  const own = { params: { email: instructor.email } };
  const read = async () => (await call(app.current, "GET /instructor/profile/{email}", own, instructor)).body;
  const { updatedAt: never } = await read();
  expect(never).toBeNull();
  const first = await save(instructor, { seen: never });
  expect(first.body).toEqual({ modifiedCount: 1, updatedAt: (await read()).updatedAt });
  // Its answer was lost.
  expect((await save(instructor, { seen: never })).body).toEqual(first.body);
  app.current.clock.advance(1);
  const stale = await save(instructor, { headline: "Inks hands", seen: never });
  expect(stale).toMatchObject({ status: 409, body: { code: "profile-changed-meanwhile" } });
  const seen = first.body.updatedAt;
  expect((await save(instructor, { headline: "Inks hands", seen })).status).toBe(200);
  expect((await save(instructor, { portfolio: [], seen })).body.code).toBe("profile-changed-meanwhile");
  expect(await read()).toMatchObject({ headline: "Inks hands", portfolio: [profile.portfolio[0]] });
});

test("who does not teach has no page", async () => {
  for (const role of ["student", "admin"] as const) {
    const { id } = await makePerson(app.current, role);
    expect(await publicPage(id)).toMatchObject({ status: 404, body: { code: "instructor-not-found" } });
  }
});

test("links are completed, judged and named", () => {
  expect(completeLink(" marav.art ")).toBe("https://marav.art");
  expect(completeLink("//marav.art/x")).toBe("https://marav.art/x");
  expect(completeLink("http://marav.art")).toBe("http://marav.art");
  expect(completeLink("")).toBe("");
  for (const wrong of ["https://marav", "https://127.0.0.1", "https://a b.art", "https://marav.art:81"]) {
    expect(linkProblem(wrong), wrong).toBeDefined();
  }
  for (const right of ["https://marav.art", "https://www.münchen.example/ä", "https://a.b-c.art/?q=1#x"]) {
    expect(linkProblem(right), right).toBeUndefined();
  }
  expect(linkLabel("https://www.instagram.com/mio")).toBe("Instagram");
  expect(linkLabel("https://mio.tumblr.com")).toBe("Tumblr");
  expect(linkLabel("https://notinstagram.com")).toBe("notinstagram.com");
  expect(linkLabel("https://instagram.com.evil.example")).toBe("instagram.com.evil.example");
});
