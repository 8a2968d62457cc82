import { eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { diskSpace } from "../../../platform/free-space.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import type { UploadRow, UploadUses } from "./finish-upload.ts";
import { type Announcement, hasRoomFor, maxBytes, maxUploadsPerPerson, silentSeconds } from "./policy.ts";
import { problems } from "./problems.ts";
import { uploads } from "./tables.ts";
import { removeUploadFile, uploadFolder, uploadedBytes } from "./upload-files.ts";

/** Throws what the use throws, upload-empty, upload-too-large, too-many-uploads-at-once, disk-full. */
export async function admitUpload(
  context: Pick<AppContext, "db" | "settings">,
  uses: UploadUses,
  person: Person,
  announced: Announcement,
  bytes: number,
): Promise<void> {
  const limit = maxBytes[announced.purpose];
  if (bytes === 0) throw new Problem(problems.empty);
  if (bytes > limit)
    throw new Problem(problems.tooLarge, `This file is too large: at most ${inWords(limit)}.`);
  await uses[announced.purpose].admit(person, announced, bytes);
  const promised = await promisedBytes(context);
  if (!hasRoomFor(bytes + promised, await diskSpace(uploadFolder(context))))
    throw new Problem(problems.diskFull);
}

/** Bytes that running uploads have announced but not yet sent. */
async function promisedBytes(context: Pick<AppContext, "db" | "settings">): Promise<number> {
  const running = await context.db.select({ id: uploads.id, bytes: uploads.bytes }).from(uploads);
  const missing = running.map(
    async ({ id, bytes }) => bytes - ((await uploadedBytes(context, id))?.bytes ?? 0),
  );
  return (await Promise.all(missing)).reduce((sum, each) => sum + Math.max(0, each), 0);
}

/** Replaces an abandoned upload if there is no other place. Throws too-many-uploads-at-once. */
export async function recordUpload(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  upload: Omit<typeof uploads.$inferInsert, "createdAt">,
): Promise<void> {
  const now = context.clock.now();
  const abandoned = await context.db.transaction(async (tx) => {
    // Serializes the announcements of one person.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, upload.ownerId)).for("no key update");
    const running = await tx.select().from(uploads).where(eq(uploads.ownerId, upload.ownerId));
    const replaced = running.length < maxUploadsPerPerson ? undefined : await findSilent(context, running);
    if (running.length >= maxUploadsPerPerson && !replaced) throw new Problem(problems.tooMany);
    if (replaced) await tx.delete(uploads).where(eq(uploads.id, replaced));
    await tx.insert(uploads).values({ ...upload, createdAt: now });
    return replaced;
  });
  if (abandoned) await removeUploadFile(context, abandoned);
}

/** The unfinished upload that has been silent longest, if longer than `silentSeconds`. */
async function findSilent(
  context: Pick<AppContext, "clock" | "settings">,
  running: readonly UploadRow[],
): Promise<string | undefined> {
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
