import type { AppContext } from "../../../context.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import type { enrollmentsContract } from "./contract.ts";
import { type EnrollmentRow, listEnrollments, readEnrollment } from "./queries.ts";
import { recountStudents } from "./recount-students.ts";

export function enrollmentsApi(context: AppContext): Handlers<typeof enrollmentsContract, CallerFor> {
  return {
    "GET /enrolled/classes/{email}": async ({ caller, query }) => {
      const page = await listEnrollments(context.db, caller, query);
      return { ...page, rows: page.rows.map(asEnrolledClass) };
    },
    "GET /enrolled/class/{email}/{id}": async ({ caller, params }) => {
      const row = await readEnrollment(context.db, caller, params.id);
      return {
        ...asEnrolledClass(row),
        level: row.level,
        description: row.description,
        whatYouWillLearn: row.outcomes,
      };
    },
    "PATCH /class/updateCount/{classId}": async ({ params }) => ({
      modifiedCount: (await recountStudents(context, params.classId)) ? 1 : 0,
    }),
  };
}

const asEnrolledClass = (row: EnrollmentRow) => ({
  _id: row.id,
  classId: row.classId,
  className: row.className,
  classImage: row.classImage,
  picture: row.picture,
  instructorName: row.instructorName,
  instructorEmail: row.instructorEmail,
  date: row.createdAt,
  lessonStatus: row.lessonStatus,
});
