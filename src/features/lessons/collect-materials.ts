import { eq, lte } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { UpstreamError } from "../../platform/errors.ts";
import { materials } from "./tables.ts";

/** Files that students may still be downloading stay for this long. */
const graceSeconds = 3600;
const batch = 100;

/** Deletes files before their rows: after a crash the row still leads to the file. */
export async function collectMaterials({
  clock,
  db,
  log,
  storage,
}: Pick<AppContext, "clock" | "db" | "log" | "storage">): Promise<number> {
  const before = new Date(clock.now().getTime() - graceSeconds * 1000);
  const found = await db
    .select({ id: materials.id })
    .from(materials)
    .where(lte(materials.removedAt, before))
    .limit(batch);
  for (const { id } of found) {
    try {
      await storage.removeFolder(`materials/${id}`);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ err: error, material: id }, "a material could not be removed yet");
      break;
    }
    await db.delete(materials).where(eq(materials.id, id));
  }
  return found.length;
}
