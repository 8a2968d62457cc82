import type { World } from "../../world.ts";
import { newId } from "../../platform/ids.ts";
import type { Cents } from "../../platform/money.ts";
import type { Person } from "../accounts/queries.ts";
import type { Level } from "./policy.ts";
import { classes } from "./tables.ts";

export interface NewClass {
  readonly className: string;
  readonly price: Cents;
  readonly availableSeats: number;
  readonly image: string;
  readonly level: Level;
  readonly description: string;
}

/** Adds a class of the instructor's: pending, nobody enrolled (section 4). Returns its id. */
export async function addClass(world: World, instructor: Person, input: NewClass): Promise<string> {
  const id = newId();
  await world.db.insert(classes).values({
    id,
    instructorId: instructor.id,
    name: input.className,
    description: input.description,
    level: input.level,
    priceCents: input.price,
    availableSeats: input.availableSeats,
    image: input.image,
    createdAt: world.clock.now(),
  });
  return id;
}
