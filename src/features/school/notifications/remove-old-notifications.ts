import { and, isNotNull, lt } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { deleteInPieces } from "../../../platform/delete-in-pieces.ts";
import { newIdAt } from "../../../platform/ids.ts";
import { notifications } from "./tables.ts";

/** Days; the privacy policy states both. */
const keptDays = { read: 90, unread: 365 };

export async function removeOldNotifications(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  signal?: AbortSignal,
): Promise<void> {
  const { id, readAt } = notifications;
  // The primary key is ordered by time.
  const isOlderThan = (days: number) => lt(id, newIdAt(new Date(clock.now().getTime() - days * 86_400_000)));
  await deleteInPieces(db, notifications, and(isOlderThan(keptDays.read), isNotNull(readAt))!, signal);
  await deleteInPieces(db, notifications, isOlderThan(keptDays.unread), signal);
}
