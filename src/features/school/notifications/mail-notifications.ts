import { and, asc, eq, isNull, lte, min, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { isDatabaseAway } from "../../../platform/database-away.ts";
import type { Database, Transaction } from "../../../platform/database.ts";
import { countDueMail, maxDueMails } from "../../../platform/outbox.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import { type MailFrequency, type NotificationKind, choosableKinds, isKnown, kindOf } from "./kinds.ts";
import { mailDigest, schedule } from "./mail-digest.ts";
import { type Mailer, findLastMail, mailWaiting } from "./mail-waiting.ts";
import { findChosen, ofKinds } from "./queries.ts";
import { notifications } from "./tables.ts";
import type { NotificationSources } from "./word-notifications.ts";

/** Due rows to read at once. */
const maxRows = 2000;
/** After a mail, further news of its kind is collected for ten minutes. */
const gatherMilliseconds = 600_000;
/** After a failure. */
const pauseMilliseconds = 600_000;

/**
 * Puts due notifications into the outbox, until that is full or nothing is due. May be interrupted, and shared by
 * several processes: each takes people whom no other has locked.
 */
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
      // Another process is mailing them.
      if (!person) return;
      await mailPerson({ ...context, tx, now, person, sources });
    });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    context.log.error({ err: error, person: personId }, "could not mail notifications yet");
    await postpone(context, personId, now);
  }
}

/** Longest wait first. */
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

/** Lets the others go ahead of a person whose mail can't be generated. */
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
      mayBeMailed: sql<boolean>`${and(hasAccount, isNull(users.suspendedAt))}`,
    })
    .from(users)
    .where(eq(users.id, id))
    .for("no key update", { skipLocked: true });
  return person;
}

async function mailPerson(mailer: Mailer): Promise<void> {
  const { tx, now, person } = mailer;
  const due = await tx
    .select({ id: notifications.id, kind: notifications.kind, classId: notifications.classId })
    .from(notifications)
    .where(and(eq(notifications.personId, person.id), lte(notifications.mailAt, now)))
    .for("update");
  // Another process has already mailed them.
  if (due.length === 0) return;
  const chosen = await findChosen(tx, person.id);
  const frequencyOf = (kind: NotificationKind): MailFrequency =>
    person.mayBeMailed && isKnown(kind) ? (chosen.get(kind) ?? kindOf(kind).mail) : "never";
  const dueBy = Map.groupBy(due, ({ kind }) => frequencyOf(kind));

  await schedule(tx, dueBy.get("never") ?? [], null);
  for (const kind of new Set(dueBy.get("now")?.map((each) => each.kind))) await mailAtOnce(mailer, kind);
  const dailyKinds = choosableKinds.filter((kind) => frequencyOf(kind) === "daily");
  await mailDigest(mailer, dueBy.get("daily") ?? [], dailyKinds);
}

/** At once, unless a mail of the kind has just left. */
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
