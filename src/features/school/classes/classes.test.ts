/** @databases both */
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { openBehindPooler } from "../../../../test/support/database.ts";
import { buy } from "../../../../test/support/paying.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { classRow, makeClass } from "../../../../test/support/school.ts";
import { flat, upload } from "../../../../test/support/upload.ts";
import { newId } from "../../../platform/ids.ts";
import { cents } from "../../../platform/money.ts";
import { messages } from "./policy.ts";
import { classes } from "./tables.ts";

const app = useTestApp({}, openBehindPooler);

describe("adding and editing", () => {
  test("a new class is pending, without students, and belongs to its instructor", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const body = {
      className: "Rain",
      price: 57.5,
      availableSeats: 10,
      image: "/drawings/cover-rain.svg",
      instructorName: "Somebody Else",
      instructorEmail: "else@example.org",
      status: "approved",
      enrolledStudents: 99,
    };
    const { body: added } = await call(app.current, "POST /classes", { body }, instructor);
    const seen = await call(app.current, "GET /class/{id}", { params: { id: added.insertedId } }, instructor);
    expect(seen.body).toMatchObject({
      className: "Rain",
      price: 57.5,
      level: "beginner",
      status: "pending",
      enrolledStudents: 0,
      instructorName: instructor.name,
      instructorEmail: instructor.email,
    });
    expect((await call(app.current, "GET /class/{id}", { params: { id: added.insertedId } })).status).toBe(
      404,
    );
  });

  test("a form whose answer was lost adds one class, however often it is sent", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const body = { className: "Rain", price: 49, availableSeats: 9, image: "/drawings/cover-rain.svg" };
    const add = async (by: TestPerson, idempotencyKey?: string): Promise<string> => {
      const answer = await call(app.current, "POST /classes", { body: { ...body, idempotencyKey } }, by);
      return answer.body.insertedId;
    };
    const key = "1795-2201-7730-4402";
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => add(instructor, key)));
    expect(others).toEqual([first, first]);
    expect(await add(instructor, key)).toBe(first);
    const different = [
      await add(await makePerson(app.current, "instructor"), key),
      await add(instructor, "1795-2201-7730-4403"),
      await add(instructor),
      await add(instructor),
    ];
    expect(new Set([first, ...different]).size).toBe(5);
  });

  test("a class that got back a seat above the most that may be entered can still be edited", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const id = await makeClass(app.current, instructor);
    const { db } = app.current.context;
    await db.update(classes).set({ availableSeats: 100_001 }).where(eq(classes.id, id));
    const { version } = await classRow(app.current, id);
    const seats = { availableSeats: 100_000, seatsSeen: 100_001 };
    const edit = { params: { id }, body: { className: "Rain", price: 49, version, ...seats } };
    expect((await call(app.current, "PATCH /class/{id}", edit, instructor)).status).toBe(200);
    expect(await classRow(app.current, id)).toMatchObject({ name: "Rain", availableSeats: 100_000 });
  });

  test("an edited class keeps its status; a stale edit is refused", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const id = await makeClass(app.current, instructor);
    const { version } = await classRow(app.current, id);
    const edit = (className: string) =>
      call(
        app.current,
        "PATCH /class/{id}",
        { params: { id }, body: { className, price: 60, availableSeats: 2, seatsSeen: 5, version } },
        instructor,
      );
    expect((await edit("First")).body).toEqual({ modifiedCount: 1 });
    expect((await edit("Second")).body.code).toBe("class-changed-meanwhile");
    expect(await classRow(app.current, id)).toMatchObject({
      name: "First",
      status: "approved",
      priceCents: 6000,
      availableSeats: 2,
    });
  });

  test("who edited it last is said to its instructor and to admins, without a name", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const [admin, otherAdmin] = [
      await makePerson(app.current, "admin"),
      await makePerson(app.current, "admin"),
    ];
    const student = await makePerson(app.current, "student");
    const id = await makeClass(app.current, instructor);
    const editedFor = async (viewer: TestPerson): Promise<unknown> =>
      (await call(app.current, "GET /class/{id}", { params: { id } }, viewer)).body.edited;
    const edit = (editor: TestPerson) =>
      call(
        app.current,
        "PATCH /class/{id}",
        { params: { id }, body: { className: "Rain", price: 60, availableSeats: 2 } },
        editor,
      );
    expect(await editedFor(instructor)).toBeNull();
    await edit(instructor);
    expect(await editedFor(instructor)).toMatchObject({ by: "you" });
    expect(await editedFor(admin)).toMatchObject({ by: "instructor" });
    app.current.clock.advance(60);
    const at = app.current.clock.now().toISOString();
    await edit(admin);
    expect(await editedFor(admin)).toEqual({ by: "you", at });
    expect(await editedFor(instructor)).toEqual({ by: "admin", at });
    expect(await editedFor(otherAdmin)).toEqual({ by: "admin", at });
    expect(await editedFor(student)).toBeUndefined();
  });
});

