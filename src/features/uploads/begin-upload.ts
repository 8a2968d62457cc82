import { count, eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { Problem } from "../../platform/errors.ts";
import { diskSpace } from "../../platform/free-space.ts";
import type { Person } from "../accounts/queries.ts";
import { users } from "../accounts/tables.ts";
import type { UploadUses } from "./finish-upload.ts";
import { type Announcement, hasRoomFor, maxBytes, maxUploadsPerPerson } from "./policy.ts";
import { problems } from "./problems.ts";
import { uploads } from "./tables.ts";
import { uploadFolder } from "./upload-files.ts";

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
  if (!hasRoomFor(bytes, await diskSpace(uploadFolder(context)))) throw new Problem(problems.diskFull);
}

/** Throws too-many-uploads-at-once. */
export async function recordUpload(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  upload: Omit<typeof uploads.$inferInsert, "createdAt">,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Announcements of one person go one after the other.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, upload.ownerId)).for("no key update");
    const [running] = await tx
      .select({ count: count() })
      .from(uploads)
      .where(eq(uploads.ownerId, upload.ownerId));
    if (running && running.count >= maxUploadsPerPerson) throw new Problem(problems.tooMany);
    await tx.insert(uploads).values({ ...upload, createdAt: clock.now() });
  });
}

const inWords = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${bytes / 1024 ** 3} GB` : `${bytes / 1024 ** 2} MB`;
