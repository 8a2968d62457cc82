import { noteSent } from "../../src/features/classroom/progress/note-learner.ts";
import type { TestApp } from "./app.ts";
import { type Answer, type TestPerson, call, makePerson } from "./people.ts";
import { makeClass, takeSeat } from "./school.ts";
import { makeVideoLesson } from "./videos.ts";

type Place = Readonly<Record<"classId" | "id", string>>;

/** A class with a student, and the student's actions in it. */
export function learningOf(app: { readonly current: TestApp }) {
  /** The clock of these tests outlives their tokens. */
  const callAs = async (
    person: TestPerson,
    key: string,
    params: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<Answer> =>
    call(
      app.current,
      key,
      { params, ...(body && { body }) },
      { token: await app.current.context.accessTokens.issue(person.id) },
    );

  const makeSchool = async () => {
    const instructor = await makePerson(app.current, "instructor");
    const classId = await makeClass(app.current, instructor);
    const student = await makePerson(app.current, "student");
    await takeSeat(app.current, student, classId);
    return { instructor, classId, student };
  };

  const open = (student: TestPerson, place: Place): Promise<Answer> =>
    callAs(student, "POST /class/{classId}/lesson/{id}/opened", place);

  return {
    callAs,
    makeSchool,
    makeWatcher: async (seconds = 3600) => {
      const school = await makeSchool();
      const { lesson, video } = await makeVideoLesson(app.current, school.instructor, school.classId, {
        seconds,
      });
      const place = { classId: school.classId, id: lesson };
      await open(school.student, place);
      return { ...school, place, video };
    },
    open,
    tick: (student: TestPerson, place: Place): Promise<Answer> =>
      callAs(student, "POST /class/{classId}/lesson/{id}/done", place, { how: "ticked" }),
    untick: (student: TestPerson, place: Place): Promise<Answer> =>
      callAs(student, "DELETE /class/{classId}/lesson/{id}/done", place),
    report: (
      student: TestPerson,
      place: Place,
      videoId: string,
      ranges: readonly (readonly [number, number])[],
      position = 0,
    ): Promise<Answer> =>
      callAs(student, "POST /class/{classId}/lesson/{id}/watched", place, { videoId, ranges, position }),
    /** As if the bytes of these seconds had been requested. */
    send: (
      student: TestPerson,
      { classId, id }: Place,
      videoId: string,
      from = 0,
      to = 3600,
    ): Promise<void> =>
      noteSent(app.current.context, { studentId: student.id, classId, lessonId: id, videoId, from, to }),
    learning: async (student: TestPerson): Promise<Answer["body"]> =>
      (await callAs(student, "GET /learning/{email}", { email: student.email })).body,
    learningIn: async (student: TestPerson, classId: string): Promise<Answer["body"]> =>
      (await callAs(student, "GET /learning/{email}/class/{classId}", { email: student.email, classId }))
        .body,
    schedule: (instructor: TestPerson, classId: string, startsOn: string): Promise<Answer> =>
      callAs(instructor, "PATCH /class/{id}/schedule", { id: classId }, { startsOn, timeZone: "UTC" }),
    openLater: (
      instructor: TestPerson,
      classId: string,
      id: string,
      opensAfterDays: number,
    ): Promise<Answer> =>
      callAs(
        instructor,
        "PATCH /curriculum/{classId}/section/{id}",
        { classId, id },
        { opensAfterDays, opensAt: "18:00" },
      ),
  };
}