describe("the fields of a class", () => {
  const usual = { className: "Rain", price: 57.5, availableSeats: 10, image: "/drawings/cover-rain.svg" };
  const foreignPicture = "Upload a picture, or enter a link that starts with https://";

  test.each([
    ["no name", { className: " " }, "className", messages.noName],
    ["a long name", { className: "x".repeat(121) }, "className", messages.longName],
    ["a NUL in the name", { className: "R\0n" }, "className", messages.controlCharacters],
    ["a price too low", { price: 0.49 }, "price", messages.price],
    ["a price too high", { price: 100_000 }, "price", messages.price],
    ["seats below zero", { availableSeats: -1 }, "availableSeats", messages.seats],
    ["half a seat", { availableSeats: 1.5 }, "availableSeats", messages.seats],
    ["no picture", { image: "" }, "image", messages.noPicture],
    ["a NUL in a link", { image: "https://example.org/\0" }, "image", foreignPicture],
    ["a NUL in the description", { description: "\0" }, "description", messages.controlCharacters],
    ["thirteen lines", { whatYouWillLearn: Array(13).fill("x") }, "whatYouWillLearn", messages.manyOutcomes],
    ["a long line", { whatYouWillLearn: ["x".repeat(201)] }, "whatYouWillLearn.0", messages.longOutcome],
  ])("%s is refused when adding and when editing", async (_, wrong, field, message) => {
    const instructor = await makePerson(app.current, "instructor");
    const id = await makeClass(app.current, instructor);
    const body = { ...usual, ...wrong };
    for (const answer of [
      await call(app.current, "POST /classes", { body }, instructor),
      await call(app.current, "PATCH /class/{id}", { params: { id }, body }, instructor),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.fields).toContainEqual({ field, message });
    }
    expect((await classRow(app.current, id)).name).toBe("Eyes That Speak");
  });

  test("an edit without a picture keeps the current one", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const id = await makeClass(app.current, instructor);
    const edit = (body: object) =>
      call(app.current, "PATCH /class/{id}", { params: { id }, body: { ...usual, ...body } }, instructor);
    await edit({});
    expect(await classRow(app.current, id)).toMatchObject({ image: usual.image });
    await edit({ image: undefined, className: "Snow" });
    expect(await classRow(app.current, id)).toMatchObject({ image: usual.image, name: "Snow" });
  });
});

describe("the picture of a class", () => {
  const add = async (image: string) => {
    const instructor = await makePerson(app.current, "instructor");
    const body = { className: "Rain", price: 20, availableSeats: 1, image };
    const added = await call(app.current, "POST /classes", { body }, instructor);
    if (added.status !== 200) return added;
    const { image: kept } = await classRow(app.current, added.body.insertedId);
    return { ...added, kept };
  };

  test.each([
    ["https://elsewhere.example/rain.jpg"],
    ["https://elsewhere.example/a/b.webp?size=large#top"],
    ["/drawings/cover-rain.svg"],
  ])("may be at %s", async (image) => {
    expect(await add(image)).toMatchObject({ status: 200, kept: image });
  });

  test("is stored by its path when it is on this site", async () => {
    const { origin } = app.current.context.settings;
    expect(await add(`${origin}/drawings/cover-rain.svg`)).toMatchObject({
      kept: "/drawings/cover-rain.svg",
    });
    const { body } = await upload(app.current, await flat(330, 200).png().toBuffer());
    expect(await add(`${origin}${body.data.url}`)).toMatchObject({ kept: body.data.url });
  });

  test.each([
    "http://elsewhere.example/rain.jpg",
    "//elsewhere.example/rain.jpg",
    "/\\elsewhere.example/rain.jpg",
    "javascript:alert(1)",
    "data:image/svg+xml,<svg/>",
    "https://name:password@elsewhere.example/rain.jpg",
    "https://elsewhere.example/1.jpg 2x, https://other.example/2.jpg",
    "/identity/sign-out",
    "/images/../api/health",
    "/drawings/../secret.svg",
    `/images/${"0".repeat(32)}`,
    "rain.jpg",
  ])("is not %s", async (image) => {
    expect(await add(image)).toMatchObject({
      status: 400,
      body: {
        code: "invalid-input",
        fields: [{ field: "image", message: expect.stringMatching(/upload/i) }],
      },
    });
  });
});

