import { eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { mapPage } from "../../../platform/keyset.ts";
import { defineFeature } from "../../feature.ts";
import { problems as classProblems } from "../classes/policy.ts";
import { classes } from "../classes/tables.ts";
import { catalogTag, classTag } from "../classes/cache-tags.ts";
import { enrollments } from "./tables.ts";
import { enrollmentsContract } from "./contract.ts";
import { type EnrollmentRow, listEnrollments, readEnrollment } from "./queries.ts";

/** Returns whether the count was wrong. Throws class-not-found. */
async function recountStudents(context: Pick<AppContext, "db" | "invalidation">, classId: string) {
  return context.db.transaction(async (tx) => {
    // Locks first, in a separate statement: the count must include an enrollment that commits in the meantime.
    const [found] = await tx
      .select({ enrolledStudents: classes.enrolledStudents })
      .from(classes)
      .where(eq(classes.id, classId))
      .for("update");
    if (!found) throw new Problem(classProblems["class-not-found"]);
    const enrolledStudents = await tx.$count(enrollments, eq(enrollments.classId, classId));
    if (enrolledStudents === found.enrolledStudents) return false;
    await tx.update(classes).set({ enrolledStudents }).where(eq(classes.id, classId));
    await context.invalidation.invalidate(tx, catalogTag, classTag(classId));
    return true;
  });
}

function enrollmentsApi(context: AppContext): Handlers<typeof enrollmentsContract, CallerFor> {
  return {
    "GET /enrolled/classes/{email}": async ({ caller, query }) =>
      mapPage(await listEnrollments(context.db, caller, query), asEnrolledClass),
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

export const enrollmentsFeature = defineFeature({
  name: "Enrollments",
  contract: enrollmentsContract,
  handlers: enrollmentsApi,
});
