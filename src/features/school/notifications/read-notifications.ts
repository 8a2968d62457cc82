import { and, inArray, lte } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { findUnread, isUnreadBy } from "./queries.ts";
import { notifications } from "./tables.ts";

export type Which =
  | { readonly ids: readonly string[] }
  | { readonly paths: readonly string[] }
  | { readonly upTo: string };

/** Read notifications are no longer mailed. Returns what stays unread. */
export async function readNotifications(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  personId: string,
  which: Which,
) {
  await db
    .update(notifications)
    .set({ readAt: clock.now(), mailAt: null })
    .where(and(isUnreadBy(personId), isMeant(which)));
  return findUnread(db, personId);
}

function isMeant(which: Which) {
  if ("ids" in which) return inArray(notifications.id, [...which.ids]);
  if ("paths" in which) return inArray(notifications.path, [...which.paths]);
  return lte(notifications.id, which.upTo);
}