describe("decisions and feedback", () => {
  test("a decision is final, and when two admins decide at the same time, one succeeds", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const id = await makeClass(app.current, instructor, { status: "pending" });
    const [one, two] = [await makePerson(app.current, "admin"), await makePerson(app.current, "admin")];
    const answers = await Promise.all([
      call(app.current, "PATCH /amin/approve/class/{id}", { params: { id } }, one),
      call(app.current, "PATCH /admin/deny/class/{id}", { params: { id } }, two),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("class-already-decided");
    const { status } = await classRow(app.current, id);
    expect(status).toBe(answers[0]?.status === 200 ? "approved" : "denied");
  });

  test("a class that nobody teaches now can be denied, not approved", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const admin = await makePerson(app.current, "admin");
    const [id, other] = [
      await makeClass(app.current, instructor, { status: "pending" }),
      await makeClass(app.current, instructor, { status: "pending" }),
    ];
    const params = { id: instructor.id };
    const approve = () => call(app.current, "PATCH /admin/approve/class/{id}", { params: { id } }, admin);
    await call(app.current, "PATCH /users/suspend/{id}", { params, body: { reason: "Late" } }, admin);
    expect((await approve()).body.code).toBe("class-not-taught");
    await call(app.current, "PATCH /users/reinstate/{id}", { params }, admin);
    await call(app.current, "PATCH /users/student/{id}", { params }, admin);
    expect((await approve()).body.code).toBe("class-not-taught");
    expect(
      (await call(app.current, "PATCH /admin/deny/class/{id}", { params: { id: other } }, admin)).status,
    ).toBe(200);
    expect((await classRow(app.current, id)).status).toBe("pending");
  });

  test("feedback can be given at any time and is removed by an empty one", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const admin = await makePerson(app.current, "admin");
    const id = await makeClass(app.current, instructor, { status: "denied" });
    const give = (feedback: string) =>
      call(app.current, "PATCH /admin/feedback/{id}", { params: { id }, body: { feedback } }, admin);
    const list = async () =>
      (
        await call(
          app.current,
          "GET /classes/instructor/{email}",
          { params: { email: instructor.email } },
          instructor,
        )
      ).body;
    await give("Say more.");
    expect(await list()).toMatchObject([{ feedback: "Say more.", status: "denied" }]);
    await give("");
    expect((await list())[0]).not.toHaveProperty("feedback");
  });
});

