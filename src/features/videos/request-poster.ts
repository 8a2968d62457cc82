import { eq } from "drizzle-orm";
import type { Clock } from "../../platform/clock.ts";
import type { Transaction } from "../../platform/database.ts";
import { videos } from "./tables.ts";
export const requestPoster = async (
  tx: Transaction,
  clock: Clock,
  id: string,
  posterAt: number,
): Promise<void> => {
  await tx.update(videos).set({ posterAt, changedAt: clock.now() }).where(eq(videos.id, id));
};
