import { problemsOf } from "../../../platform/errors.ts";
import { z } from "zod";
import { pageQuery } from "../../../platform/keyset.ts";
import { dollars } from "../../../platform/money.ts";
import { email } from "../../../access/fields.ts";
import { endpoint, only, onlyOwn, roles } from "../../../access/policy.ts";
import { lessonStatus } from "../classes/contract.ts";
import { problems as classProblems } from "../classes/policy.ts";
import { picture } from "../pictures/contract.ts";
import { problems as enrollmentProblems } from "../enrollments/contract.ts";

export const problems = problemsOf({
  "409 already-selected": "You've already selected this class. It's under Selected Classes.",
  "404 selection-not-found": "This class is no longer in your selected classes.",
  "403 not-your-selection": "This selection belongs to another student.",
});

const selectedClass = z.object({
  _id: z.string(),
  classId: z.string(),
  className: z.string(),
  classImage: z.string(),
  picture,
  price: dollars.describe("What the class costs now, and what would be charged"),
  priceWhenSelected: dollars,
  availableSeats: z.int(),
  isOpen: z.boolean().describe("Whether students can enroll, as long as seats are left"),
  lessonStatus,
  instructorName: z.string(),
  instructorEmail: z.string(),
  studentEmail: z.string(),
});

const idList = z
  .string()
  .regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(,[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}){0,99}$/, {
    message: "Up to 100 class ids with commas between them",
  });

export const selectionsContract = {
  "POST /selected/class": endpoint({
    summary: "Select a class; all but its id is taken from the class itself",
    access: only("student"),
    body: z.object({ classId: z.uuid() }),
    answer: z.object({ insertedId: z.string() }),
    errors: [
      classProblems["class-not-found"],
      problems["already-selected"],
      enrollmentProblems["already-enrolled"],
      enrollmentProblems["no-seats-left"],
    ],
  }),
  "GET /selected/classes/{email}": endpoint({
    summary: "The student's selected classes, newest first",
    access: onlyOwn("email", "student"),
    params: z.object({ email }),
    query: z.object(pageQuery),
    answer: z.array(selectedClass),
    paged: true,
  }),
  "GET /taken/classes/{email}": endpoint({
    summary:
      "Which of the named classes the person has selected or is enrolled in, and how many are selected in all",
    access: onlyOwn("email", ...roles),
    params: z.object({ email }),
    query: z.object({
      ids: idList.optional().describe("Ids of up to 100 classes, with commas between them"),
    }),
    answer: z.object({
      selected: z.array(z.string()),
      enrolled: z.array(z.string()),
      selectedCount: z.int(),
    }),
  }),
  "GET /selected/class/{email}/{id}": endpoint({
    summary: "One selected class, by the selection's id",
    access: onlyOwn("email", "student"),
    params: z.object({ email, id: z.uuid() }),
    answer: selectedClass,
    errors: [problems["selection-not-found"], problems["not-your-selection"]],
  }),
  "DELETE /selected/class/{id}": endpoint({
    summary: "Remove a class from one's selected ones",
    access: onlyOwn("record", "student"),
    params: z.object({ id: z.uuid() }),
    answer: z.object({ deletedCount: z.int() }),
    errors: [problems["selection-not-found"], problems["not-your-selection"]],
  }),
};
