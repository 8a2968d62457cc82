import { asc, eq, lte } from "drizzle-orm";
import { mailNotifications } from "../../src/features/school/notifications/mail-notifications.ts";
import {
  type MailFrequency,
  type NotificationKind,
  type Parts,
  choosableKinds,
  kindOf,
} from "../../src/features/school/notifications/kinds.ts";
import type { Role } from "../../src/access/policy.ts";
import { type Notification, notify } from "../../src/features/school/notifications/notify.ts";
import { notifications } from "../../src/features/school/notifications/tables.ts";
import { wordNotifications } from "../../src/features/school/notifications/word-notifications.ts";
import { notificationSources } from "../../src/features.ts";
import { newId } from "../../src/platform/ids.ts";
import { cents } from "../../src/platform/money.ts";
import type { TestApp } from "./app.ts";

type Told = Partial<Parts> & {
  readonly personId: string;
  readonly kind?: NotificationKind;
  readonly aboutId?: string;
  readonly path?: string;
};

const parts: Parts = {
  actorId: newId(),
  classId: newId(),
  lessonId: newId(),
  sectionIds: [],
  reportId: newId(),
  cents: cents(4900),
  count: 1,
  thing: "drawing",
  isAccepted: true,
  isTakenDown: true,
  isAuthor: false,
};

/**
 * In a separate transaction. By default about a new critique; the referenced records don't exist, so its line is
 * the explanation of the kind.
 */
export async function tell({ context }: TestApp, ...all: readonly Told[]): Promise<void> {
  const whole = ({ kind = "critique-received", ...each }: Told) => {
    const needed = kindOf(kind).parts.filter((part) => part !== "classId");
    return {
      ...Object.fromEntries(needed.map((part) => [part, parts[part]])),
      aboutId: newId(),
      path: "/dashboard/enrolled-classes",
      kind,
      ...each,
    } as Notification;
  };
  await context.db.transaction((tx) => notify(tx, context, ...all.map(whole)));
}

type Frequencies = Partial<Record<NotificationKind, MailFrequency>>;

/** What a role may choose, before anyone has. */
export const usualFrequencies = (role: Role): Frequencies =>
  Object.fromEntries(
    choosableKinds
      .filter((kind) => kindOf(kind).roles.includes(role))
      .map((kind) => [kind, kindOf(kind).mail]),
  );

interface Choice {
  readonly kind: NotificationKind;
  readonly frequency: MailFrequency;
}

export const frequenciesIn = (choices: readonly Choice[]): Frequencies =>
  Object.fromEntries(choices.map(({ kind, frequency }) => [kind, frequency]));

/** Oldest first. */
export async function toldTo({ context: { db } }: TestApp, personId: string) {
  const rows = await db
    .select()
    .from(notifications)
    .where(eq(notifications.personId, personId))
    .orderBy(asc(notifications.id));
  const worded = await wordNotifications(db, notificationSources, rows);
  return worded.map(({ kind, line, path }) => ({ kind, line, path }));
}

/** Runs the job until nothing is due. */
export async function runMail({ context }: TestApp): Promise<void> {
  const isDue = lte(notifications.mailAt, context.clock.now());
  for (let runs = 0; runs < 10; runs += 1) {
    await mailNotifications(context, notificationSources);
    if ((await context.db.$count(notifications, isDue)) === 0) return;
  }
}
