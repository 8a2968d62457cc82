import { eq } from "drizzle-orm";
import type { Transaction } from "../../platform/database.ts";
import { Problem, problems } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { AppContext } from "../../context.ts";
import type { Person } from "../accounts/queries.ts";
import { instructorsTag } from "../accounts/cache-tags.ts";
import { usePicture as keepPicture } from "../pictures/use-picture.ts";
import { messages } from "./policy.ts";
import { instructorProfiles, portfolioPictures } from "./tables.ts";

export interface Profile {
  readonly headline: string;
  readonly bio: string;
  readonly links: readonly string[];
  readonly portfolio: readonly { readonly image: string; readonly description: string }[];
}

/** Replaces what the instructor says and shows of themselves. Throws invalid-input for a picture that is not here. */
export async function updateProfile(
  context: AppContext,
  instructor: Person,
  profile: Profile,
): Promise<void> {
  const { headline, bio, links, portfolio } = profile;
  const written = { headline, bio, links: [...links], updatedAt: context.clock.now() };
  await context.db.transaction(async (tx) => {
    // The row also makes two of the instructor's own tabs wait for each other.
    await tx
      .insert(instructorProfiles)
      .values({ userId: instructor.id, ...written })
      .onConflictDoUpdate({ target: instructorProfiles.userId, set: written });
    const images = await usePictures(context, tx, portfolio);
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

/** The addresses to keep, in the order of the portfolio. */
async function usePictures(
  context: AppContext,
  tx: Transaction,
  portfolio: Profile["portfolio"],
): Promise<readonly string[]> {
  const images: string[] = [];
  // In one order for everybody: two who save the same pictures would otherwise lock them crosswise.
  const inOrder = portfolio.map(({ image }, position) => ({ image, position }));
  for (const { image, position } of inOrder.toSorted((a, b) => a.image.localeCompare(b.image))) {
    const field = `portfolio.${position}.image`;
    const url = await keepPicture(tx, context.clock, context.settings.origin, image, field);
    if (!url.startsWith("/"))
      throw new Problem(problems.invalidInput, undefined, [{ field, message: messages.foreignPicture }]);
    images[position] = url;
  }
  return images;
}
