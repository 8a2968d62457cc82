import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Database, Transaction } from "../../platform/database.ts";
import { hasAccount, users } from "../accounts/tables.ts";
import { type MailFrequency, type NotificationKind, choosableKinds, isKnown, kindOf } from "./kinds.ts";
import { mailDigest, schedule } from "./mail-digest.ts";
import { type Mailer, findLastMail, mailWaiting } from "./mail-waiting.ts";
import { findChosen, ofKinds } from "./queries.ts";
import { notifications } from "./tables.ts";
import type { NotificationSources } from "./word-notifications.ts";

/** Fewer than the outbox sends until the next run, so that receipts do not stand behind them. */
const maxPeople = 15;
/** After a mail, news of its kind is gathered for ten minutes. */
const gatherMilliseconds = 600_000;
/** After a failure. */
const pauseMilliseconds = 600_000;

/** Puts what is due into the outbox. Safe to interrupt and to run in parallel. */
export async function mailNotifications(
  context: Pick<AppContext, "clock" | "db" | "log" | "mailLinks" | "settings">,
  sources: NotificationSources,
  signal?: AbortSignal,
): Promise<void> {
  for (let people = 0; people < maxPeople; people += 1) {
    if (signal?.aborted) return;
    const now = context.clock.now();
    const personId = await findNextPerson(context.db, now);
    if (personId === undefined) return;
    try {
      const isLocked = await context.db.transaction(async (tx) => {
        const person = await lockPerson(tx, personId);
        if (person) await mailPerson({ ...context, tx, now, person, sources });
        return person !== undefined;
      });
      // Another process is mailing them.
      if (!isLocked) return;
    } catch (error) {
      context.log.error({ err: error, person: personId }, "notifications could not be mailed yet");
      await postpone(context, personId, now);
    }
  }
}

async function findNextPerson(db: Database, now: Date): Promise<string | undefined> {
  const [next] = await db
    .select({ personId: notifications.personId })
    .from(notifications)
    .where(lte(notifications.mailAt, now))
    .orderBy(asc(notifications.mailAt))
    .limit(1);
  return next?.personId;
}

/** The others do not wait for one whose mail cannot be made. */
async function postpone({ db }: Pick<AppContext, "db">, personId: string, now: Date): Promise<void> {
  await db
    .update(notifications)
    .set({ mailAt: new Date(now.getTime() + pauseMilliseconds) })
    .where(and(eq(notifications.personId, personId), lte(notifications.mailAt, now)));
}

/** Keeps another process, a choice and a suspension away until the mail is in the outbox. */
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
