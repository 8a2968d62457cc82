import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { blocks, guardians, users } from "../../src/access/tables.ts";
import { submissionPictures, submissions } from "../../src/features/studio/critique/tables.ts";
import { enrollments } from "../../src/features/school/enrollments/tables.ts";
import { newId } from "../../src/platform/ids.ts";
import { useTestApp } from "../support/app.ts";
import {
  type ExerciseParams,
  critique,
  handIn,
  makeExercise,
  uploadDrawing,
  uploadDrawings,
} from "../support/drawings.ts";
import { getMedia } from "../support/media.ts";
import { type TestPerson, call, makePerson } from "../support/people.ts";
import { makeClass, takeSeat } from "../support/school.ts";
import { flat } from "../support/upload.ts";

const app = useTestApp();

const everyone = [
  "visitor",
  "its student",
  "a classmate",
  "a former classmate",
  "a student of another class",
  "a classmate whom the student blocked",
  "a classmate who blocked the student",
  "the instructor",
  "the instructor before",
  "another instructor",
  "an admin",
] as const;
type Watcher = (typeof everyone)[number];
const watchers = {} as Record<Watcher, TestPerson | undefined>;

const own: readonly Watcher[] = ["its student", "an admin"];
const taught: readonly Watcher[] = [...own, "the instructor"];
const shown: readonly Watcher[] = [...taught, "a classmate"];

interface Drawing {
  readonly submission: string;
  readonly earlier: string;
  readonly latest: string;
  readonly waiting: string;
}
let drawing: Drawing;
let params: ExerciseParams;

const byStudent = () => watchers["its student"]!;

beforeEach(async () => {
  const before = await makePerson(app.current, "instructor");
  const heir = await makePerson(app.current, "instructor");
  for (const watcher of everyone) watchers[watcher] = await makePerson(app.current, "student");
  Object.assign(watchers, {
    visitor: undefined,
    "the instructor": heir,
    "the instructor before": before,
    "another instructor": await makePerson(app.current, "instructor"),
    "an admin": await makePerson(app.current, "admin"),
  });
  const classId = await makeClass(app.current, before);
  const elsewhere = await makeClass(app.current, before);
  params = await makeExercise(app.current, before, classId);
  for (const watcher of everyone.filter((each) => each.includes("classmate") || each === "its student"))
    await takeSeat(app.current, watchers[watcher]!, classId);
  await takeSeat(app.current, watchers["a student of another class"]!, elsewhere);
  const { db } = app.current.context;
  const createdAt = app.current.clock.now();
  const [blocked, blocker] = [
    watchers["a classmate whom the student blocked"]!.id,
    watchers["a classmate who blocked the student"]!.id,
  ];
  await db.insert(blocks).values([
    { blockerId: byStudent().id, blockedId: blocked, createdAt },
    { blockerId: blocker, blockedId: byStudent().id, createdAt },
  ]);
  await db.delete(enrollments).where(eq(enrollments.studentId, watchers["a former classmate"]!.id));

  const pictures = await uploadDrawings(app.current, byStudent(), params, 3);
  const [earlier = "", latest = "", waiting = ""] = pictures;
  const first = await handIn(app.current, byStudent(), params, [earlier]);
  await critique(app.current, before, first.body.rounds[0]._id);
  await handIn(app.current, byStudent(), params, [latest]);
  drawing = { submission: first.body._id, earlier, latest, waiting };
  await call(
    app.current,
    "PATCH /admin/hand-over/class/{id}",
    { params: { id: classId }, body: { email: heir.email } },
    watchers["an admin"],
  );
});

async function expectOpen(
  opening: Readonly<Partial<Record<keyof Drawing, readonly Watcher[]>>>,
  when: string,
): Promise<void> {
  for (const [which, allowed] of Object.entries(opening) as [keyof Drawing, readonly Watcher[]][])
    for (const watcher of everyone)
      for (const file of ["16.webp", "16.avif", "16.jpg"])
        for (const method of ["GET", "HEAD"] as const) {
          const path = `submissions/${drawing[which]}/${file}`;
          const answer = await getMedia(app.current, path, watchers[watcher], {}, method);
          const bytes = await answer.arrayBuffer();
          const isOpen = allowed.includes(watcher);
          const refusal = watcher === "visitor" ? 401 : 404;
          const where = `${when}: ${which}, ${method} ${file}, ${watcher}`;
          expect.soft(answer.status, where).toBe(isOpen ? 200 : refusal);
          expect.soft(answer.headers.get("cache-control"), where).toBe("private, no-store");
          expect.soft(answer.headers.get("x-robots-tag"), where).toBe("noindex, noai, noimageai");
          expect.soft(answer.headers.get("x-content-type-options"), where).toBe("nosniff");
          const type = isOpen ? `image/${file === "16.jpg" ? "jpeg" : file.slice(3)}` : /json/;
          expect.soft(answer.headers.get("content-type"), where).toMatch(type);
          if (method === "HEAD" || !isOpen) continue;
          expect.soft((await sharp(Buffer.from(bytes)).metadata()).width, where).toBe(16);
        }
}

const change = (values: Partial<typeof submissions.$inferInsert>) =>
  app.current.context.db.update(submissions).set(values).where(eq(submissions.id, drawing.submission));

