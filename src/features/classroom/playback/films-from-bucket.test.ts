import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { useBucket } from "../../../../test/support/bucket.ts";
import { bytesOf, mediaCookie, mediaOf, refusal } from "../../../../test/support/media.ts";
import { type TestPerson, makePerson } from "../../../../test/support/people.ts";
import { takeSeat } from "../../../../test/support/school.ts";
import { videoBytes } from "../../../../test/support/videos.ts";
import { enrollments } from "../../school/enrollments/tables.ts";

const bucket = useBucket();
const bucketOrigin = () => bucket.env()["S3_ENDPOINT"] ?? "";
const app = useTestApp(() => ({ ...bucket.env(), S3_PUBLIC_ENDPOINT: bucketOrigin() }));
const { makeSchool, get, sentTo } = mediaOf(app);
afterEach(() => void vi.useRealTimers());

/** Not followed. */
const ask = async (path: string, person: TestPerson | undefined, range: string): Promise<Response> =>
  fetch(`${app.current.origin}/media/${path}`, {
    headers: { ...(await mediaCookie(app.current, person)), range },
    redirect: "manual",
  });
const addressIn = (answer: Response): string => answer.headers.get("location") ?? "";

test("is fetched there by whoever may watch, and by nobody once they have lost their seat", async () => {
  const { instructor, student, classId, path } = await makeSchool();
  const refunded = await makePerson(app.current, "student");
  await takeSeat(app.current, refunded, classId);
  const { db, storage } = app.current.context;
  await db.delete(enrollments).where(eq(enrollments.studentId, refunded.id));
  const people: [string, TestPerson | undefined, before: number, after: number][] = [
    ["a visitor", undefined, 401, 401],
    ["a student without a seat", await makePerson(app.current, "student"), 403, 403],
    ["a student with a seat", student, 302, 403],
    ["a refunded student", refunded, 403, 403],
    ["the instructor", instructor, 302, 302],
    ["another instructor", await makePerson(app.current, "instructor"), 403, 403],
    ["an admin", await makePerson(app.current, "admin"), 302, 302],
  ];
  const read = vi.spyOn(storage, "read");
  const range = "bytes=900-1099";
  const segment = videoBytes(6700).subarray(900, 1100);
  const check = async (who: string, person: TestPerson | undefined, status: number): Promise<void> => {
    const answer = await ask(`${path}/480.mp4`, person, range);
    expect(answer.status, who).toBe(status);
    if (status !== 302) {
      expect(addressIn(answer)).toBe("");
      expect(await refusal(answer)).toMatchObject({ status, caching: "no-store" });
      return;
    }
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(await answer.text()).toBe("");
    expect(new URL(addressIn(answer)).origin).toBe(bucketOrigin());
    const found = await fetch(addressIn(answer), { headers: { range } });
    expect(found.status).toBe(206);
    expect((await bytesOf(found)).equals(segment)).toBe(true);
    expect(Object.fromEntries(found.headers)).toMatchObject({
      "content-type": "video/mp4",
      "cache-control": "private, no-store",
    });
  };
  for (const [who, person, before] of people) await check(who, person, before);
  expect(await sentTo(student)).toEqual(["{[2,4)}"]);
  await db.delete(enrollments).where(eq(enrollments.studentId, student.id));
  for (const [who, person, , after] of people) await check(who, person, after);
  expect(await sentTo(student)).toEqual(["{[2,4)}"]);
  expect(read).not.toHaveBeenCalled();
});

test("is given there by exactly the bytes that were noted, for a minute", async () => {
  const { student, path } = await makeSchool();
  const address = addressIn(await ask(`${path}/480.mp4`, student, "bytes=900-1099"));
  const statusOf = async (headers: Record<string, string>, method = "GET") =>
    (await fetch(address, { method, headers })).status;
  expect(await statusOf({ range: "bytes=900-1099" })).toBe(206);
  for (const range of ["bytes=900-1100", "bytes=0-", "bytes=900-1099,0-99"])
    expect(await statusOf({ range }), range).toBe(403);
  expect(await statusOf({})).toBe(403);
  expect(await statusOf({ range: "bytes=900-1099" }, "PUT")).toBe(403);

  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: now - 58_000 });
  const nearlyOld = addressIn(await ask(`${path}/480.mp4`, student, "bytes=900-1099"));
  vi.setSystemTime(now - 62_000);
  const old = addressIn(await ask(`${path}/480.mp4`, student, "bytes=900-1099"));
  vi.setSystemTime(now);
  expect((await fetch(nearlyOld, { headers: { range: "bytes=900-1099" } })).status).toBe(206);
  expect((await fetch(old, { headers: { range: "bytes=900-1099" } })).status).toBe(403);
});

test("and what is asked for otherwise comes from the site", async () => {
  const { student, path } = await makeSchool();
  for (const [file, range, status] of [
    ["480.mp4", "bytes=0-", 206],
    ["480.mp4", "bytes=-100", 206],
    ["480.mp4", "bytes=6000-999999", 206],
    ["480.mp4", "bytes=9999-99999", 416],
    ["480.m3u8", "bytes=0-1", 200],
    ["poster.webp", "bytes=0-1", 200],
    ["en.vtt", "bytes=0-1", 200],
  ] as const)
    expect((await ask(`${path}/${file}`, student, range)).status, `${file} ${range}`).toBe(status);
  const head = await get(`${path}/480.mp4`, student, { range: "bytes=0-9" }, "HEAD");
  expect(head.status).toBe(200);
});
