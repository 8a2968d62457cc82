import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, sql, eq, lte } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import {
  type HeldMark,
  differingThings,
  readFolderMark,
  selectMarks,
} from "../../../platform/process-marks.ts";
import { codeOf } from "../../../platform/error-code.ts";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import { diskSpace } from "../../../platform/data-folder.ts";
import type { Person } from "../../../access/queries.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import { type Transaction, readRows } from "../../../platform/database.ts";
import {
  type Announcement,
  hasRoomFor,
  maxBytes,
  maxUploadsPerPerson,
  silentSeconds,
  type UploadPurpose,
  abandonedSeconds,
  problems,
} from "./policy.ts";
import { uploads } from "./tables.ts";

/** Another process's folder may contain what is missing here. */
export async function othersHaveAnotherFolder(
  context: Pick<AppContext, "database" | "db" | "settings">,
): Promise<boolean> {
  if (context.database.kind === "PGlite") return false;
  const rows = await readRows<HeldMark>(context.db, sql.raw(selectMarks));
  // A folder without a mark belongs to no process.
  const own = readFolderMark(uploadFolder(context)) ?? -1;
  return differingThings(rows, { uploads: own }).length > 0;
}

type Context = Pick<AppContext, "settings">;

export const uploadFolder = ({ settings }: Context): string => join(settings.dataDir, "uploads");
export const uploadFile = (context: Context, id: string): string => join(uploadFolder(context), id);

export async function removeUploadFile(context: Context, id: string): Promise<void> {
  await rm(uploadFile(context, id), { force: true });
  await rm(`${uploadFile(context, id)}.json`, { force: true });
}