test("drawings are open to their student, to whoever teaches the class and to admins; to the class only what is shown", async () => {
  const unshared = { earlier: taught, latest: taught, waiting: own };
  const shared = { earlier: taught, latest: shown, waiting: own };
  await expectOpen(unshared, "not shared");
  const now = app.current.clock.now();
  await change({ sharedAt: now });
  await expectOpen(shared, "shared");
  await change({ hiddenAt: now });
  await expectOpen(unshared, "hidden");
  await change({ hiddenAt: null });

  const { db } = app.current.context;
  const guardian = { personId: byStudent().id, email: "mum@example.org", askedAt: now };
  await db.insert(guardians).values({ ...guardian, adultOn: "2099-01-01" });
  await expectOpen(unshared, "a minor without consent");
  await db.update(guardians).set({ consentedAt: now });
  await expectOpen(shared, "a minor with consent");
  await db.update(guardians).set({ withdrawnAt: now });
  await expectOpen(unshared, "a minor whose consent was withdrawn");
  await db.update(guardians).set({ adultOn: "2001-01-01" });
  await expectOpen(shared, "no longer a minor");

  await db.delete(enrollments).where(eq(enrollments.studentId, byStudent().id));
  await expectOpen(shared, "its student refunded, and still sharing");
  const byClassmate = () =>
    getMedia(app.current, `submissions/${drawing.latest}/16.webp`, watchers["a classmate"]);
  expect((await byClassmate()).status).toBe(200);
  await db.update(users).set({ suspendedAt: now }).where(eq(users.id, byStudent().id));
  expect((await byClassmate()).status, "its student suspended").toBe(404);
  await db.update(users).set({ suspendedAt: null }).where(eq(users.id, byStudent().id));
  await change({ sharedAt: null });
  await expectOpen(unshared, "its student refunded");
});

test("drawings that were taken back, deleted or suspended from are closed", async () => {
  await change({ sharedAt: app.current.clock.now() });
  await call(app.current, "DELETE /class/{classId}/lesson/{id}/submission", { params }, byStudent());
  await expectOpen({ earlier: taught, latest: own, waiting: own }, "taken back");

  const taken = { params: { id: drawing.waiting } };
  await call(app.current, "DELETE /submission-pictures/{id}", taken, byStudent());
  await expectOpen({ waiting: [] }, "deleted by its student");
  await app.current.context.db.update(submissionPictures).set({ state: "deleting" });
  await expectOpen({ earlier: [], latest: [] }, "being deleted");
  await app.current.context.db.update(submissionPictures).set({ state: "stored" });
  const suspended = watchers["the instructor"]!;
  await app.current.context.db
    .update(users)
    .set({ suspendedAt: app.current.clock.now() })
    .where(eq(users.id, suspended.id));
  const path = `submissions/${drawing.earlier}/16.webp`;
  expect((await getMedia(app.current, path, suspended)).status).toBe(401);
});

test("drawings are told apart from guessed addresses by nobody, and lie nowhere else", async () => {
  const classmate = watchers["a classmate"];
  const text = async (path: string, who: TestPerson | undefined) => {
    const answer = await getMedia(app.current, path, who);
    return [answer.status, ((await answer.json()) as { code: string }).code];
  };
  for (const who of [undefined, classmate]) {
    const closed = await text(`submissions/${drawing.latest}/16.webp`, who);
    for (const guess of [newId(), "x", "..%2f..%2fsecret", drawing.submission])
      expect(await text(`submissions/${guess}/16.webp`, who)).toEqual(closed);
    for (const file of ["17.webp", "16.png", "16.webp.bak", "..%2f16.webp"])
      expect(await text(`submissions/${drawing.latest}/${file}`, who)).toEqual(closed);
  }
  for (const file of ["17.webp", "16.png", "%2e%2e%2f16.webp"])
    expect((await text(`submissions/${drawing.latest}/${file}`, byStudent()))[0], file).toBe(404);
  const { classId, id } = params;
  for (const path of [
    `/images/${drawing.latest}/16.webp`,
    `/images/${drawing.latest}`,
    `/images/submissions/${drawing.latest}/16.webp`,
    `/media/${drawing.latest}/16.webp`,
    `/media/${classId}/${id}/materials/${drawing.latest}/16.webp`,
  ])
    expect((await fetch(`${app.current.origin}${path}`)).ok, path).toBe(false);
  const bearer = await fetch(`${app.current.origin}/media/submissions/${drawing.latest}/16.webp`, {
    headers: { authorization: `Bearer ${byStudent().token}` },
  });
  expect(bearer.status).toBe(401);
});

test("drawings reach nobody through the API either", async () => {
  const desk = { params: { id: drawing.submission } };
  for (const watcher of everyone) {
    const answer = await call(app.current, "GET /submission/{id}", desk, watchers[watcher]);
    const isStaff = watcher === "the instructor" || watcher === "an admin";
    const refusal = watcher === "visitor" ? 401 : 403;
    expect.soft(answer.status, watcher).toBe(isStaff ? 200 : refusal);
    const mine = await call(
      app.current,
      "GET /class/{classId}/lesson/{id}/submission",
      { params },
      watchers[watcher],
    );
    const words = JSON.stringify(mine.body);
    expect.soft(words.includes(drawing.latest), watcher).toBe(watcher === "its student");
  }
});

test("drawings hold nothing that the camera wrote, the place above all", async () => {
  const photo = await flat(64, 48)
    .withExif({
      IFD0: { Copyright: "somebody" },
      IFD3: { GPSLatitude: "52/1 31/1 0/1", GPSLatitudeRef: "N" },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- at home --></x:xmpmeta>')
    .jpeg()
    .toBuffer();
  const other = await makeExercise(app.current, watchers["the instructor"]!, params.classId);
  const { body } = await uploadDrawing(app.current, byStudent(), other, photo);
  for (const type of ["avif", "webp", "jpg"]) {
    const answer = await getMedia(app.current, `submissions/${body._id}/64.${type}`, byStudent());
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { exif, xmp, iptc } = await sharp(bytes).metadata();
    expect({ exif, xmp, iptc }, type).toEqual({});
    expect(bytes.includes("somebody")).toBe(false);
  }
});
