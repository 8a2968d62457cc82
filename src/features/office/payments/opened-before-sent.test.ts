import { beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { getMedia, makeMaterial } from "../../../../test/support/media.ts";
import { call, renewToken } from "../../../../test/support/people.ts";
import { type Purchase, buyClass } from "../../../../test/support/purchase.ts";
import { makeVideoLesson } from "../../../../test/support/videos.ts";
import { standingOf, withdraw } from "../../../../test/support/withdrawing.ts";

const app = useTestApp();

let bought: Purchase;
beforeEach(async () => {
  bought = await buyClass(app.current);
});

const initBytes = 700;

/** The whole class is one film. */
async function makeFilm(options: { seconds: number; bytesPerSecond?: number }) {
  const { instructor, classId, student, paymentId } = bought;
  const { bytesPerSecond = 100 } = options;
  const { lesson, video } = await makeVideoLesson(app.current, instructor, classId, options);
  const path = `${classId}/${lesson}/${video}/480.mp4`;
  const at = (second: number): number => initBytes + Math.floor(second * bytesPerSecond);
  return {
    lesson,
    whole: () => getMedia(app.current, path, student),
    fetch: (from: number, to: number) =>
      getMedia(app.current, path, student, { range: `bytes=${at(from)}-${at(to) - 1}` }),
    report: async (...ranges: [number, number][]) =>
      call(
        app.current,
        "POST /class/{classId}/lesson/{id}/watched",
        { params: { classId, id: lesson }, body: { videoId: video, ranges, position: 0 } },
        await renewToken(app.current, student),
      ),
    standing: () => standingOf(app.current, student, paymentId),
    withdraw: () => withdraw(app.current, student, paymentId),
  };
}

test("what has been asked for and not yet arrived counts", async () => {
  const { student, classId } = bought;
  const film = await makeFilm({ seconds: 60, bytesPerSecond: 200_000 });
  const file = Buffer.alloc(12_000_000);
  const material = await makeMaterial(app.current, film.lesson, "a.pdf", file);
  const answers = [
    await film.whole(),
    await getMedia(app.current, `${classId}/${film.lesson}/materials/${material}/a.pdf`, student),
  ];
  expect(await film.standing()).toMatchObject({ opened: 120, total: 120 });
  expect(await film.withdraw()).toMatchObject({ status: 409, body: { code: "refund-not-in-policy" } });
  const bytes = await Promise.all(answers.map(async (answer) => (await answer.arrayBuffer()).byteLength));
  expect(bytes).toEqual([12_000_700, 12_000_000]);
});

test("a film that is fetched in pieces of less than a second counts whole", async () => {
  const film = await makeFilm({ seconds: 60 });
  for (let second = 0; second < 60; second += 1) {
    expect((await film.fetch(second + 0.02, second + 0.98)).status).toBe(206);
    if (second % 10 === 0) await film.report();
  }
  expect(await film.standing()).toMatchObject({ opened: 60, share: { number: 1000 } });
  expect((await film.withdraw()).status).toBe(409);
});

test("a film that is fetched in pieces, with a second reported of each, counts for half at least", async () => {
  const film = await makeFilm({ seconds: 600 });
  for (let second = 0; second < 240; second += 24) {
    await film.fetch(second, second + 20);
    app.current.clock.advance(10);
    await film.report([second, second + 1]);
  }
  expect((await film.standing()).opened).toBe(190);
  expect((await film.withdraw()).status).toBe(409);
});

/** As the player does: 15 seconds ahead and a segment, a report every 15 seconds. */
async function watch(film: Awaited<ReturnType<typeof makeFilm>>, from: number, to: number): Promise<void> {
  let fetched = from;
  for (let second = from; second < to; second += 1) {
    for (; fetched - second < 15; fetched += 2) await film.fetch(fetched, fetched + 2);
    app.current.clock.advance(1);
    if ((second - from) % 15 === 14) await film.report([second - 14, second + 1]);
  }
  const rest = (to - from) % 15;
  if (rest > 0) await film.report([to - rest, to]);
}

describe("a student who watches", () => {
  test("19% may withdraw, whatever the player read ahead", async () => {
    const film = await makeFilm({ seconds: 300 });
    await watch(film, 0, 40);
    await watch(film, 200, 217);
    expect(await film.standing()).toMatchObject({ opened: 57, share: { number: 190 } });
    expect((await film.withdraw()).status).toBe(200);
  });

  test("20% may not", async () => {
    const film = await makeFilm({ seconds: 300 });
    await watch(film, 0, 60);
    expect(await film.standing()).toMatchObject({ opened: 60, share: { number: 200 } });
    expect((await film.withdraw()).status).toBe(409);
  });
});

test("of what is asked for while the withdrawal is decided, it counts all that arrives", async () => {
  const statuses = new Set<number>();
  for (const fetches of [3, 9, 9, 30]) {
    bought = await buyClass(app.current);
    const film = await makeFilm({ seconds: 100 });
    const asked = Array.from({ length: fetches }, (_, at) => film.fetch(2 * at, 2 * at + 2));
    const [{ status }, ...answers] = await Promise.all([film.withdraw(), ...asked]);
    const arrived = answers.filter((answer) => answer.status === 206).length;
    if (status === 200) expect(2 * arrived).toBeLessThan(20);
    else expect(2 * arrived).toBeGreaterThanOrEqual(20);
    statuses.add(status);
    if (status === 200) expect((await film.fetch(50, 52)).status).toBe(403);
  }
  expect(statuses).toContain(200);
});
