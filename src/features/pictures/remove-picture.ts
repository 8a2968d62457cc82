import { type SQL, and, asc, eq, inArray, like, lte, ne, or } from "drizzle-orm";
import { UpstreamError } from "../../platform/errors.ts";
import type { AppContext } from "../../context.ts";
import { leaseSeconds, ownPicture, unusedSeconds } from "./policy.ts";
import { pictures } from "./tables.ts";

interface Leaving {
  readonly id: string;
  readonly url: string;
}

/** How many pictures one run looks at. */
const batch = 100;

/**
 * Removes uploaded pictures that were not used for a day, and what processes that ended in the middle left behind.
 * Returns how many it removed. Several processes may run it at once: each takes one picture after the other, for a time
 * that is longer than removing it takes. What has no row in the database is left alone: the bucket may be another
 * installation's as well, and a database that was set back knows nothing of the pictures that came later.
 * @param isUnused the condition that nothing names the picture's address
 */
export async function collectPictures(context: AppContext, isUnused: SQL): Promise<number> {
  const due = or(
    and(eq(pictures.state, "kept"), lte(pictures.changedAt, secondsAgo(context, unusedSeconds)), isUnused),
    isAbandoned(context),
  );
  const found = await context.db
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(isUploaded, due))
    .orderBy(asc(pictures.changedAt))
    .limit(batch);
  let removed = 0;
  for (const { id } of found) {
    const leaving = await markLeaving(context, and(eq(pictures.id, id), due));
    if (!leaving) continue;
    try {
      await removePicture(context, leaving);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      context.log.warn({ err: error, picture: id }, "a picture could not be removed yet");
      break;
    }
    removed += 1;
  }
  return removed;
}

/** Clears away what a process that ended in the middle left of the picture, if it did. */
export async function takeOverAbandoned(context: AppContext, url: string): Promise<void> {
  const left = await markLeaving(context, and(eq(pictures.url, url), isAbandoned(context)));
  if (left) await removePicture(context, left);
}

/** Clears away a picture that could not be finished. What cannot be removed now can be by whoever comes next. */
export async function discardPicture(context: AppContext, picture: Leaving): Promise<void> {
  const { db, clock, log } = context;
  const isOurs = (state: "drawing" | "leaving") =>
    and(eq(pictures.id, picture.id), eq(pictures.state, state));
  await db.update(pictures).set({ state: "leaving", changedAt: clock.now() }).where(isOurs("drawing"));
  try {
    await removePicture(context, picture);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ err: error, picture: picture.id }, "an unfinished picture could not be removed yet");
    // Nobody works on it now: the next upload of the same picture need not wait.
    await db
      .update(pictures)
      .set({ changedAt: secondsAgo(context, leaseSeconds) })
      .where(isOurs("leaving"));
  }
}

/**
 * A class that takes a picture renews it in its own transaction (use-picture.ts). Both change the row, so one of them
 * waits for the other and then sees what it did: a picture that is taken stays, one that leaves is not taken.
 */
async function markLeaving(context: AppContext, condition: SQL | undefined): Promise<Leaving | undefined> {
  const { db, clock } = context;
  const wanted = db
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(isUploaded, condition))
    .for("update", { skipLocked: true });
  const [marked] = await db
    .update(pictures)
    .set({ state: "leaving", changedAt: clock.now() })
    .where(inArray(pictures.id, wanted))
    .returning({ id: pictures.id, url: pictures.url });
  return marked;
}

/** And no drawing of the house, which is no file of ours to remove. */
const isUploaded = like(pictures.url, "/images/%");

const isAbandoned = (context: AppContext) =>
  and(ne(pictures.state, "kept"), lte(pictures.changedAt, secondsAgo(context, leaseSeconds)));

const secondsAgo = ({ clock }: AppContext, seconds: number): Date =>
  new Date(clock.now().getTime() - seconds * 1000);

/** First the files, then the row: whatever happens in between, the row still tells of the files. */
async function removePicture({ db, storage }: AppContext, { id, url }: Leaving): Promise<void> {
  const [, name] = ownPicture.exec(url) ?? [];
  if (name) await storage.removeFolder(name);
  await db.delete(pictures).where(and(eq(pictures.id, id), eq(pictures.state, "leaving")));
}
