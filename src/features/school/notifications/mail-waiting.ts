import { and, isNotNull, max } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import { type NotificationKind, kindOf } from "./kinds.ts";
import { type Recipient, notificationMail, outlineMail } from "./mails.ts";
import { ofKinds } from "./queries.ts";
import { notifications } from "./tables.ts";
import { type NotificationSources, wordNotifications } from "./word-notifications.ts";

export interface Mailer extends Pick<AppContext, "clock" | "mailLinks" | "settings"> {
  readonly tx: Transaction;
  readonly now: Date;
  readonly person: Recipient & { readonly mayBeMailed: boolean };
  readonly sources: NotificationSources;
}

/**
 * One mail with everything waiting of these kinds. Rows and mail are one transaction, so nothing is sent twice or
 * lost.
 */
export async function mailWaiting(
  { clock, mailLinks, settings, tx, now, person, sources }: Mailer,
  kinds: readonly NotificationKind[],
  frequency: "now" | "daily",
): Promise<void> {
  const rows = await tx
    .update(notifications)
    .set({ mailedAt: now, mailAt: null })
    .where(and(ofKinds(person.id, kinds), isNotNull(notifications.mailAt)))
    .returning();
  const inOrder = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const news = await wordNotifications(tx, sources, inOrder);
  const classes = await sources.classes(tx, [...new Set(news.flatMap(({ classId }) => classId ?? []))]);
  const mailed = [...new Set(news.map(({ kind }) => kind))];
  const token = mailed.some((kind) => kindOf(kind).isFixed)
    ? undefined
    : await mailLinks.sign({ personId: person.id, kinds: mailed });
  const outline = outlineMail(person, { news, classes, frequency, token });
  const hasPreviews = mailed.some((kind) => sources.previews[kind]);
  await enqueueMail(tx, clock, {
    ...notificationMail(settings.origin, outline),
    ...(hasPreviews && { draft: outline }),
  });
}

export async function findLastMail(
  { tx, person }: Pick<Mailer, "tx" | "person">,
  kinds: readonly NotificationKind[],
): Promise<Date | null> {
  const [found] = await tx
    .select({ at: max(notifications.mailedAt) })
    .from(notifications)
    .where(ofKinds(person.id, kinds));
  return found?.at ?? null;
}
