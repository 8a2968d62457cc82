import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { useBucket } from "../../../../test/support/bucket.ts";
import { isPostgres } from "../../../../test/support/database.ts";
import { makeLesson } from "../../../../test/support/lessons.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { makeClass } from "../../../../test/support/school.ts";
import { flat, storedFile, upload } from "../../../../test/support/upload.ts";
import { newId } from "../../../platform/ids.ts";
import { pictures } from "../../school/pictures/tables.ts";
import { claimPicture } from "../../school/pictures/picture-use.ts";
import { classes } from "../../school/classes/tables.ts";
import { collectUnusedPictures } from "./lesson-jobs.ts";

const bucket = useBucket();
const hour = 3600;

describe.each([
  ["a folder", undefined],
  ["a bucket", bucket.env],
])("pictures in %s", (_, settings) => {
  const app = useTestApp(settings);
  const collect = () => collectUnusedPictures(app.current.context);
  const later = (seconds: number) => app.current.clock.advance(seconds);
  const drawn = (color: string) => flat(400, 250, color).png().toBuffer();
  const isThere = async (url: string) => (await storedFile(app.current, url, "400.avif")) !== undefined;
  const rowOf = async (url: string) => {
    const [row] = await app.current.context.db.select().from(pictures).where(eq(pictures.url, url));
    return row;
  };
  const uploaded = async (color: string): Promise<string> =>
    (await upload(app.current, await drawn(color))).body.data.url;

  test("that no class uses go after a day, those that one uses stay", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const [used, unused] = [await uploaded("#102030"), await uploaded("#405060")];
    await makeClass(app.current, instructor, { image: used, status: "denied" });
    later(23 * hour);
    expect(await collect()).toBe(0);
    later(2 * hour);
    expect(await collect()).toBe(1);
    expect(await isThere(used)).toBe(true);
    expect(await isThere(unused)).toBe(false);
    expect(await rowOf(unused)).toBeUndefined();
    later(1000 * hour);
    expect(await collect()).toBe(0);
    expect(await uploaded("#405060")).toBe(unused);
    expect(await isThere(unused)).toBe(true);
  });

  test("that a lesson shows or showed stay", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const classId = await makeClass(app.current, instructor);
    const [url, other] = [await uploaded("#314159"), await uploaded("#271828")];
    const body = `![A hand](${url}) ![Its shadow](${app.current.context.settings.origin}${other})`;
    const { lesson: id } = await makeLesson(app.current, instructor, classId, { body });
    const params = { classId, id };
    await call(
      app.current,
      "PATCH /curriculum/{classId}/lesson/{id}",
      { params, body: { body: "None" } },
      instructor,
    );
    later(1000 * hour);
    expect(await collect()).toBe(0);
    expect(await isThere(url)).toBe(true);
    expect(await isThere(other)).toBe(true);
  });

  test("that are uploaded again count from then", async () => {
    const url = await uploaded("#112233");
    later(23 * hour);
    await uploaded("#112233");
    later(23 * hour);
    expect(await collect()).toBe(0);
    expect(await isThere(url)).toBe(true);
    later(2 * hour);
    expect(await collect()).toBe(1);
  });

  test("drawings of the house have no files to remove, and stay", async () => {
    const at = app.current.clock.now();
    const row = {
      url: "/drawings/cover-eyes.svg",
      state: "stored",
      width: 1200,
      height: 750,
      placeholder: "",
    } as const;
    await app.current.context.db
      .insert(pictures)
      .values({ ...row, id: newId(), widths: [], changedAt: at, createdAt: at });
    later(1000 * hour);
    expect(await collect()).toBe(0);
    expect(await rowOf(row.url)).toBeDefined();
  });

  test.each(["processing", "deleting"] as const)(
    "that a process left in the middle (%s) are cleared away, but not from under its hands",
    async (state) => {
      const bytes = await drawn("#778899");
      const { url } = (await upload(app.current, bytes)).body.data;
      await app.current.context.db
        .update(pictures)
        .set({ state, changedAt: app.current.clock.now() })
        .where(eq(pictures.url, url));
      later(60);
      expect(await collect()).toBe(0);
      expect((await upload(app.current, bytes)).body).toMatchObject({ code: "picture-busy", status: 503 });
      later(180);
      expect(await collect()).toBe(1);
      expect(await rowOf(url)).toBeUndefined();
      expect(await isThere(url)).toBe(false);
    },
  );

  test("that a process left in the middle can be uploaded again before they are cleared away", async () => {
    const bytes = await drawn("#99aabb");
    const { url } = (await upload(app.current, bytes)).body.data;
    await app.current.context.db.update(pictures).set({ state: "processing" }).where(eq(pictures.url, url));
    later(240);
    expect((await upload(app.current, bytes)).body.data.url).toBe(url);
    expect(await rowOf(url)).toMatchObject({ state: "stored" });
    expect(await isThere(url)).toBe(true);
  });

  test("that are being deleted are not taken by a class", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const url = await uploaded("#ccddee");
    await app.current.context.db.update(pictures).set({ state: "deleting" }).where(eq(pictures.url, url));
    const body = { className: "Late", price: 10, availableSeats: 1, image: url };
    expect(await call(app.current, "POST /classes", { body }, instructor)).toMatchObject({
      status: 400,
      body: {
        code: "invalid-input",
        fields: [{ field: "image", message: expect.stringContaining("Upload it") }],
      },
    });
  });

  test.runIf(isPostgres)("a class that takes one at the very moment keeps it, or is told", async () => {
    const instructor = await makePerson(app.current, "instructor");
    for (let round = 0; round < 8; round += 1) {
      const url = await uploaded(`#00${(round + 16).toString(16)}00`);
      later(25 * hour);
      const body = { className: `Race ${round}`, price: 10, availableSeats: 1, image: url };
      const [added] = await Promise.all([
        call(app.current, "POST /classes", { body }, instructor),
        collect(),
        collect(),
      ]);
      expect(await isThere(url)).toBe(added?.status === 200);
      expect((await rowOf(url))?.state).toBe(added?.status === 200 ? "stored" : undefined);
    }
  });

  test.runIf(isPostgres)("a class that is not committed yet holds its picture", async () => {
    const { context } = app.current;
    const other = await makeClass(app.current, await makePerson(app.current, "instructor"));
    const url = await uploaded("#fedcba");
    later(25 * hour);
    const [isIn, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const choosing = context.db.transaction(async (tx) => {
      await claimPicture(tx, context.clock, context.settings.origin, url);
      await tx.update(classes).set({ image: url }).where(eq(classes.id, other));
      isIn.resolve();
      await goOn.promise;
    });
    await isIn.promise;
    expect(await collect()).toBe(0);
    goOn.resolve();
    await choosing;
    expect(await collect()).toBe(0);
    expect(await isThere(url)).toBe(true);
  });
});
