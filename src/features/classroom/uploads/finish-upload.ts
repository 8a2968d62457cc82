import { eq, lte } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { type Announcement, type UploadPurpose, abandonedSeconds } from "./policy.ts";
import { uploads } from "./tables.ts";
import { othersHaveAnotherFolder, removeUploadFile, uploadedBytes } from "./upload-files.ts";

export type UploadRow = typeof uploads.$inferSelect;

/** What an upload is for; features above this one say it. */
export interface UploadUse {
  /** Throws a Problem when the person may not, or there is no room. `place` is what the browser named. */
  readonly admit: (person: Person, place: UploadPlace, bytes: number) => Promise<void>;
  /**
   * Takes the complete file over; once, if it calls `claimUpload`. Throws a Problem for a file that cannot be used.
   */
  readonly take: (upload: UploadRow) => Promise<void>;
  /** The bytes of what the upload has become, when the person may see that. */
  readonly findTaken: (person: Person, id: string) => Promise<number | undefined>;
}
export type UploadPlace = Omit<Announcement, "purpose">;
export type UploadUses = Readonly<Record<UploadPurpose, UploadUse>>;

/** Does nothing when it was finished already. Throws what `take` throws, with the file and the row removed. */
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

/** The request that finishes an upload and the sweep after a crash may meet: one of them gets true. */
export async function claimUpload(tx: Transaction, { id }: UploadRow): Promise<boolean> {
  const claimed = await tx.delete(uploads).where(eq(uploads.id, id)).returning({ id: uploads.id });
  return claimed.length > 0;
}

export async function discardUpload(context: Pick<AppContext, "db" | "settings">, id: string): Promise<void> {
  await removeUploadFile(context, id);
  await context.db.delete(uploads).where(eq(uploads.id, id));
}

/** Finishes what a crash left complete, and removes what was abandoned. */
export async function sweepUploads(
  context: Pick<AppContext, "clock" | "database" | "db" | "log" | "settings">,
  uses: UploadUses,
): Promise<void> {
  const now = context.clock.now().getTime();
  const rows = await context.db
    .select()
    .from(uploads)
    // A running request finishes its own.
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
