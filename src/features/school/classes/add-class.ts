import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { newId } from "../../../platform/ids.ts";
import type { Cents } from "../../../platform/money.ts";
import { type Person, lockPresent } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { claimPicture } from "../pictures/picture-use.ts";
import type { Level } from "./policy.ts";
import { searchTextOf } from "./search-classes.ts";
import { classes, curricula } from "./tables.ts";
import type { Topic } from "./state.ts";

export interface NewClass {
  readonly className: string;
  readonly price: Cents;
  readonly availableSeats: number;
  readonly image: string;
  readonly level: Level;
  readonly topics: readonly Topic[];
  readonly description: string;
  readonly whatYouWillLearn: readonly string[];
  readonly tools: string;
  /** First day of a cohort, YYYY-MM-DD; requires `timeZone`. */
  readonly startsOn?: string | null;
  readonly timeZone?: string | null;
  readonly idempotencyKey?: string | undefined;
}

/** Throws invalid-input for a picture that is not stored here or can't be shown; unauthenticated. */
export async function addClass(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  instructor: Person,
  input: NewClass,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    await lockPresent(tx, instructor);
    const added = await findAdded(tx, instructor, input);
    if (added) return added;
    const image = await claimPicture(tx, context.clock, context.settings.origin, input.image);
    return insertClass(tx, context.clock.now(), instructor, { ...input, image });
  });
}

/** The class that the same form added before, if its answer was lost. Locks the instructor. */
export async function findAdded(
  tx: Transaction,
  instructor: Person,
  { idempotencyKey }: Pick<NewClass, "idempotencyKey">,
): Promise<string | undefined> {
  if (idempotencyKey === undefined) return undefined;
  await tx.select({ id: users.id }).from(users).where(eq(users.id, instructor.id)).for("no key update");
  const [added] = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(and(eq(classes.instructorId, instructor.id), eq(classes.idempotencyKey, idempotencyKey)));
  return added?.id;
}

export async function insertClass(
  tx: Transaction,
  now: Date,
  instructor: Person,
  input: NewClass,
  curriculumId?: string,
): Promise<string> {
  const id = newId();
  await tx.insert(classes).values({
    id,
    curriculumId: curriculumId ?? (await addCurriculum(tx, now)),
    instructorId: instructor.id,
    name: input.className,
    description: input.description,
    outcomes: [...input.whatYouWillLearn],
    tools: input.tools,
    startsOn: input.startsOn,
    timeZone: input.timeZone,
    searchText: searchTextOf(input.className, instructor.name),
    level: input.level,
    topics: [...input.topics],
    priceCents: input.price,
    availableSeats: input.availableSeats,
    image: input.image,
    idempotencyKey: input.idempotencyKey,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

async function addCurriculum(tx: Transaction, now: Date): Promise<string> {
  const id = newId();
  await tx.insert(curricula).values({ id, createdAt: now });
  return id;
}
