import { eq } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { problems as classProblems } from "../../school/classes/contract.ts";
import { mayEditClass } from "../../school/classes/policy.ts";
import { classes } from "../../school/classes/tables.ts";

export type CurriculumClass = Pick<
  typeof classes.$inferSelect,
  "id" | "name" | "status" | "instructorId" | "curriculumId" | "startsOn" | "timeZone"
>;

/** Throws class-not-found and not-your-class. */
export async function findCurriculum(
  db: Database,
  editor: Person,
  classId: string,
): Promise<CurriculumClass> {
  const [found] = await db
    .select({
      id: classes.id,
      name: classes.name,
      status: classes.status,
      instructorId: classes.instructorId,
      curriculumId: classes.curriculumId,
      startsOn: classes.startsOn,
      timeZone: classes.timeZone,
    })
    .from(classes)
    .where(eq(classes.id, classId));
  if (!found) throw new Problem(classProblems.noSuchClass);
  if (!mayEditClass(editor, found)) throw new Problem(classProblems.notYourClass);
  return found;
}
