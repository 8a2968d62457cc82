import { and, isNotNull, max, asc, eq, lte, min, sql, type SQL, inArray } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Transaction, Database } from "../../../platform/database.ts";
import { enqueueMail, countDueMail, maxDueMails } from "../../../platform/outbox.ts";
import { isDatabaseAway } from "../../../platform/database-away.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import type { Role } from "../../../access/policy.ts";
import {
  type NotificationKind,
  kindOf,
  type MailFrequency,
  choosableKinds,
  isKnown,
  roleOf,
} from "./kinds.ts";
import { type Recipient, notificationMail, outlineMail } from "./mails.ts";
import { ofKinds, findChosen } from "./queries.ts";
import { notifications } from "./tables.ts";
import { type NotificationSources, wordNotifications } from "./word-notifications.ts";

interface Mailer extends Pick<AppContext, "clock" | "mailLinks" | "settings"> {
  readonly tx: Transaction;
  readonly now: Date;
  readonly person: Recipient & {
    readonly role: Role;
    readonly hasAccount: boolean;
    readonly isSuspended: boolean;
  };
  readonly sources: NotificationSources;
}

/** One mail for all due notifications of these kinds, in one transaction: nothing is sent twice or lost. */
async function mailWaiting(
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

async function findLastMail(
  { tx, person }: Pick<Mailer, "tx" | "person">,
  kinds: readonly NotificationKind[],
): Promise<Date | null> {
  const [found] = await tx
    .select({ at: max(notifications.mailedAt) })
    .from(notifications)
    .where(ofKinds(person.id, kinds));
  return found?.at ?? null;
}

const maxRows = 2000;
/** After a mail, further notifications of its kind are collected for ten minutes. */
const gatherMilliseconds = 600_000;
const pauseMilliseconds = 600_000;

/** Fills the outbox. Safe to abort and in several processes: each takes people whom no other has locked. */
export async function mailNotifications(
  context: Pick<AppContext, "clock" | "db" | "log" | "mailLinks" | "settings">,
  sources: NotificationSources,
  signal?: AbortSignal,
): Promise<void> {
  const seen = new Set<string>();
  for (;;) {
    const now = context.clock.now();
    const room = maxDueMails - (await countDueMail(context.db, context.clock));
    const unseen = (await findDuePeople(context.db, now, room)).filter((id) => !seen.has(id));
    if (unseen.length === 0) return;
    for (const personId of unseen) {
      if (signal?.aborted) return;
      seen.add(personId);
      await tryToMail(context, sources, personId, now);
    }
  }
}

async function tryToMail(
  context: Pick<AppContext, "clock" | "db" | "log" | "mailLinks" | "settings">,
  sources: NotificationSources,
  personId: string,
  now: Date,
): Promise<void> {
  try {
    await context.db.transaction(async (tx) => {
      const person = await lockPerson(tx, personId);
      if (!person) return;
      await mailPerson({ ...context, tx, now, person, sources });
    });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    context.log.error({ err: error, person: personId }, "could not mail notifications yet");
    await postpone(context, personId, now);
  }
}

async function findDuePeople(db: Database, now: Date, room: number): Promise<string[]> {
  if (room <= 0) return [];
  const due = db
    .select({ personId: notifications.personId, mailAt: notifications.mailAt })
    .from(notifications)
    .where(lte(notifications.mailAt, now))
    .orderBy(asc(notifications.mailAt))
    .limit(maxRows)
    .as("due");
  const people = await db
    .select({ personId: due.personId })
    .from(due)
    .groupBy(due.personId)
    .orderBy(asc(min(due.mailAt)))
    .limit(room);
  return people.map(({ personId }) => personId);
}

/** A person whose mail can't be generated must not block others. */
async function postpone({ db }: Pick<AppContext, "db">, personId: string, now: Date): Promise<void> {
  await db
    .update(notifications)
    .set({ mailAt: new Date(now.getTime() + pauseMilliseconds) })
    .where(and(eq(notifications.personId, personId), lte(notifications.mailAt, now)));
}

/** Blocks other processes, new choices and a suspension until the mail is in the outbox. */
async function lockPerson(tx: Transaction, id: string): Promise<Mailer["person"] | undefined> {
  const [person] = await tx
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      hasAccount: sql<boolean>`${hasAccount}`,
      isSuspended: isNotNull(users.suspendedAt).mapWith(Boolean),
    })
    .from(users)
    .where(eq(users.id, id))
    .for("no key update", { skipLocked: true });
  return person;
}

/** Their money concerns suspended people too. */
const mayBeMailed = ({ role, hasAccount: exists, isSuspended }: Mailer["person"], kind: NotificationKind) =>
  exists && (!isSuspended || kindOf(kind).isFixed) && [null, role].includes(roleOf(kind));

async function mailPerson(mailer: Mailer): Promise<void> {
  const { tx, now, person } = mailer;
  const due = await tx
    .select({ id: notifications.id, kind: notifications.kind, classId: notifications.classId })
    .from(notifications)
    .where(and(eq(notifications.personId, person.id), lte(notifications.mailAt, now)))
    .for("update");
  if (due.length === 0) return;
  const chosen = await findChosen(tx, person.id);
  const frequencyOf = (kind: NotificationKind): MailFrequency =>
    isKnown(kind) && mayBeMailed(person, kind) ? (chosen.get(kind) ?? kindOf(kind).mail) : "never";
  const dueBy = Map.groupBy(due, ({ kind }) => frequencyOf(kind));

  await schedule(tx, dueBy.get("never") ?? [], null);
  for (const kind of new Set(dueBy.get("now")?.map((each) => each.kind))) await mailAtOnce(mailer, kind);
  const dailyKinds = choosableKinds.filter((kind) => frequencyOf(kind) === "daily");
  await mailDigest(mailer, dueBy.get("daily") ?? [], dailyKinds);
}

/** At once, unless a mail of the kind was just sent. */
async function mailAtOnce(mailer: Mailer, kind: NotificationKind): Promise<void> {
  const { tx, now, person } = mailer;
  const last = await findLastMail(mailer, [kind]);
  const next = new Date((last?.getTime() ?? 0) + gatherMilliseconds);
  if (next <= now) return mailWaiting(mailer, [kind], "now");
  await tx
    .update(notifications)
    .set({ mailAt: next })
    .where(and(ofKinds(person.id, [kind]), lte(notifications.mailAt, now)));
}

/** Less than a day, because 18:00 comes an hour early when clocks change. */
const minIntervalMilliseconds = 20 * 3_600_000;

interface Due {
  readonly id: string;
  readonly classId: string | null;
}

/** At 18:00 in the time zone of the class, or UTC; at most one a day, with everything due for other classes. */
async function mailDigest(mailer: Mailer, due: readonly Due[], kinds: readonly NotificationKind[]) {
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
async function schedule(tx: Transaction, rows: readonly { readonly id: string }[], mailAt: SQL | null) {
  if (rows.length === 0) return;
  await tx
    .update(notifications)
    .set({ mailAt })
    .where(inArray(notifications.id, idsOf(rows)));
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);
