import { eq } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { Problem, problems } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { AppContext } from "../../../context.ts";
import { type Person, lockPresent } from "../../../access/queries.ts";
import { claimPicture } from "../pictures/picture-use.ts";
import { instructorsTag } from "../classes/cache-tags.ts";
import { messages } from "./policy.ts";
import { instructorProfiles, portfolioPictures } from "./tables.ts";

export interface Profile {
  readonly headline: string;
  readonly bio: string;
  readonly links: readonly string[];
  readonly portfolio: readonly { readonly image: string; readonly description: string }[];
}

/** Throws invalid-input for an unknown or external picture; unauthenticated. */
export async function updateProfile(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "settings">,
  instructor: Person,
  profile: Profile,
): Promise<void> {
  const { headline, bio, links, portfolio } = profile;
  const values = { headline, bio, links: [...links], updatedAt: context.clock.now() };
  await context.db.transaction(async (tx) => {
    await lockPresent(tx, instructor);
    // The row lock serializes concurrent saves of one instructor.
    await tx
      .insert(instructorProfiles)
      .values({ userId: instructor.id, ...values })
      .onConflictDoUpdate({ target: instructorProfiles.userId, set: values });
    const images = await claimPictures(context, tx, portfolio);
    await tx.delete(portfolioPictures).where(eq(portfolioPictures.instructorId, instructor.id));
    if (portfolio.length > 0) {
      await tx.insert(portfolioPictures).values(
        portfolio.map(({ description }, position) => ({
          id: newId(),
          instructorId: instructor.id,
          position,
          image: images[position] ?? "",
          description,
        })),
      );
    }
    await context.invalidation.invalidate(tx, instructorsTag);
  });
}

async function claimPictures(
  context: Pick<AppContext, "clock" | "settings">,
  tx: Transaction,
  portfolio: Profile["portfolio"],
): Promise<readonly string[]> {
  const images: string[] = [];
  // A fixed lock order prevents deadlocks.
  const positioned = portfolio.map(({ image }, position) => ({ image, position }));
  for (const { image, position } of positioned.toSorted((a, b) => a.image.localeCompare(b.image))) {
    const field = `portfolio.${position}.image`;
    const url = await claimPicture(tx, context.clock, context.settings.origin, image, field);
    if (!url.startsWith("/"))
      throw new Problem(problems["invalid-input"], undefined, [{ field, message: messages.foreignPicture }]);
    images[position] = url;
  }
  return images;
}
