import { type SQL, and, inArray, lte, sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import type { NotificationKind } from "./kinds.ts";
import { type Mailer, findLastMail, mailWaiting } from "./mail-waiting.ts";
import { notifications } from "./tables.ts";

/** Less than a day, because 18:00 comes an hour early when clocks change. */
const minIntervalMilliseconds = 20 * 3_600_000;

interface Due {
  readonly id: string;
  readonly classId: string | null;
}

/**
 * At 18:00 in the time zone of the class, or in UTC. Includes what is waiting for other classes, and at most one
 * leaves per day, however many classes a person has.
 *
 * @param due new, or due in the person's evening
 */
export async function mailDigest(
  mailer: Mailer,
  due: readonly Due[],
  kinds: readonly NotificationKind[],
): Promise<void> {
  if (due.length === 0) return;
  const { tx, now, sources } = mailer;
  const classes = await sources.classes(tx, [...new Set(due.flatMap(({ classId }) => classId ?? []))]);
  const byZone = Map.groupBy(
    due,
    ({ classId }) => classes.find(({ id }) => id === classId)?.timeZone ?? "UTC",
  );
  const scheduleFrom = async (from: SQL): Promise<void> => {
    for (const [zone, rows] of byZone) await schedule(tx, rows, nextEvening(from, zone));
  };

  await scheduleFrom(sql`${notifications.createdAt}`);
  const isDue = and(inArray(notifications.id, idsOf(due)), lte(notifications.mailAt, now));
  if ((await tx.$count(notifications, isDue)) === 0) return;
  const last = await findLastMail(mailer, kinds);
  const earliest = new Date((last?.getTime() ?? 0) + minIntervalMilliseconds);
  if (earliest <= now) await mailWaiting(mailer, kinds, "daily");
  else await scheduleFrom(sql`${earliest.toISOString()}::timestamptz`);
}

/** In PostgreSQL, because a day doesn't always have 24 hours. */
const nextEvening = (from: SQL, zone: string): SQL =>
  sql`(date_trunc('day', (${from} at time zone ${zone}) - interval '18 hours') + interval '1 day 18 hours')
    at time zone ${zone}`;

/** Null: no digest. */
export async function schedule(
  tx: Transaction,
  rows: readonly { readonly id: string }[],
  mailAt: SQL | null,
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .update(notifications)
    .set({ mailAt })
    .where(inArray(notifications.id, idsOf(rows)));
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);