/** @param path of the first page */
async function everyPage(path: string) {
  const seen: { _id: string; className: string; price: number }[] = [];
  for (let next: string | undefined = path; next;) {
    const response: Response = await fetch(`${app.current.origin}${next}`);
    seen.push(...((await response.json()) as typeof seen));
    next = /<(.+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  }
  return seen;
}

describe("the catalog", () => {
  test("shows approved classes only, and no feedback", async () => {
    const instructor = await makePerson(app.current, "instructor");
    await makeClass(app.current, instructor, { className: "Shown" });
    await makeClass(app.current, instructor, { className: "Waiting", status: "pending" });
    await makeClass(app.current, instructor, { className: "Refused", status: "denied" });
    const { body } = await call(app.current, "GET /approvedClasses");
    expect(body.map(({ className }: { className: string }) => className)).toEqual(["Shown"]);
    expect(body[0]).toMatchObject({ status: "approved" });
    expect(body[0]).not.toHaveProperty("feedback");
  });

  test.each(["newest", "popular", "price", "-price"])(
    "by %s is paged without a gap or a repeat",
    async (sort) => {
      const instructor = await makePerson(app.current, "instructor");
      for (let i = 0; i < 7; i += 1)
        await makeClass(app.current, instructor, { className: `Class ${i}`, price: 10 + (i % 3) });
      const seen = await everyPage(`/api/approvedClasses?limit=3&sort=${sort}`);
      expect(new Set(seen.map(({ _id }) => _id)).size).toBe(7);
      const prices = seen.map(({ price }) => price);
      if (sort === "price") expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      if (sort === "-price") expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    },
  );

  test.each(["newest", "popular"])(
    "by %s in a price range is paged to its end, whether many or few classes are in it",
    async (sort) => {
      const instructor = await makePerson(app.current, "instructor");
      const first = await classRow(app.current, await makeClass(app.current, instructor));
      const { db } = app.current.context;
      const made = Array.from({ length: 90 }, (_, i) => ({
        ...first,
        id: newId(),
        enrolledStudents: i % 4,
        priceCents: cents(1000 + 100 * (i < 6 ? 0 : i)),
      }));
      await db.insert(classes).values(made);
      const all = await everyPage(`/api/approvedClasses?sort=${sort}`);
      expect(all).toHaveLength(91);
      for (const range of ["max=10", "min=10", "min=60&max=75", "min=200"]) {
        const { min = 0, max = Infinity } = Object.fromEntries(new URLSearchParams(range));
        const inRange = all.filter(({ price }) => price >= Number(min) && price <= Number(max));
        const seen = await everyPage(`/api/approvedClasses?limit=4&sort=${sort}&${range}`);
        expect(seen, range).toEqual(inRange);
      }
    },
  );

  test("each combination of filters lists what fits them all, also for other values", async () => {
    const teachers = [
      await makePerson(app.current, "instructor"),
      await makePerson(app.current, "instructor"),
    ] as const;
    const made = [];
    for (let i = 0; i < 16; i += 1) {
      const facts = {
        topics: [i & 1 ? "inking" : "tone"],
        level: i & 2 ? "advanced" : "beginner",
        price: 10 + i,
        availableSeats: i % 3,
      };
      const teacher = teachers[i & 4 ? 1 : 0];
      const id = await makeClass(app.current, teacher, facts);
      made.unshift({ ...facts, id, instructor: teacher.id });
    }
    type Made = (typeof made)[number];
    const filters: Record<
      string,
      readonly [values: readonly string[], fits: (value: string, of: Made) => boolean]
    > = {
      topic: [["inking", "tone"], (topic, of) => of.topics.includes(topic)],
      level: [["beginner", "advanced"], (level, of) => of.level === level],
      instructor: [teachers.map(({ id }) => id), (id, of) => of.instructor === id],
      min: [["12", "14"], (min, of) => of.price >= Number(min)],
      max: [["23", "20"], (max, of) => of.price <= Number(max)],
      seats: [["left", "left"], (_, of) => of.availableSeats > 0],
    };
    const names = Object.keys(filters);
    for (let chosen = 0; chosen < 2 ** names.length; chosen += 1) {
      for (const other of [0, 1]) {
        const query = Object.fromEntries(
          names.filter((_, bit) => chosen & (2 ** bit)).map((name) => [name, filters[name]![0][other]!]),
        );
        const fitting = made.filter((each) =>
          Object.entries(query).every(([name, value]) => filters[name]![1](value, each)),
        );
        const { body } = await call(app.current, "GET /approvedClasses", { query: { ...query, limit: "3" } });
        expect(
          body.map(({ _id }: { _id: string }) => _id),
          JSON.stringify(query),
        ).toEqual(fitting.slice(0, 3).map(({ id }) => id));
        expect((await call(app.current, "GET /approvedClasses/count", { query })).body.count).toBe(
          fitting.length,
        );
      }
    }
  });

  test("is searched by words, tolerating typos, and filtered by level", async () => {
    const instructor = await makePerson(app.current, "instructor");
    await makeClass(app.current, instructor, { className: "Screentone and Light", level: "advanced" });
    await makeClass(app.current, instructor, { className: "Speed Lines 100%" });
    const find = async (query: Record<string, string>) =>
      (await call(app.current, "GET /approvedClasses", { query })).body.map(
        ({ className }: { className: string }) => className,
      );
    expect(await find({ q: "light" })).toEqual(["Screentone and Light"]);
    expect(await find({ q: "screntone" })).toEqual(["Screentone and Light"]);
    expect(await find({ q: "lihgt  scren" })).toEqual(["Screentone and Light"]);
    expect(await find({ q: "light octopus" })).toEqual([]);
    expect(await find({ q: instructor.name })).toHaveLength(2);
    expect(await find({ q: "100%" })).toEqual(["Speed Lines 100%"]);
    expect(await find({ q: "%" })).toEqual([]);
    expect(await find({ level: "advanced" })).toEqual(["Screentone and Light"]);
  });

  test("shows similar names only when none matches exactly", async () => {
    const instructor = await makePerson(app.current, "instructor");
    await makeClass(app.current, instructor, { className: "Masking" });
    const find = async (query: Record<string, string>) =>
      (await call(app.current, "GET /approvedClasses", { query })).body.map(
        ({ className }: { className: string }) => className,
      );
    expect(await find({ q: "marking" })).toEqual(["Masking"]);
    await makeClass(app.current, instructor, { className: "Marking", level: "advanced" });
    expect(await find({ q: "marking" })).toEqual(["Marking"]);
    expect(await find({ q: "marking", level: "beginner" })).toEqual(["Masking"]);
  });

  test("finds what a class teaches, in any form of a word, with names first", async () => {
    const [mio, teo] = [
      await makePerson(app.current, "instructor"),
      await makePerson(app.current, "instructor"),
    ];
    const find = async (query: Record<string, string>) =>
      (await call(app.current, "GET /approvedClasses", { query })).body.map(
        ({ className }: { className: string }) => className,
      );
    const described = { description: "We shade a screen page.", topics: ["tone"] };
    await makeClass(app.current, mio, { className: "Dots", ...described });
    await makeClass(app.current, mio, { className: "Screen Shading", whatYouWillLearn: ["Draw hatchings"] });
    await makeClass(app.current, teo, { className: "Rain", tools: "A brush", topics: ["inking", "tools"] });
    expect(await find({ q: "screen" })).toEqual(["Screen Shading", "Dots"]);
    expect(await find({ q: "screens shades" })).toEqual(["Screen Shading", "Dots"]);
    expect(await find({ q: "hatching" })).toEqual(["Screen Shading"]);
    expect(await find({ q: "Tone" })).toEqual(["Dots"]);
    expect(await find({ q: "brush" })).toEqual(["Rain"]);
    expect(await find({ q: "cree" })).toEqual(["Screen Shading", "Dots"]);
    expect(await find({ topic: "inking" })).toEqual(["Rain"]);
    expect(await find({ q: "screen", sort: "newest" })).toEqual(["Screen Shading", "Dots"]);
    expect(await find({ q: "screen", sort: "price" })).toHaveLength(2);

    // Page by page, over the border of names and descriptions.
    for (const limit of [1, 2, 3]) {
      const seen = await everyPage(`/api/approvedClasses?limit=${limit}&q=screen`);
      expect(seen.map(({ className }) => className)).toEqual(["Screen Shading", "Dots"]);
    }

    // Only what can be found is found, or offered in place of what cannot.
    const [rain] = (await call(app.current, "GET /approvedClasses", { query: { q: "rain" } })).body;
    const body = { className: "Snow", price: 20, availableSeats: 3, tools: "A pen" };
    expect(
      (await call(app.current, "PATCH /class/{id}", { params: { id: rain._id }, body }, teo)).status,
    ).toBe(200);
    for (const q of ["rain", "brush"]) expect(await find({ q })).toEqual([]);
    expect(await find({ q: "snow pen" })).toEqual(["Snow"]);
  });

  test("lists the class that more students take first, among those found in the same part", async () => {
    const [student, instructor] = [
      await makePerson(app.current, "student"),
      await makePerson(app.current, "instructor"),
    ];
    const description = "Many lines.";
    const popular = await makeClass(app.current, instructor, { className: "Ink", description });
    await makeClass(app.current, instructor, { className: "Wet Ink", description });
    await makeClass(app.current, instructor, { className: "Dots", description: "With ink." });
    const find = async (q: string) =>
      (await everyPage(`/api/approvedClasses?limit=1&q=${q}`)).map(({ className }) => className);
    expect(await find("ink")).toEqual(["Wet Ink", "Ink", "Dots"]);
    await buy(app.current, student, popular);
    expect(await find("ink")).toEqual(["Ink", "Wet Ink", "Dots"]);
    expect(await find("lines")).toEqual(["Ink", "Wet Ink"]);
  });

  test("finds synonyms of what no class says, and takes no word for granted that fits them all", async () => {
    const instructor = await makePerson(app.current, "instructor");
    for (const className of ["Costumes with a Story", "Hands Built from Boxes", "Speed Lines"])
      await makeClass(app.current, instructor, { className });
    const find = async (q: string) =>
      (await call(app.current, "GET /approvedClasses", { query: { q } })).body.map(
        ({ className }: { className: string }) => className,
      );
    const count = async (q: string) =>
      (await call(app.current, "GET /approvedClasses/count", { query: { q } })).body;
    for (const q of ["clothes", "Clothing", "outfits", "manga clothes"])
      expect(await find(q)).toEqual(["Costumes with a Story"]);
    expect(await find("anatomy")).toEqual(["Hands Built from Boxes"]);
    expect(await count("fight motion")).toEqual({ count: 1, isMore: false });
    for (const q of ["manga", "Anime", "comic class", "learn to draw"]) {
      expect(await find(q)).toHaveLength(3);
      expect((await count(q)).count).toBe(3);
    }
    await makeClass(app.current, instructor, { className: "Body Language" });
    expect(await find("body")).toEqual(["Body Language"]);
    for (const q of ["how to draw a body", "the body for mangas", "lessons about the langauge"])
      expect(await find(q), q).toEqual(["Body Language"]);
    // Alone, they are searched as written.
    expect(await find("a with")).toEqual(["Costumes with a Story"]);
  });

  test("says how it corrected, offers classes that come close, and suggests while somebody types", async () => {
    const instructor = await makePerson(app.current, "instructor");
    await makeClass(app.current, instructor, { className: "Hair Built from Ribbons" });
    await makeClass(app.current, instructor, { className: "Hands Built from Boxes" });
    const ask = async (key: string, query: Record<string, string>) =>
      (await call(app.current, key, { query })).body;
    const count = (query: Record<string, string>) => ask("GET /approvedClasses/count", query);
    expect(await count({ q: "ribbons" })).toEqual({ count: 1, isMore: false });
    expect(await count({ q: "hari ribons" })).toEqual({
      count: 1,
      isMore: false,
      correctedTo: "hair ribbons",
    });
    expect(await count({ q: "hair boxes" })).toEqual({ count: 0, isMore: false });
    expect(await count({ q: "hair octopus", match: "any" })).toEqual({ count: 1, isMore: false });
    expect(await ask("GET /approvedClasses", { q: "hair boxes", match: "any" })).toHaveLength(2);
    expect(await ask("GET /approvedClasses", { q: "octopus", match: "any" })).toEqual([]);

    const titles = (found: { classes: { className: string }[] }) =>
      found.classes.map(({ className }) => className);
    expect(titles(await ask("GET /suggestions", { q: "ha" }))).toHaveLength(2);
    expect(titles(await ask("GET /suggestions", { q: "hair bu" }))).toEqual(["Hair Built from Ribbons"]);
    for (const q of ["zz", "%", "' | !a", "\\", ""])
      expect(titles(await ask("GET /suggestions", { q }))).toEqual([]);
    const byName = await ask("GET /suggestions", { q: instructor.name });
    expect(byName.instructors).toEqual([{ _id: instructor.id, name: instructor.name }]);
    // Vowel signs belong to their words.
    await makeClass(app.current, instructor, { className: "कविता रेखाएँ" });
    for (const q of ["कविता", "कविता रेखा"])
      expect(titles(await ask("GET /suggestions", { q })), q).toEqual(["कविता रेखाएँ"]);
    const admin = await makePerson(app.current, "admin");
    await call(app.current, "PATCH /users/admin/{id}", { params: { id: instructor.id } }, admin);
    const ofFormer = await ask("GET /suggestions", { q: instructor.name.toUpperCase() });
    expect(ofFormer).toMatchObject({ instructors: [], classes: [{}, {}, {}] });
  });
});

describe("the count of students", () => {
  test("is recounted from enrollments and cannot be inflated", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const student = await makePerson(app.current, "student");
    const id = await makeClass(app.current, instructor);
    const recount = () =>
      call(app.current, "PATCH /class/updateCount/{classId}", { params: { classId: id } }, student);
    expect((await recount()).body).toEqual({ modifiedCount: 0 });
    expect((await recount()).body).toEqual({ modifiedCount: 0 });
    expect(await classRow(app.current, id)).toMatchObject({ enrolledStudents: 0, availableSeats: 5 });
  });
});
