import { beforeEach, describe, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { enrollments } from "../../src/features/school/enrollments/tables.ts";
import { useTestApp } from "../support/app.ts";
import { makeSection } from "../support/lessons.ts";
import { getMedia, makeMaterial } from "../support/media.ts";
import { type TestPerson, call, makePerson } from "../support/people.ts";
import { makeClass, takeSeat } from "../support/school.ts";
import { makeVideoLesson } from "../support/videos.ts";

const app = useTestApp();

const viewers = [
  "visitor",
  "a student without a seat",
  "a student with a seat",
  "a refunded student",
  "the instructor",
  "another instructor",
  "an admin",
] as const;
type Viewer = (typeof viewers)[number];

/** In the order of `viewers`. A visitor is asked to log in, since their cookie may have expired. */
const states = {
  "a draft": [404, 404, 404, 404, 200, 404, 200],
  published: [401, 403, 200, 403, 200, 403, 200],
  "retired, and opened before": [404, 404, 200, 404, 200, 404, 200],
  "retired, and never opened": [404, 404, 404, 404, 200, 404, 200],
  "a preview": [200, 200, 200, 200, 200, 200, 200],
  "not yet open": [401, 403, 403, 403, 200, 403, 200],
  "a preview that is not yet open": [200, 200, 200, 200, 200, 200, 200],
  "in a pending class": [404, 404, 200, 404, 200, 404, 200],
  "a preview in a pending class": [404, 404, 200, 404, 200, 404, 200],
} as const;
type State = keyof typeof states;

interface Lesson {
  readonly classId: string;
  readonly lesson: string;
  readonly video: string;
  readonly material: string;
}

const people = {} as Record<Viewer, TestPerson | undefined>;
const lessons = {} as Record<State, Lesson>;

async function makeSchool(): Promise<void> {
  const instructor = await makePerson(app.current, "instructor");
  const student = await makePerson(app.current, "student");
  const refunded = await makePerson(app.current, "student");
  Object.assign(people, {
    visitor: undefined,
    "a student without a seat": await makePerson(app.current, "student"),
    "a student with a seat": student,
    "a refunded student": refunded,
    "the instructor": instructor,
    "another instructor": await makePerson(app.current, "instructor"),
    "an admin": await makePerson(app.current, "admin"),
  });
  const approved = await makeClass(app.current, instructor);
  const pending = await makeClass(app.current, instructor, { status: "pending" });
  const now = await makeSection(app.current, instructor, approved);
  const later = await makeSection(app.current, instructor, approved, "Later");
  const schedule = { startsOn: app.current.clock.now().toISOString().slice(0, 10), timeZone: "UTC" };
  const params = { id: approved };
  await call(app.current, "PATCH /class/{id}/schedule", { params, body: schedule }, instructor);
  await call(
    app.current,
    "PATCH /curriculum/{classId}/section/{id}",
    { params: { classId: approved, id: later }, body: { opensAfterDays: 9 } },
    instructor,
  );
  for (const state of Object.keys(states) as State[]) {
    const classId = state.includes("pending") ? pending : approved;
    const made = await makeVideoLesson(app.current, instructor, classId, {
      ...(classId === approved && { section: state.includes("not yet") ? later : now }),
      isPreview: state.includes("preview"),
      isPublished: state !== "a draft",
    });
    const material = await makeMaterial(app.current, made.lesson, "lines.pdf", Buffer.from("%PDF-"));
    lessons[state] = { classId, lesson: made.lesson, video: made.video, material };
  }
  for (const classId of [approved, pending])
    for (const person of [student, refunded]) await takeSeat(app.current, person, classId);
  for (const state of ["published", "retired, and opened before"] as const)
    for (const person of [student, refunded])
      await call(
        app.current,
        "POST /class/{classId}/lesson/{id}/opened",
        { params: { classId: approved, id: lessons[state].lesson } },
        person,
      );
  for (const state of ["retired, and opened before", "retired, and never opened"] as const)
    await call(
      app.current,
      "POST /curriculum/{classId}/lesson/{id}/retire",
      { params: { classId: approved, id: lessons[state].lesson } },
      instructor,
    );
  await app.current.context.db.delete(enrollments).where(eq(enrollments.studentId, refunded.id));
}

const routes: Record<string, (lesson: Lesson) => string> = {
  "GET master.m3u8": ({ video }) => `${video}/master.m3u8`,
  "GET 480.m3u8": ({ video }) => `${video}/480.m3u8`,
  "GET 480.mp4": ({ video }) => `${video}/480.mp4`,
  "HEAD 480.mp4": ({ video }) => `${video}/480.mp4`,
  "GET poster.webp": ({ video }) => `${video}/poster.webp`,
  "GET en.vtt": ({ video }) => `${video}/en.vtt`,
  "GET a material": ({ material }) => `materials/${material}/lines.pdf`,
  "HEAD a material": ({ material }) => `materials/${material}/lines.pdf`,
};

describe("media of a lesson", () => {
  beforeEach(makeSchool);

  test.each(Object.entries(routes))("%s is for whoever may open the lesson", async (route, pathOf) => {
    for (const [state, statuses] of Object.entries(states) as [State, (typeof states)[State]][])
      for (const [index, viewer] of viewers.entries()) {
        const lesson = lessons[state];
        const path = `${lesson.classId}/${lesson.lesson}/${pathOf(lesson)}`;
        const method = route.startsWith("HEAD") ? "HEAD" : "GET";
        const answer = await getMedia(app.current, path, people[viewer], {}, method);
        const text = await answer.text();
        expect.soft(answer.status, `${state}, ${viewer}: ${text}`).toBe(statuses[index]);
        if (answer.status === 200) continue;
        expect.soft(answer.headers.get("content-type")).toBe("application/problem+json");
        expect.soft(answer.headers.get("cache-control")).toBe("no-store");
      }
  });

  test("does not come by way of another lesson or class that the viewer may open", async () => {
    const student = people["a student with a seat"];
    const { published, "not yet open": closed, "a preview": preview } = lessons;
    for (const [through, viewer] of [
      [published, student],
      [preview, undefined],
    ] as const) {
      const place = `${through.classId}/${through.lesson}`;
      for (const path of [
        `${place}/${closed.video}/480.mp4`,
        `${place}/materials/${closed.material}/lines.pdf`,
        `${lessons["in a pending class"].classId}/${closed.lesson}/${closed.video}/480.mp4`,
      ])
        expect((await getMedia(app.current, path, viewer)).status, path).toBe(404);
    }
  });

  test("has a cookie for whoever bears an access token", async () => {
    for (const viewer of viewers) {
      const token = people[viewer]?.token;
      const answer = await fetch(`${app.current.origin}/media/session`, {
        method: "POST",
        headers: token ? { authorization: `Bearer ${token}` } : {},
      });
      expect(answer.status, viewer).toBe(viewer === "visitor" ? 401 : 204);
      expect(answer.headers.has("set-cookie")).toBe(viewer !== "visitor");
    }
  });
});