export async function uploadedBytes(
  context: Context,
  id: string,
): Promise<{ bytes: number; changedAt: Date } | undefined> {
  try {
    const { size, mtime } = await stat(uploadFile(context, id));
    return { bytes: size, changedAt: mtime };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Throws upload-empty, upload-too-large, too-many-uploads-at-once, disk-full, and what the use throws. */
export async function admitUpload(
  context: Pick<AppContext, "db" | "settings">,
  uses: UploadUses,
  person: Person,
  announced: Announcement,
  bytes: number,
): Promise<void> {
  const limit = maxBytes[announced.purpose];
  if (bytes === 0) throw new Problem(problems["upload-empty"]);
  if (bytes > limit)
    throw new Problem(problems["upload-too-large"], `This file is too large: at most ${inWords(limit)}.`);
  await uses[announced.purpose].admit(person, announced, bytes);
  const promised = await promisedBytes(context);
  if (!hasRoomFor(bytes + promised, await diskSpace(uploadFolder(context))))
    throw new Problem(problems["disk-full"]);
}

/** Bytes that running uploads have announced but not yet sent. */
async function promisedBytes(context: Pick<AppContext, "db" | "settings">): Promise<number> {
  const running = await context.db.select({ id: uploads.id, bytes: uploads.bytes }).from(uploads);
  const missing = running.map(
    async ({ id, bytes }) => bytes - ((await uploadedBytes(context, id))?.bytes ?? 0),
  );
  return (await Promise.all(missing)).reduce((sum, each) => sum + Math.max(0, each), 0);
}

/** Replaces a silent upload if there is no other place. Throws unauthenticated, too-many-uploads-at-once. */
export async function recordUpload(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  upload: Omit<typeof uploads.$inferInsert, "createdAt">,
): Promise<void> {
  const now = context.clock.now();
  const abandoned = await context.db.transaction(async (tx) => {
    const isOwner = and(eq(users.id, upload.ownerId), hasAccount);
    const [owner] = await tx.select({ id: users.id }).from(users).where(isOwner).for("no key update");
    if (!owner) throw new Problem(commonProblems.unauthenticated);
    const running = await tx.select().from(uploads).where(eq(uploads.ownerId, upload.ownerId));
    const replaced = running.length < maxUploadsPerPerson ? undefined : await findSilent(context, running);
    if (running.length >= maxUploadsPerPerson && !replaced)
      throw new Problem(problems["too-many-uploads-at-once"]);
    if (replaced) await tx.delete(uploads).where(eq(uploads.id, replaced));
    await tx.insert(uploads).values({ ...upload, createdAt: now });
    return replaced;
  });
  if (abandoned) await removeUploadFile(context, abandoned);
}

/** The unfinished upload with the latest silence beyond `silentSeconds`. */
async function findSilent(context: Pick<AppContext, "clock" | "settings">, running: readonly UploadRow[]) {
  const found = await Promise.all(
    running.map(async ({ id, bytes, createdAt }) => {
      const file = await uploadedBytes(context, id);
      return { id, isWhole: file?.bytes === bytes, since: (file?.changedAt ?? createdAt).getTime() };
    }),
  );
  const [first] = found.filter(({ isWhole }) => !isWhole).toSorted((one, other) => one.since - other.since);
  const before = context.clock.now().getTime() - silentSeconds * 1000;
  return first && first.since < before ? first.id : undefined;
}

const inWords = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${bytes / 1024 ** 3} GB` : `${bytes / 1024 ** 2} MB`;

export type UploadRow = typeof uploads.$inferSelect;

interface UploadUse {
  /** Throws a Problem if the person may not upload, or there is no room. `place` is the browser's target. */
  readonly admit: (person: Person, place: UploadPlace, bytes: number) => Promise<void>;
  /** Takes over the complete file; calls `claimUpload` to do so once. Throws a Problem for an unusable file. */
  readonly take: (upload: UploadRow) => Promise<void>;
  /** The size of the upload's result, if the person may see it. */
  readonly findTaken: (person: Person, id: string) => Promise<number | undefined>;
}
export type UploadPlace = Omit<Announcement, "purpose">;
export type UploadUses = Readonly<Record<UploadPurpose, UploadUse>>;

/** Idempotent. On failure, removes file and row and throws what `take` throws. */
export async function finishUpload(
  context: Pick<AppContext, "db" | "settings">,
  uses: UploadUses,
  id: string,
): Promise<void> {
  const [upload] = await context.db.select().from(uploads).where(eq(uploads.id, id));
  if (!upload) return;
  try {
    await uses[upload.purpose].take(upload);
  } catch (error) {
    if (error instanceof Problem) await discardUpload(context, id);
    throw error;
  }
}

/** The finishing request and the sweep after a crash may meet; only one gets true. */
export async function claimUpload(tx: Transaction, { id }: UploadRow): Promise<boolean> {
  const claimed = await tx.delete(uploads).where(eq(uploads.id, id)).returning({ id: uploads.id });
  return claimed.length > 0;
}

/** Unless it has just been completed: its file is a video's by then. */
export async function discardUpload(context: Pick<AppContext, "db" | "settings">, id: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const discarded = await tx.delete(uploads).where(eq(uploads.id, id)).returning({ id: uploads.id });
    if (discarded.length > 0) await removeUploadFile(context, id);
  });
}

/** Finishes uploads that a crash left complete, and removes abandoned ones. */
export async function sweepUploads(
  context: Pick<AppContext, "clock" | "database" | "db" | "log" | "settings">,
  uses: UploadUses,
): Promise<void> {
  const now = context.clock.now().getTime();
  const rows = await context.db
    .select()
    .from(uploads)
    // A running request finishes its own upload.
    .where(lte(uploads.createdAt, new Date(now - 60_000)));
  for (const upload of rows) {
    const found = await uploadedBytes(context, upload.id);
    const quietSeconds = (now - (found?.changedAt ?? upload.createdAt).getTime()) / 1000;
    if (found?.bytes === upload.bytes && quietSeconds > 60) {
      await finishUpload(context, uses, upload.id).catch((error: unknown) =>
        context.log.warn({ err: error, upload: upload.id }, "could not use an upload"),
      );
    } else if (quietSeconds > abandonedSeconds && (found || !(await othersHaveAnotherFolder(context))))
      await discardUpload(context, upload.id);
  }
}
