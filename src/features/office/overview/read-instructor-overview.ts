import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { countLessons } from "../../classroom/lessons/count-lessons.ts";
import { listClassesOf } from "../../school/classes/queries.ts";
import { countWaitingDrawings, listWaitingDrawings } from "../../studio/critique/queue.ts";
import { sumTeaching } from "../payments/queries.ts";
import { isReadyToSell } from "./policy.ts";

const maxDrawings = 4;
const newest = { limit: 20 };
const maxClasses = 3;

export async function readInstructorOverview(context: Pick<AppContext, "clock" | "db">, instructor: Person) {
  const { db } = context;
  const [drawings, counts, classes, lessons, totals] = await Promise.all([
    listWaitingDrawings(context, instructor, { limit: maxDrawings }),
    countWaitingDrawings(context, instructor),
    listClassesOf(db, instructor, newest),
    countLessons(db, instructor, newest),
    sumTeaching(db, instructor),
  ]);
  const countsOf = new Map(lessons.rows.map((row) => [row.classId, row]));
  return {
    drawings: [...drawings.rows],
    ...counts,
    classes: classes.rows
      .map(({ id, name, image, picture, status, feedback, description, outcomes }) => {
        const { lessons: written = 0, published = 0, exercises = 0, previews = 0 } = countsOf.get(id) ?? {};
        return {
          _id: id,
          className: name,
          image,
          picture,
          status,
          feedback,
          isDescribed: description !== "" && outcomes.length > 0,
          lessons: written,
          published,
          exercises,
          previews,
        };
      })
      .filter((each) => !isReadyToSell(each))
      .slice(0, maxClasses),
    totals,
  };
}
