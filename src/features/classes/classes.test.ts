import { mkdirSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../test/app.ts";
import { call, makePerson } from "../../../test/people.ts";
import { classRow, makeClass } from "../../../test/school.ts";

const app = useTestApp();

describe("adding and editing", () => {
  test("a new class is pending, with nobody enrolled, and its maker's", async () => {
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

  test("an edited class keeps its status; a stale edit is refused", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const id = await makeClass(app.current, instructor);
    const { version } = await classRow(app.current, id);
    const edit = (className: string) =>
      call(
        app.current,
        "PATCH /class/{id}",
        { params: { id }, body: { className, price: 60, availableSeats: 2, version } },
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
});

describe("deciding", () => {
  test("is final, and of two admins at the same moment one decides", async () => {
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

  test("feedback is given at any time, and removed by an empty one", async () => {
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

describe("the catalogue", () => {
  test("shows approved classes only, and no feedback", async () => {
    const instructor = await makePerson(app.current, "instructor");
    await makeClass(app.current, instructor, { className: "Shown" });
    await makeClass(app.current, instructor, { className: "Waiting", status: "pending" });
    await makeClass(app.current, instructor, { className: "Refused", status: "denied" });
    const { body } = await call(app.current, "GET /approvedClasses");
    expect(body.map(({ className }: { className: string }) => className)).toEqual(["Shown"]);
    expect(body[0]).not.toHaveProperty("status");
    expect(body[0]).not.toHaveProperty("feedback");
  });

  test.each(["newest", "popular", "price", "-price"])(
    "by %s is paged without a gap or a repeat",
    async (sort) => {
      const instructor = await makePerson(app.current, "instructor");
      for (let i = 0; i < 7; i += 1)
        await makeClass(app.current, instructor, { className: `Class ${i}`, price: 10 + (i % 3) });
      const seen: { _id: string; price: number }[] = [];
      let next: string | null = `/api/approvedClasses?limit=3&sort=${sort}`;
      while (next) {
        const response: Response = await fetch(`${app.current.origin}${next}`);
        seen.push(...((await response.json()) as typeof seen));
        next = /<(.+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1] ?? null;
      }
      expect(new Set(seen.map(({ _id }) => _id)).size).toBe(7);
      const prices = seen.map(({ price }) => price);
      if (sort === "price") expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      if (sort === "-price") expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    },
  );

  test("is searched by words, forgiving a slip, and filtered by level", async () => {
    const instructor = await makePerson(app.current, "instructor");
    await makeClass(app.current, instructor, { className: "Screentone and Light", level: "advanced" });
    await makeClass(app.current, instructor, { className: "Speed Lines 100%" });
    const find = async (query: Record<string, string>) =>
      (await call(app.current, "GET /approvedClasses", { query })).body.map(
        ({ className }: { className: string }) => className,
      );
    expect(await find({ q: "light" })).toEqual(["Screentone and Light"]);
    expect(await find({ q: "screntone" })).toEqual(["Screentone and Light"]);
    expect(await find({ q: instructor.name })).toHaveLength(2);
    expect(await find({ q: "100%" })).toEqual(["Speed Lines 100%"]);
    expect(await find({ q: "%" })).toEqual(["Speed Lines 100%"]);
    expect(await find({ level: "advanced" })).toEqual(["Screentone and Light"]);
  });
});

describe("the count of students", () => {
  test("is set right, and can never be inflated", async () => {
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

describe("pictures", () => {
  const upload = async (bytes: Uint8Array, name = "cover.png", type = "image/png") => {
    const instructor = await makePerson(app.current, "instructor");
    const body = new FormData();
    body.set("image", new Blob([Buffer.from(bytes)], { type }), name);
    return call(app.current, "POST /images", { body }, instructor);
  };
  const drawn = () => sharp({ create: { width: 2000, height: 1000, channels: 3, background: "#e9452a" } });

  test("are drawn anew, without what the camera wrote into them", async () => {
    const photo = await drawn()
      .withExif({ IFD0: { Copyright: "somebody at 52.5 N" } })
      .jpeg()
      .toBuffer();
    const { body } = await upload(photo, "a.jpg", "image/jpeg");
    expect(body).toEqual({
      success: true,
      data: { url: expect.stringMatching(/^\/images\/[0-9a-f]{32}\.webp$/) },
    });
    const stored = await fetch(`${app.current.origin}${body.data.url}`);
    expect(stored.headers.get("content-type")).toBe("image/webp");
    const metadata = await sharp(Buffer.from(await stored.arrayBuffer())).metadata();
    expect(metadata).toMatchObject({ width: 1600, format: "webp" });
    expect(metadata.exif).toBeUndefined();
  });

  test.each([
    ["text that claims to be one", Buffer.from("<html>not a picture</html>")],
    [
      "an SVG, which could carry a script",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    ],
    ["half of one", "half"],
  ])("%s is refused", async (_, bytes) => {
    const content = bytes === "half" ? (await drawn().png().toBuffer()).subarray(0, 2000) : (bytes as Buffer);
    expect(await upload(content)).toMatchObject({ status: 422, body: { code: "not-a-picture" } });
  });

  test("larger than 10 MB are refused", async () => {
    expect(await upload(Buffer.alloc(11 * 1024 * 1024))).toMatchObject({
      status: 413,
      body: { code: "body-too-large" },
    });
  });

  test("no name leads out of the folder", async () => {
    mkdirSync(app.current.world.settings.dataDir, { recursive: true });
    for (const path of ["/images/..%2fsecret", "/images/../secret", "/images/%2e%2e/secret"]) {
      expect((await fetch(`${app.current.origin}${path}`)).status).toBe(404);
    }
  });
});
