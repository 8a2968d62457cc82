import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import {
  type Learner,
  acceptExercise,
  certificateOf,
  finishClass,
  makeLearner,
  tick,
} from "../../../../test/support/certificates.ts";
import { isPostgres, openBeside } from "../../../../test/support/database.ts";
import { handIn, uploadDrawings } from "../../../../test/support/drawings.ts";
import { makeLesson } from "../../../../test/support/lessons.ts";
import { call, renewToken } from "../../../../test/support/people.ts";
import { buy } from "../../../../test/support/paying.ts";
import { makeClass, takeSeat } from "../../../../test/support/school.ts";
import { payloadOf } from "../../../../test/support/verifiers.ts";
import { makeVideoLesson } from "../../../../test/support/videos.ts";
import { classes } from "../../school/classes/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { finishChecks } from "../../classroom/lessons/tables.ts";
import { videos } from "../../classroom/videos/tables.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { noteSent } from "../../classroom/progress/note-learner.ts";
import { issueCertificates } from "./issue-certificates.ts";
import { certificates } from "./tables.ts";

const app = useTestApp();

let learner: Learner;
beforeEach(async () => {
  learner = await makeLearner(app.current);
});

const add = async (options: Parameters<typeof makeLesson>[3] = {}): Promise<string> =>
  (await makeLesson(app.current, learner.instructor, learner.classId, options)).lesson;
const addFilm = (seconds: number) =>
  makeVideoLesson(app.current, learner.instructor, learner.classId, { seconds });

/** As if the film had been sent and played from its start. */
async function watch({ lesson, video }: { lesson: string; video: string }, seconds: number): Promise<void> {
  const { context, clock } = app.current;
  const { student, classId } = learner;
  const film = { studentId: student.id, classId, lessonId: lesson, videoId: video };
  await noteSent(context, { ...film, from: 0, to: seconds });
  clock.advance(seconds);
  const answer = await call(
    app.current,
    "POST /class/{classId}/lesson/{id}/watched",
    {
      params: { classId: learner.classId, id: lesson },
      body: { videoId: video, ranges: [[0, seconds]], position: seconds },
    },
    await renewToken(app.current, learner.student),
  );
  expect(answer.body.watched).toBeGreaterThanOrEqual(seconds);
}

async function hasCertificate(): Promise<boolean> {
  await issueCertificates(app.current.context);
  return (await certificateOf(app.current, learner)) !== undefined;
}

const own = async () => {
  const { email } = learner.student;
  const key = "GET /learning/{email}/class/{classId}/certificate";
  const sent = { params: { email, classId: learner.classId } };
  return (await call(app.current, key, sent, await renewToken(app.current, learner.student))).body;
};

/** Buys a class, held again with the lessons of the learner's own. */
async function buyTheSameLessons(): Promise<string> {
  const { db } = app.current.context;
  const { instructor, student, classId } = learner;
  const again = await makeClass(app.current, instructor, { className: "Hair, again" });
  const [held] = await db.select().from(classes).where(eq(classes.id, classId));
  await db.update(classes).set({ curriculumId: held!.curriculumId }).where(eq(classes.id, again));
  await buy(app.current, student, again);
  return again;
}

const edit = (id: string, change: "retire" | { isRequired: boolean }) =>
  call(
    app.current,
    change === "retire"
      ? "POST /curriculum/{classId}/lesson/{id}/retire"
      : "PATCH /curriculum/{classId}/lesson/{id}",
    { params: { classId: learner.classId, id }, ...(change !== "retire" && { body: change }) },
    learner.instructor,
  );

test("who buys a class again, having finished its lessons in another, has its certificate, too", async () => {
  const lesson = await add();
  await tick(app.current, learner, lesson);
  expect(await hasCertificate()).toBe(true);
  const again = await buyTheSameLessons();
  await issueCertificates(app.current.context);
  const issued = await app.current.context.db.select().from(certificates);
  expect(issued.map(({ classId }) => classId).toSorted()).toEqual([learner.classId, again].toSorted());
});

