import { eq, lte } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import type { Person } from "../../../access/queries.ts";
import { type Announcement, type UploadPurpose, abandonedSeconds } from "./policy.ts";
import { uploads } from "./tables.ts";
import { othersHaveAnotherFolder, removeUploadFile, uploadedBytes } from "./upload-files.ts";

export type UploadRow = typeof uploads.$inferSelect;

export interface UploadUse {
  /** Throws a Problem if the person may not upload, or there is no room. `place` is the browser's target. */
  readonly admit: (person: Person, place: UploadPlace, bytes: number) => Promise<void>;
  /** Takes over the complete file, once if it calls `claimUpload`. Throws a Problem for an unusable file. */
  readonly take: (upload: UploadRow) => Promise<void>;
  /** The size of what the upload has become, if the person may see it. */
  readonly findTaken: (person: Person, id: string) => Promise<number | undefined>;
}
export type UploadPlace = Omit<Announcement, "purpose">;
export type UploadUses = Readonly<Record<UploadPurpose, UploadUse>>;

/** Does nothing if it is already finished. Throws what `take` throws, after removing the file and the row. */
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

export async function discardUpload(context: Pick<AppContext, "db" | "settings">, id: string): Promise<void> {
  await removeUploadFile(context, id);
  await context.db.delete(uploads).where(eq(uploads.id, id));
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
