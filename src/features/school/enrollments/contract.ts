import { problemsOf } from "../../../platform/errors.ts";
import { z } from "zod";
import { pageQuery } from "../../../platform/keyset.ts";
import { email } from "../../../access/fields.ts";
import { endpoint, only, onlyOwn, roles } from "../../../access/policy.ts";
import { lessonStatus } from "../classes/contract.ts";
import { problems as classProblems, levels } from "../classes/policy.ts";
import { picture } from "../pictures/contract.ts";

export const problems = problemsOf({
  "409 already-enrolled": "You're already enrolled. The class is under Enrolled Classes.",
  "409 no-seats-left": "No seats left in this class.",
  "404 not-enrolled": "You're not enrolled in this class.",
});

const enrolledClass = z.object({
  _id: z.string(),
  classId: z.string(),
  className: z.string(),
  classImage: z.string(),
  picture,
  instructorName: z.string(),
  instructorEmail: z.string(),
  date: z.date().describe("When the seat was taken (UTC)"),
  lessonStatus,
});

export const enrollmentsContract = {
  "GET /enrolled/classes/{email}": endpoint({
    summary: "The classes that the person is enrolled in, whatever their role is now, newest first",
    access: onlyOwn("email", ...roles),
    params: z.object({ email }),
    query: z.object(pageQuery),
    answer: z.array(enrolledClass),
    paged: true,
  }),
  "GET /enrolled/class/{email}/{id}": endpoint({
    summary: "One enrolled class (by the class's id), with what it holds for its students",
    access: onlyOwn("email", ...roles),
    params: z.object({ email, id: z.uuid() }),
    answer: enrolledClass.extend({
      level: z.enum(levels),
      description: z.string(),
      whatYouWillLearn: z.array(z.string()),
    }),
    errors: [problems["not-enrolled"]],
  }),
  "PATCH /class/updateCount/{classId}": endpoint({
    summary: "Set the class's count of students to the number enrolled",
    access: only("student", "instructor", "admin"),
    params: z.object({ classId: z.uuid() }),
    answer: z.object({ modifiedCount: z.int().describe("0 when the count was right") }),
    errors: [classProblems["class-not-found"]],
  }),
};
