import { eq, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import { type Person, findPerson } from "../../../access/queries.ts";
import type { Body } from "../../../http/contract.ts";
import { recordDecision } from "../audit/record-decision.ts";
import { claimPicture } from "../pictures/picture-use.ts";
import { problems, mayEditClass, maxSeats } from "./policy.ts";
import type { classesContract } from "./contract.ts";
import { classEditedMail } from "./decide-class.ts";
import { searchTextOf } from "./search-classes.ts";
import { mayChange } from "./state.ts";
import { classes } from "./tables.ts";
import { catalogTag, classTag } from "./cache-tags.ts";

type ClassChanges = Body<typeof classesContract, "PATCH /class/{id}">;

/** Throws class-not-found, not-your-class, class-denied, class-changed-meanwhile, invalid-input (picture). */
export async function updateClass(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "settings">,
  editor: Person,
  id: string,
  changes: ClassChanges,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [found] = await tx.select().from(classes).where(eq(classes.id, id)).for("update");
    if (!found) throw new Problem(problems["class-not-found"]);
    if (!mayEditClass(editor, found)) throw new Problem(problems["not-your-class"]);
    if (!mayChange(found.status)) throw new Problem(problems["class-denied"]);
    if (changes.version !== undefined && changes.version !== found.version)
      throw new Problem(problems["class-changed-meanwhile"]);
    const instructor = await findPerson(tx, found.instructorId);
    if (!instructor) throw new Error(`class ${id} has no instructor`);
    const { image } = changes;
    const now = context.clock.now();
    const [edited] = await tx
      .update(classes)
      .set({
        name: changes.className,
        priceCents: changes.price,
        availableSeats: seatsAfter(found.availableSeats, changes),
        image:
          image === undefined || image === found.image
            ? undefined
            : await claimPicture(tx, context.clock, context.settings.origin, image),
        level: changes.level,
        topics: changes.topics && [...changes.topics],
        description: changes.description,
        tools: changes.tools,
        outcomes: changes.whatYouWillLearn && [...changes.whatYouWillLearn],
        searchText: searchTextOf(changes.className, instructor.name),
        updatedAt: now,
        editedAt: now,
        editedBy: editor.id,
        version: sql`${classes.version} + 1`,
      })
      .where(eq(classes.id, id))
      .returning();
    if (edited && editor.id !== instructor.id)
      await recordEdit(tx, context, editor, instructor, found, edited);
    await context.invalidation.invalidate(tx, catalogTag, classTag(id));
  });
}

async function recordEdit(
  tx: Transaction,
  { clock, settings }: Pick<AppContext, "clock" | "settings">,
  admin: Person,
  instructor: Person,
  before: ClassFacts,
  after: ClassFacts,
): Promise<void> {
  const changed = changedFacts(before, after);
  if (changed.length === 0) return;
  const lines = (side: "before" | "after") =>
    changed.map((fact) => `${fact.label}: ${fact[side]}`).join("\n");
  await recordDecision(tx, clock, "class-edited", {
    by: admin,
    about: { id: after.id, name: after.name },
    before: lines("before"),
    after: lines("after"),
  });
  const { id, name, status } = after;
  const edited = { id, name, status, instructor };
  const descriptions = changed.map((fact) =>
    fact.label === "Picture" ? "Picture: changed" : `${fact.label}: ${fact.before} → ${fact.after}`,
  );
  await enqueueMail(tx, clock, classEditedMail(settings.origin, edited, descriptions));
}

type ClassFacts = typeof classes.$inferSelect;

function changedFacts(before: ClassFacts, after: ClassFacts) {
  const facts: Readonly<Record<string, (row: ClassFacts) => string>> = {
    "Class name": (row) => row.name,
    Price: (row) => `$${(row.priceCents / 100).toFixed(2)}`,
    "Available seats": (row) => String(row.availableSeats),
    Level: (row) => row.level,
    Topics: (row) => row.topics.join(", ") || "none",
    Picture: (row) => row.image,
    Description: (row) => row.description || "none",
    "What you need": (row) => row.tools || "nothing",
    "What you’ll learn": (row) => row.outcomes.join("; ") || "nothing",
  };
  return Object.entries(facts)
    .map(([label, format]) => ({ label, before: format(before), after: format(after) }))
    .filter((fact) => fact.before !== fact.after);
}

/** Applies the edit as a difference to `seatsSeen`, so that a concurrent enrollment is neither sold twice nor lost. */
function seatsAfter(
  available: number,
  { availableSeats, seatsSeen = available }: Pick<ClassChanges, "availableSeats" | "seatsSeen">,
): number {
  return Math.min(maxSeats, Math.max(0, available + availableSeats - seatsSeen));
}
