/** @databases both: jsonb_to_recordset */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { makeLesson, makeSection, schoolOf } from "../../../../test/support/lessons.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { newId } from "../../../platform/ids.ts";

const app = useTestApp();
const { makeSchool, curriculum } = schoolOf(app);

describe("the order", () => {
  const setOrder = (classId: string, body: object, person: TestPerson) =>
    call(app.current, "PATCH /curriculum/{classId}/order", { params: { classId }, body }, person);
  const orderOf = async (classId: string, person: TestPerson) => {
    const { orderVersion, sections } = await curriculum(classId, person);
    return {
      orderVersion,
      sections: sections.map((each: { _id: string; lessons: { _id: string }[] }) => ({
        _id: each._id,
        lessons: each.lessons.map(({ _id }) => _id),
      })),
    };
  };

  test("is always one that somebody made, however two people move at once", async () => {
    const { instructor, classId } = await makeSchool();
    const admin = await makePerson(app.current, "admin");
    const sections = [];
    for (const title of ["One", "Two", "Three"])
      sections.push(await makeSection(app.current, instructor, classId, title));
    const lessons: string[] = [];
    for (let index = 0; index < 9; index += 1) {
      const made = await makeLesson(app.current, instructor, classId, {
        section: sections[index % 3]!,
        isPublished: false,
      });
      lessons.push(made.lesson);
    }
    const anyOrder = fc
      .tuple(
        fc.shuffledSubarray(sections, { minLength: 3 }),
        fc.shuffledSubarray(lessons, { minLength: 9 }),
        fc.array(fc.nat(2), { minLength: 9, maxLength: 9 }),
      )
      .map(([sectionIds, lessonIds, places]) =>
        sectionIds.map((_id, index) => ({
          _id,
          lessons: lessonIds.filter((_, lesson) => places[lesson] === index),
        })),
      );
    await fc.assert(
      fc.asyncProperty(anyOrder, anyOrder, async (one, other) => {
        const { orderVersion } = await orderOf(classId, instructor);
        const answers = await Promise.all([
          setOrder(classId, { orderVersion, sections: one }, instructor),
          setOrder(classId, { orderVersion, sections: other }, admin),
        ]);
        const won = answers.map(({ status }) => status === 200);
        expect(won.filter(Boolean)).toHaveLength(1);
        const after = await orderOf(classId, instructor);
        expect(after.sections).toEqual(won[0] ? one : other);
        expect(after.orderVersion).toBe(orderVersion + 1);
      }),
      { numRuns: 25 },
    );
  });

  test("that leaves something out or names something else is refused whole", async () => {
    const { instructor, classId } = await makeSchool();
    const { section, lesson } = await makeLesson(app.current, instructor, classId);
    const { orderVersion } = await orderOf(classId, instructor);
    for (const sections of [
      [],
      [{ _id: section, lessons: [] }],
      [{ _id: section, lessons: [lesson, lesson] }],
      [{ _id: section, lessons: [lesson, newId()] }],
      [{ _id: newId(), lessons: [lesson] }],
    ]) {
      expect(await setOrder(classId, { orderVersion, sections }, instructor)).toMatchObject({
        status: 409,
        body: { code: "order-incomplete" },
      });
    }
    expect((await orderOf(classId, instructor)).sections).toEqual([{ _id: section, lessons: [lesson] }]);
  });
});
