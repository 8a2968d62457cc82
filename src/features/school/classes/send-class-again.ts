import { eq } from "drizzle-orm";
import { Problem } from "../../../platform/errors.ts";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { claimPicture } from "../pictures/claim-picture.ts";
import { type NewClass, insertClass } from "./add-class.ts";
import { problems } from "./contract.ts";
import { isOwnClass } from "./policy.ts";
import { classes } from "./tables.ts";

/** Throws class-not-found, not-your-class, class-not-denied, class-sent-again-already, invalid-input (picture). */
export async function sendClassAgain(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  instructor: Person,
  id: string,
  input: Omit<NewClass, "image"> & { readonly image?: string | undefined },
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const [denied] = await tx.select().from(classes).where(eq(classes.id, id)).for("update");
    if (!denied) throw new Problem(problems.noSuchClass);
    if (!isOwnClass(instructor, denied)) throw new Problem(problems.notYourClass);
    if (denied.status !== "denied") throw new Problem(problems.notDenied);
    if (denied.archivedAt) throw new Problem(problems.sentAgain);
    const image =
      input.image === undefined || input.image === denied.image
        ? denied.image
        : await claimPicture(tx, context.clock, context.settings.origin, input.image);
    const now = context.clock.now();
    const sentAgainAs = await insertClass(tx, now, instructor, { ...input, image }, denied.curriculumId);
    await tx.update(classes).set({ archivedAt: now, sentAgainAs }).where(eq(classes.id, id));
    return sentAgainAs;
  });
}
