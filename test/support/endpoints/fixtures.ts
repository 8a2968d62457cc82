import type { TestApp } from "../app.ts";
import { makeDrawing } from "../drawings.ts";
import { makeLesson } from "../lessons.ts";
import { makePayment } from "../payment-records.ts";
import { call, makePerson } from "../people.ts";
import { makeClass } from "../school.ts";
import type { Callers, Fixtures } from "./endpoint-case.ts";

export async function createFixtures(app: TestApp): Promise<{ callers: Callers; fixtures: Fixtures }> {
  const student = await makePerson(app, "student");
  const instructor = await makePerson(app, "instructor");
  const callers: Callers = {
    visitor: undefined,
    student,
    otherStudent: await makePerson(app, "student"),
    instructor,
    otherInstructor: await makePerson(app, "instructor"),
    admin: await makePerson(app, "admin"),
  };
  const approved = await makeClass(app, instructor);
  const pending = await makeClass(app, instructor, { status: "pending" });
  const denied = await makeClass(app, instructor, { status: "denied" });
  const selected = await call(app, "POST /selected/class", { body: { classId: approved } }, student);
  const asked = await call(app, "POST /create-payment-intent", { body: { classId: approved } }, student);
  const intentId = String(asked.body.clientSecret).split("_secret_")[0] ?? "";
  const { section, lesson } = await makeLesson(app, instructor, approved, { isPreview: true });
  return {
    callers,
    fixtures: {
      approved,
      pending,
      denied,
      selection: selected.body.insertedId,
      intentId,
      payment: await makePayment(app, { studentId: student.id, classId: approved }),
      section,
      lesson,
      drawing: await makeDrawing(app, instructor, approved),
    },
  };
}
