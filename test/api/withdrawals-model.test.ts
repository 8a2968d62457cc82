import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refundStanding } from "../../src/features/office/payments/refund-standing.ts";
import { grace, maxSpeed, queueSeconds, sentMargin } from "../../src/features/classroom/progress/policy.ts";
import { videoRenditions } from "../../src/features/classroom/videos/tables.ts";
import { createLog } from "../../src/platform/log.ts";
import { type TestApp, startTestApp, useTestApp } from "../support/app.ts";
import { isPostgres, openBeside } from "../support/database.ts";
import { getMedia } from "../support/media.ts";
import { makePayment } from "../support/payment-records.ts";
import { type TestPerson, call, makePerson } from "../support/people.ts";
import { makeClass, takeSeat } from "../support/school.ts";
import { makeVideoLesson } from "../support/videos.ts";
import { readRefund } from "../support/withdrawing.ts";

/** Of each project; `HISTORIES=10000 npm test -- test/api/withdrawals-model.test.ts` takes some minutes. */
const histories = Number(process.env["HISTORIES"] ?? 30);

const app = useTestApp();
let other: TestApp;
beforeAll(async () => {
  const { settings, database } = app.current.context;
  const log = createLog("silent");
  // Another process of the same site: the same keys, files and database.
  other = await startTestApp({ ORIGIN: settings.origin, DATA_DIR: settings.dataDir }, () =>
    isPostgres ? openBeside(database, log) : Promise.resolve({ ...database, close: () => Promise.resolve() }),
  );
});
afterAll(() => other?.close());

const [initBytes, bytesPerSecond] = [700, 100];
const films = [192, 64] as const;
/** Milliseconds of a segment, by height: no whole seconds. */
const segmentsOf = { 480: 3840, 720: 2560 } as const;
type Height = keyof typeof segmentsOf;

const upTo = (max: number) => fc.nat({ max });
const anyFilm = fc.constantFrom(0 as const, 1 as const);
const anyRange = fc
  .tuple(upTo(205), fc.oneof(upTo(3), upTo(60), upTo(205)))
  .map(([from, length]): [number, number] => [from, from + length]);
const anyRequest = fc.record({
  film: anyFilm,
  process: upTo(1),
  height: fc.constantFrom<Height>(480, 720),
  from: upTo(initBytes + 205 * bytesPerSecond),
  length: fc.oneof(...[1, 400, 6000].map((max) => fc.integer({ min: 1, max }))),
  method: fc.constantFrom("GET" as const, "GET" as const, "GET" as const, "HEAD" as const),
});
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ask: fc.array(anyRequest, { minLength: 1, maxLength: 3 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      report: fc.record({ film: anyFilm, process: upTo(1), ranges: fc.array(anyRange, { maxLength: 4 }) }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ wait: fc.constantFrom(0.25, 1, 4.75, 5, 5.25, 15, 40) }) },
);
type Value<Of> = Of extends fc.Arbitrary<infer Inside> ? Inside : never;
type Request = Value<typeof anyRequest>;
type Step = Value<typeof anyStep>;

const near = Array.from({ length: 2 * sentMargin + 1 }, (_, at) => at - sentMargin);

/** Second by second. */
function createModel() {
  const rows = films.map(() => ({ sent: new Set<number>(), watched: new Set<number>(), isDone: false }));
  /** Milliseconds. */
  let learner: { countedUntil: number; reportedAt: number } | undefined;
  return {
    ask: ({ film, height, from, length, method }: Request, now: number) => {
      if (method === "HEAD") return;
      const last = Math.min(from + length, initBytes + films[film] * bytesPerSecond) - 1;
      for (let byte = Math.max(from, initBytes); byte <= last; byte += 1) {
        const segment = Math.floor(((byte - initBytes) * 1000) / (bytesPerSecond * segmentsOf[height]));
        const [start, end] = [segment, segment + 1].map((at) => (at * segmentsOf[height]) / 1000);
        for (let second = Math.floor(start!); second < Math.min(end!, films[film]); second += 1)
          rows[film]!.sent.add(second);
        learner ??= { countedUntil: now, reportedAt: now };
      }
    },
    report: (film: 0 | 1, ranges: readonly (readonly [number, number])[], now: number) => {
      const { sent, watched } = rows[film]!;
      const wasSent = (second: number): boolean => near.some((distance) => sent.has(second + distance));
      const fresh = Array.from({ length: films[film] }, (_, second) => second).filter(
        (second) =>
          ranges.some(([from, to]) => from <= second && second < to) &&
          wasSent(second) &&
          !watched.has(second),
      );
      const lost = learner && now - learner.reportedAt > queueSeconds * 1000 ? learner.reportedAt : -Infinity;
      const start = learner ? Math.max(learner.countedUntil, lost) : now;
      const allowance = Math.floor(((now - start) / 1000) * maxSpeed) + grace;
      const credited = Math.max(0, Math.min(fresh.length, allowance));
      for (const second of fresh.slice(0, credited)) watched.add(second);
      learner = { countedUntil: start + (credited / maxSpeed) * 1000, reportedAt: now };
      rows[film]!.isDone ||= watched.size >= Math.ceil(films[film] * 0.9);
      return { watched: watched.size, isDone: rows[film]!.isDone };
    },
    opened: () =>
      rows.map(({ sent, watched }) => {
        const unwatched = [...sent].filter((second) => !watched.has(second));
        const ahead = unwatched.filter((second) =>
          [...watched].some((each) => each < second && second <= each + 60),
        ).length;
        return Math.max(watched.size, sent.size - Math.min(ahead, watched.size));
      }),
  };
}

