import { eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Cents } from "../../../platform/money.ts";
import type { Person } from "../../../access/queries.ts";
import { insertClass } from "../../school/classes/add-class.ts";
import { classes } from "../../school/classes/tables.ts";
import { findCurriculum } from "./find-curriculum.ts";
import { problems } from "./problems.ts";
import { type Cohort, refuseUnknownZone } from "./schedule-class.ts";

/** Returns the new pending class's id. Throws class-not-found, not-your-class, class-not-approved, invalid-input. */
export async function holdAgain(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  instructor: Person,
  classId: string,
  { price, availableSeats, ...cohort }: Cohort & { readonly price: Cents; readonly availableSeats: number },
): Promise<string> {
  await refuseUnknownZone(db, cohort.timeZone);
  return db.transaction(async (tx) => {
    await findCurriculum(tx, instructor, classId);
    const [held] = await tx.select().from(classes).where(eq(classes.id, classId)).for("share");
    if (held?.status !== "approved") throw new Problem(problems.notHeldBefore);
    return insertClass(
      tx,
      clock.now(),
      instructor,
      {
        className: held.name,
        price,
        availableSeats,
        image: held.image,
        level: held.level,
        topics: held.topics,
        description: held.description,
        whatYouWillLearn: held.outcomes,
        tools: held.tools,
        ...cohort,
      },
      held.curriculumId,
    );
  });
}
