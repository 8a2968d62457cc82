import { type SQL, and, eq, asc, inArray, like, lte, ne, or } from "drizzle-orm";
import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database.ts";
import { Problem, problems, UpstreamError } from "../../../platform/errors.ts";
import { uploadedPicturePath, leaseSeconds, unusedSeconds } from "./policy.ts";
import { pictures } from "./tables.ts";
import type { AppContext } from "../../../context.ts";

const drawingPath = /^\/drawings\/[\w-]+\.svg$/;

/** Returns the URL to store, and locks an upload's row against removal. Throws invalid-input. */
export async function claimPicture(
  tx: Database,
  clock: Clock,
  origin: string,
  chosen: string,
  field = "image",
): Promise<string> {
  const url = chosen.startsWith(`${origin}/`) ? chosen.slice(origin.length) : chosen;
  if (uploadedPicturePath.test(url)) {
    if (await renewPicture(tx, clock, url)) return url;
    throw invalidField(field, "This picture is no longer available. Upload it again.");
  }
  if (drawingPath.test(url) || isHttps(url)) return url;
  throw invalidField(field, "Upload a picture, or enter a link that starts with https://");
}

export async function renewPicture(db: Database, clock: Clock, url: string): Promise<boolean> {
  const renewed = await db
    .update(pictures)
    .set({ changedAt: clock.now() })
    .where(and(eq(pictures.url, url), eq(pictures.state, "stored")))
    .returning({ id: pictures.id });
  return renewed.length > 0;
}

function isHttps(url: string): boolean {
  if (/[\s\p{Cc}]/u.test(url) || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return protocol === "https:" && username === "" && password === "";
}

const invalidField = (field: string, message: string) =>
  new Problem(problems["invalid-input"], undefined, [{ field, message }]);

interface PictureRef {
  readonly id: string;
  readonly url: string;
}

const batchSize = 100;

/** Never lists the bucket: another installation, or rows lost in a restored backup, may own its files. */
export async function collectPictures(
  context: Pick<AppContext, "clock" | "db" | "log" | "storage">,
  isUnused: SQL,
): Promise<number> {
  const due = or(
    and(eq(pictures.state, "stored"), lte(pictures.changedAt, secondsAgo(context, unusedSeconds)), isUnused),
    isAbandoned(context),
  );
  const found = await context.db
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(isUploaded, due))
    .orderBy(asc(pictures.changedAt))
    .limit(batchSize);
  let removed = 0;
  for (const { id } of found) {
    const marked = await markDeleting(context, and(eq(pictures.id, id), due));
    if (!marked) continue;
    try {
      await removePicture(context, marked);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      context.log.warn({ err: error, picture: id }, "could not remove a picture yet");
      break;
    }
    removed += 1;
  }
  return removed;
}

export async function takeOverAbandoned(context: Pick<AppContext, "clock" | "db" | "storage">, url: string) {
  const abandoned = await markDeleting(context, and(eq(pictures.url, url), isAbandoned(context)));
  if (abandoned) await removePicture(context, abandoned);
}

export async function discardPicture(
  context: Pick<AppContext, "clock" | "db" | "log" | "storage">,
  picture: PictureRef,
): Promise<void> {
  const { db, clock, log } = context;
  const isThisPicture = (state: "processing" | "deleting") =>
    and(eq(pictures.id, picture.id), eq(pictures.state, state));
  const [unfinished] = await db
    .update(pictures)
    .set({ state: "deleting", changedAt: clock.now() })
    .where(isThisPicture("processing"))
    .returning({ id: pictures.id });
  // Stored although the answer was lost, or taken over by another process: its files are in use.
  if (!unfinished) return;
  try {
    await removePicture(context, picture);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ err: error, picture: picture.id }, "could not remove an unfinished picture yet");
    // Expires the lease, so that the next upload of this picture need not wait.
    await db
      .update(pictures)
      .set({ changedAt: secondsAgo(context, leaseSeconds) })
      .where(isThisPicture("deleting"));
  }
}

/** claimPicture updates the same row; the row lock orders the two. */
async function markDeleting(context: Pick<AppContext, "clock" | "db">, condition: SQL | undefined) {
  const { db, clock } = context;
  const candidates = db
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(isUploaded, condition))
    .for("update", { skipLocked: true });
  const [marked] = await db
    .update(pictures)
    .set({ state: "deleting", changedAt: clock.now() })
    .where(inArray(pictures.id, candidates))
    .returning({ id: pictures.id, url: pictures.url });
  return marked;
}

const isUploaded = like(pictures.url, "/images/%");

const isAbandoned = (context: Pick<AppContext, "clock">) =>
  and(ne(pictures.state, "stored"), lte(pictures.changedAt, secondsAgo(context, leaseSeconds)));

const secondsAgo = ({ clock }: Pick<AppContext, "clock">, seconds: number): Date =>
  new Date(clock.now().getTime() - seconds * 1000);

/** Deletes files before the row: after a crash the row still leads to the files. */
async function removePicture({ db, storage }: Pick<AppContext, "db" | "storage">, { id, url }: PictureRef) {
  const [, name] = uploadedPicturePath.exec(url) ?? [];
  if (name) await storage.removeFolder(name);
  await db.delete(pictures).where(and(eq(pictures.id, id), eq(pictures.state, "deleting")));
}