describe("a class is finished", () => {
  test("never without a lesson", async () => {
    await add({ isPublished: false });
    const extra = await add({ isRequired: false });
    await tick(app.current, learner, extra);
    expect(await hasCertificate()).toBe(false);
    expect(await own()).toMatchObject({ state: "studying", effort: { lessons: 0 } });
  });

  test("when every required lesson is done; drafts and extras do not count", async () => {
    const [one, two] = [await add(), await add()];
    await add({ isPublished: false });
    await add({ isRequired: false, kind: "exercise" });
    await tick(app.current, learner, one);
    expect(await hasCertificate()).toBe(false);
    expect(await own()).toMatchObject({ state: "studying", effort: { lessons: 2, done: 1 } });
    await tick(app.current, learner, two);
    expect(await hasCertificate()).toBe(true);
    expect(await own()).toMatchObject({ state: "issued", effort: { lessons: 2, done: 2, exercises: 0 } });
  });

  test("and its words tell what was only ticked off from what was read", async () => {
    const [one, two] = [await add(), await add()];
    await tick(app.current, learner, one);
    const read = { params: { classId: learner.classId, id: two }, body: { how: "read" } };
    await call(app.current, "POST /class/{classId}/lesson/{id}/done", read, learner.student);
    expect(await hasCertificate()).toBe(true);
    const { number, credential } = (await certificateOf(app.current, learner))!;
    expect(JSON.stringify(payloadOf(credential?.jwt ?? ""))).toContain(
      "All 2 lessons that count are done, 1 of them ticked off by the student.",
    );
    const svg = await fetch(`${app.current.origin}/certificates/${number}/certificate.svg`);
    expect(await svg.text()).toContain("2 lessons done, 1 self-reported");
  });

  test("though somebody before them has a check that fails", async () => {
    const failing = learner;
    await tick(app.current, failing, await add());
    learner = await makeLearner(app.current);
    app.current.clock.advance(1);
    await tick(app.current, learner, await add());
    const { db } = app.current.context;
    await db.execute(sql`
      create function refuse_one() returns trigger language plpgsql as $$
      begin
        if new.student_id = ${sql.raw(`'${failing.student.id}'`)} then raise 'refused'; end if;
        return new;
      end $$`);
    await db.execute(sql`
      create trigger refuse_one before insert on certificates for each row execute function refuse_one()`);
    expect(await hasCertificate()).toBe(true);
    expect(await certificateOf(app.current, failing)).toBeUndefined();
    await db.execute(sql`drop trigger refuse_one on certificates`);
    await db.execute(sql`drop function refuse_one`);
    app.current.clock.advance(600);
    await issueCertificates(app.current.context);
    expect(await certificateOf(app.current, failing)).toBeDefined();
  });

  test("with exercises when each is accepted in this class, whatever was watched", async () => {
    const [drawing, text] = [await add({ kind: "exercise" }), await add()];
    const film = await addFilm(600);
    for (const lesson of [drawing, text, film.lesson]) await tick(app.current, learner, lesson);
    await watch(film, 60);
    expect(await hasCertificate()).toBe(false);
    await acceptExercise(app.current, learner, drawing);
    expect(await hasCertificate()).toBe(true);
    const { number, effort } = (await certificateOf(app.current, learner))!;
    const svg = await (await fetch(`${app.current.origin}/certificates/${number}/certificate.svg`)).text();
    expect(svg).toContain("3 lessons done, 2 self-reported");
    expect(svg).toContain("1 of 1 exercise accepted");
    expect(svg).toContain("0 of 1 video watched");
    expect(effort).toMatchObject({
      exercises: 1,
      accepted: 1,
      films: 1,
      watchedThrough: 0,
    });
  });

  test("and counts no round that was taken back", async () => {
    const params = { classId: learner.classId, id: await add({ kind: "exercise" }) };
    const { student } = learner;
    await handIn(app.current, student, params, await uploadDrawings(app.current, student, params));
    expect(await own()).toMatchObject({ effort: { exercises: 1, rounds: 1 } });
    await call(app.current, "DELETE /class/{classId}/lesson/{id}/submission", { params }, student);
    expect(await own()).toMatchObject({ effort: { exercises: 1, rounds: 0 } });
  });

  test("without exercises when 80 percent of all film was watched, in whatever lesson", async () => {
    const films = [await addFilm(100), await addFilm(100)] as const;
    for (const { lesson } of films) await tick(app.current, learner, lesson);
    await watch(films[0], 90);
    await watch(films[1], 69);
    expect(await hasCertificate()).toBe(false);
    await watch(films[1], 70);
    expect(await hasCertificate()).toBe(true);
    expect((await certificateOf(app.current, learner))?.effort).toMatchObject({
      films: 2,
      watchedThrough: 1,
      seconds: 200,
      watchedSeconds: 160,
    });
  });

  test.each([["retire" as const], [{ isRequired: false }]])(
    "when the lesson that was missing counts no more: %o",
    async (change) => {
      const [one, missing] = [await add(), await add()];
      await tick(app.current, learner, one);
      expect(await hasCertificate()).toBe(false);
      await edit(missing, change);
      expect(await hasCertificate()).toBe(true);
    },
  );

  test("when a lesson that was done and watched counts after all", async () => {
    const [film, bonus] = [await addFilm(100), await addFilm(300)];
    await edit(bonus.lesson, { isRequired: false });
    for (const { lesson } of [film, bonus]) await tick(app.current, learner, lesson);
    await watch(film, 70);
    await watch(bonus, 300);
    expect(await hasCertificate()).toBe(false);
    await edit(bonus.lesson, { isRequired: true });
    expect(await hasCertificate()).toBe(true);
  });

  test("not before it is known how long its films are", async () => {
    const { lesson, video } = await addFilm(100);
    const { db } = app.current.context;
    await db.update(videos).set({ state: "uploaded", milliseconds: null }).where(eq(videos.id, video));
    await tick(app.current, learner, lesson);
    expect(await hasCertificate()).toBe(false);
    expect(await own()).toMatchObject({ state: "studying" });
    await db.update(videos).set({ state: "ready", milliseconds: 100_000 }).where(eq(videos.id, video));
    await watch({ lesson, video }, 90);
    expect(await hasCertificate()).toBe(true);
  });

  test("at the last lesson, on the day of it", async () => {
    await tick(app.current, learner, await add());
    const finishedAt = app.current.clock.now();
    app.current.clock.advance(86_400);
    expect(await hasCertificate()).toBe(true);
    expect(await certificateOf(app.current, learner)).toMatchObject({
      finishedAt,
      issuedAt: app.current.clock.now(),
    });
  });
});

