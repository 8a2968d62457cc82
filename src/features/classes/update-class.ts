import { eq, sql } from "drizzle-orm";
import type { World } from "../../world.ts";
import { Problem } from "../../platform/errors.ts";
import type { Cents } from "../../platform/money.ts";
import type { Person } from "../accounts/queries.ts";
import { usePicture } from "../pictures/use-picture.ts";
import { problems } from "./contract.ts";
import { type Level, mayEditClass, mostSeats } from "./policy.ts";
import { searchTextOf } from "./search-text.ts";
import { classes } from "./tables.ts";
import { catalogueTopic, classTopic } from "./topics.ts";

export interface ClassChanges {
  readonly className: string;
  readonly price: Cents;
  readonly availableSeats: number;
  /** The available seats that were edited; without it, `availableSeats` is set whatever students took meanwhile. */
  readonly seatsSeen?: number | undefined;
  readonly image?: string | undefined;
  readonly level?: Level | undefined;
  readonly description?: string | undefined;
  readonly whatYouWillLearn?: readonly string[] | undefined;
  /** The version that was edited; without it, the last to save wins. */
  readonly version?: number | undefined;
}

/**
 * Saves an instructor's changes to a class of their own; its status stays (decisions, "Classes").
 * Throws class-not-found, not-your-class, class-changed-meanwhile, and invalid-input for a picture that is not kept here or
 * cannot be shown.
 */
export async function updateClass(
  world: World,
  instructor: Person,
  id: string,
  changes: ClassChanges,
): Promise<void> {
  await world.db.transaction(async (tx) => {
    const [found] = await tx.select().from(classes).where(eq(classes.id, id)).for("update");
    if (!found) throw new Problem(problems.noSuchClass);
    if (!mayEditClass(instructor, found)) throw new Problem(problems.notYourClass);
    if (changes.version !== undefined && changes.version !== found.version)
      throw new Problem(problems.changedMeanwhile);
    const { image } = changes;
    await tx
      .update(classes)
      .set({
        name: changes.className,
        priceCents: changes.price,
        availableSeats: seatsAfter(found.availableSeats, changes),
        image:
          image === undefined || image === found.image
            ? undefined
            : await usePicture(tx, world.clock, world.settings.origin, image),
        level: changes.level,
        description: changes.description,
        outcomes: changes.whatYouWillLearn && [...changes.whatYouWillLearn],
        searchText: searchTextOf(changes.className, instructor.name),
        updatedAt: world.clock.now(),
        version: sql`${classes.version} + 1`,
      })
      .where(eq(classes.id, id));
    await world.changes.announce(tx, catalogueTopic, classTopic(id));
  });
}

/**
 * The seats that are available after the edit. What the instructor added or took away is a difference to what they saw,
 * so that a seat taken since is neither given twice nor lost. Below zero there are none: who takes away more than is left
 * wants no more students than there are.
 */
function seatsAfter(
  available: number,
  { availableSeats, seatsSeen = available }: Pick<ClassChanges, "availableSeats" | "seatsSeen">,
): number {
  return Math.min(mostSeats, Math.max(0, available + availableSeats - seatsSeen));
}
