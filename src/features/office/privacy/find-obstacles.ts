import { and, asc, eq, exists, or } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { isOneOf } from "../../../platform/one-of.ts";
import type { Person } from "../../../access/queries.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import { classes } from "../../school/classes/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { unfinishedStates } from "../payments/state.ts";
import { paymentAttempts } from "../payments/tables.ts";

export const obstacleKinds = ["admin", "payment", "class"] as const;

export interface Obstacle {
  readonly kind: (typeof obstacleKinds)[number];
  /** The class; empty for `admin`. */
  readonly name: string;
}

/** What must be settled before the account can be deleted. */
export async function findObstacles(db: Database, person: Person): Promise<readonly Obstacle[]> {
  const unsettled = await db
    .selectDistinct({ id: classes.id, name: classes.name })
    .from(paymentAttempts)
    .innerJoin(classes, eq(classes.id, paymentAttempts.classId))
    .where(
      and(
        eq(paymentAttempts.studentId, person.id),
        or(isOneOf(paymentAttempts.state, unfinishedStates), eq(paymentAttempts.state, "refund-failed")),
      ),
    )
    .orderBy(asc(classes.name));
  const students = db
    .select({ id: enrollments.id })
    .from(enrollments)
    .innerJoin(users, eq(users.id, enrollments.studentId))
    .where(and(eq(enrollments.classId, classes.id), hasAccount));
  const taught = await db
    .select({ name: classes.name })
    .from(classes)
    .where(and(eq(classes.instructorId, person.id), exists(students)))
    .orderBy(asc(classes.name));
  return [
    ...(person.role === "admin" ? [{ kind: "admin" as const, name: "" }] : []),
    ...unsettled.map(({ name }) => ({ kind: "payment" as const, name })),
    ...taught.map(({ name }) => ({ kind: "class" as const, name })),
  ];
}