test("a lesson that is added later takes nothing away, and a seat that was given back gets nothing", async () => {
  const lesson = await add();
  await tick(app.current, learner, lesson);
  expect(await hasCertificate()).toBe(true);
  await add();
  expect(await own()).toMatchObject({ state: "issued" });

  const { db } = app.current.context;
  const guest = { ...learner, student: (await makeLearner(app.current)).student };
  await takeSeat(app.current, guest.student, learner.classId);
  await tick(app.current, guest, lesson);
  await db.delete(enrollments);
  await issueCertificates(app.current.context);
  expect(await certificateOf(app.current, guest)).toBeUndefined();
  expect(await db.$count(finishChecks)).toBe(0);
});

test("the student is told once, when it is signed", async () => {
  const { number, student } = await finishClass(app.current);
  await issueCertificates(app.current.context);
  const told = await app.current.context.db.select().from(notifications);
  expect(told.filter(({ kind }) => kind === "certificate-issued")).toMatchObject([
    { personId: student.id, kind: "certificate-issued", path: `/certificates/${number}` },
  ]);
});

test("what a crash left unsigned is signed after its lease", async () => {
  await tick(app.current, learner, await add());
  const { context, clock } = app.current;
  const certificateSeal = {
    ...context.certificateSeal,
    close: () => {
      throw new Error("the machine stops here");
    },
  };
  await issueCertificates({ ...context, certificateSeal });
  expect(await own()).toMatchObject({ state: "on-its-way" });
  await issueCertificates(context);
  expect(await own()).toMatchObject({ state: "on-its-way" });
  clock.advance(61);
  await issueCertificates(context);
  expect(await own()).toMatchObject({ state: "issued" });
});

test.runIf(isPostgres)(
  "two processes issue one certificate for each student, and lose no check",
  async () => {
    const { context } = app.current;
    const beside = await openBeside(context.database, context.log);
    const other = { ...context, db: beside.db };
    const lessons = [await add(), await add(), await add()];
    const students = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { student } = await makeLearner(app.current);
        await takeSeat(app.current, student, learner.classId);
        return student;
      }),
    );
    const studying = new AbortController();
    const work = async (process: typeof context): Promise<void> => {
      while (!studying.signal.aborted) await issueCertificates(process);
    };
    const processes = [work(context), work(other)];
    for (const lesson of lessons)
      await Promise.all(students.map((student) => tick(app.current, { ...learner, student }, lesson)));
    studying.abort();
    await Promise.all(processes);
    await issueCertificates(context);
    await beside.close();
    const issued = await context.db.select().from(certificates);
    expect(issued.map(({ studentId }) => studentId).toSorted()).toEqual(
      students.map(({ id }) => id).toSorted(),
    );
    expect(issued.every(({ credential }) => credential !== null)).toBe(true);
    expect(new Set(issued.map(({ statusIndex }) => statusIndex)).size).toBe(12);
  },
);
