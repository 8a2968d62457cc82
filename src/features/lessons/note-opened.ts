import type { Database } from "../../platform/database.ts";
import { openedLessons } from "./tables.ts";

export async function noteOpened(
  db: Database,
  opened: { readonly studentId: string; readonly lessonId: string; readonly at: Date },
): Promise<void> {
  const { at, ...which } = opened;
  await db
    .insert(openedLessons)
    .values({ ...which, openedAt: at, lastOpenedAt: at })
    .onConflictDoUpdate({
      target: [openedLessons.studentId, openedLessons.lessonId],
      set: { lastOpenedAt: at },
    });
}
