import type { World } from "../../context.ts";
import type { Handlers } from "../../http/register-endpoints.ts";
import type { CallerFor } from "../accounts/authorize.ts";
import type { enrollmentsContract } from "./contract.ts";
import { type EnrollmentRow, listEnrollments, readEnrollment } from "./queries.ts";
import { recountStudents } from "./recount-students.ts";

export function enrollmentsApi(world: World): Handlers<typeof enrollmentsContract, CallerFor> {
  return {
    "GET /enrolled/classes/{email}": async ({ caller, query }) => {
      const page = await listEnrollments(world.db, caller, query);
      return { ...page, rows: page.rows.map(asEnrolledClass) };
    },
    "GET /enrolled/class/{email}/{id}": async ({ caller, params }) => {
      const row = await readEnrollment(world.db, caller, params.id);
      return {
        ...asEnrolledClass(row),
        level: row.level,
        description: row.description,
        whatYouWillLearn: row.outcomes,
      };
    },
    "PATCH /class/updateCount/{classId}": async ({ params }) => ({
      modifiedCount: (await recountStudents(world, params.classId)) ? 1 : 0,
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
});