interface School {
  readonly classId: string;
  readonly lessons: readonly { readonly lesson: string; readonly video: string }[];
}

async function makeSchool(): Promise<School> {
  const instructor = await makePerson(app.current, "instructor");
  const classId = await makeClass(app.current, instructor);
  const heights = Object.keys(segmentsOf).map(Number);
  const lessons = [];
  for (const seconds of films) {
    const options = { seconds, heights, bytesPerSecond };
    const made = await makeVideoLesson(app.current, instructor, classId, options);
    for (const [height, milliseconds] of Object.entries(segmentsOf)) {
      const starts = Array.from(
        { length: Math.ceil((seconds * 1000) / milliseconds) },
        (_, at) => at * milliseconds,
      );
      const segments = starts.map((start) => {
        const lasts = Math.min(milliseconds, seconds * 1000 - start);
        const inBytes = (time: number): number => (time * bytesPerSecond) / 1000;
        return { offset: initBytes + inBytes(start), length: inBytes(lasts), milliseconds: lasts };
      });
      await app.current.context.db
        .update(videoRenditions)
        .set({ segments })
        .where(and(eq(videoRenditions.videoId, made.video), eq(videoRenditions.height, Number(height))));
    }
    lessons.push(made);
  }
  return { classId, lessons };
}

async function expectCounted({ classId, lessons }: School, steps: readonly Step[]): Promise<void> {
  const model = createModel();
  const student = await makePerson(app.current, "student");
  await takeSeat(app.current, student, classId);
  const paymentId = await makePayment(app.current, { studentId: student.id, classId });
  const siteOf = (process: number): TestApp => (process === 0 ? app.current : other);
  const now = (): number => app.current.clock.now().getTime();
  for (const step of steps) {
    if ("wait" in step) for (const site of [app.current, other]) site.clock.advance(step.wait);
    else if ("ask" in step) {
      const answers = step.ask.map(async ({ film, process, height, from, length, method }) => {
        const { lesson, video } = lessons[film]!;
        const path = `${classId}/${lesson}/${video}/${height}.mp4`;
        const headers = { range: `bytes=${from}-${from + length - 1}` };
        await (await getMedia(siteOf(process), path, student, headers, method)).arrayBuffer();
      });
      await Promise.all(answers);
      for (const each of step.ask) model.ask(each, now());
    } else {
      const { film, process, ranges } = step.report;
      const { lesson, video } = lessons[film]!;
      const key = "POST /class/{classId}/lesson/{id}/watched";
      const sent = { params: { classId, id: lesson }, body: { videoId: video, ranges, position: 0 } };
      const { body } = await call(siteOf(process), key, sent, student);
      expect(body).toMatchObject(model.report(film, ranges, now()));
    }
  }
  await expectOpened(student, paymentId, model.opened());
}

async function expectOpened(student: TestPerson, paymentId: string, opened: number[]): Promise<void> {
  const { body } = await readRefund(other, student, paymentId);
  const found = refundStanding(body.facts);
  expect(found.lessons.map((lesson) => lesson.opened)).toEqual(opened);
  const [sum = 0, total = 0] = [opened, films].map((all) => all.reduce((one, more) => one + more, 0));
  expect(found.isAllowed).toBe(5 * sum < total);
}

test("random histories of ranges, devices and processes are counted as second by second", async () => {
  const school = await makeSchool();
  const clocks = [app.current.clock, other.clock] as const;
  do clocks.forEach((clock) => clock.reset());
  while (clocks[0].now().getTime() !== clocks[1].now().getTime());
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 12 }), (steps) => expectCounted(school, steps)),
    { numRuns: histories },
  );
}, 3_600_000);
