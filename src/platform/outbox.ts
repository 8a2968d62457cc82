import { and, asc, eq, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Clock } from "./clock.ts";
import type { Database } from "./database.ts";
import { UpstreamError } from "./errors.ts";
import { newId } from "./ids.ts";
import type { Log } from "./log.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** One-click unsubscribe endpoint (RFC 8058). */
  readonly unsubscribeUrl?: string;
  readonly replyTo?: string;
  /** The people, other than the recipient, whom it names: a mail that still waits is withdrawn when one of them leaves. */
  readonly namedIds?: readonly string[];
}

/** Insert in the transaction that causes the mail: the mail goes out only if that transaction commits. */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    unsubscribeUrl: text(),
    replyTo: text(),
    namedIds: uuid().array(),
    tries: integer().notNull().default(0),
    nextTryAt: timestamp({ withTimezone: true }).notNull(),
    failedAt: timestamp({ withTimezone: true }),
    failure: text(),
  },
  (table) => [
    index("outbox_due")
      .on(table.nextTryAt)
      .where(sql`${table.failedAt} is null`),
  ],
);

const maxTries = 12;

const deletedDomain = "@deleted.invalid";

/** A deleted account's: mail to it reaches nobody (RFC 2606). */
export const emailOfDeleted = (personId: string): string => `${personId}${deletedDomain}`;

/** Nothing is queued to the email of a deleted account. */
export async function enqueueMail(tx: Database, clock: Clock, mail: Mail): Promise<string> {
  const { to, namedIds, ...content } = mail;
  const id = newId();
  if (to.endsWith(deletedDomain)) return id;
  const names = namedIds && { namedIds: [...new Set(namedIds)] };
  await tx.insert(outbox).values({ id, recipient: to, ...content, ...names, nextTryAt: clock.now() });
  return id;
}

/** Days that a mail which was given up is kept, for the operator to try again. */
const keptDays = 30;

export async function removeFailedMail({ clock, db }: { readonly clock: Clock; readonly db: Database }) {
  const before = new Date(clock.now().getTime() - keptDays * 86_400_000);
  await db.delete(outbox).where(lt(outbox.failedAt, before));
}

/** Milliseconds. */
const leaseMilliseconds = 600_000;

/** Safe to run in several processes: each leases its rows. On abort, releases the leases after the current mail. */
export async function sendDueMail(
  db: Database,
  clock: Clock,
  log: Log,
  send: (mail: Mail) => Promise<void>,
  signal?: AbortSignal,
): Promise<number> {
  let sent = 0;
  for (const row of await leaseDue(db, clock)) {
    if (signal?.aborted) {
      const released = { tries: row.tries - 1, nextTryAt: clock.now() };
      await db.update(outbox).set(released).where(ownsLease(row));
    } else if ((await renew(db, clock, row)) && (await sendOne(db, clock, log, send, row))) {
      sent += 1;
    }
  }
  return sent;
}

type Row = typeof outbox.$inferSelect;

async function leaseDue(db: Database, clock: Clock): Promise<Row[]> {
  const now = clock.now();
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(lte(outbox.nextTryAt, now), isNull(outbox.failedAt)))
    // As the index has them, since an outage of the relay leaves many.
    .orderBy(asc(outbox.nextTryAt))
    .limit(20)
    .for("update", { skipLocked: true });
  const leased = await db
    .update(outbox)
    .set({ tries: sql`${outbox.tries} + 1`, nextTryAt: new Date(now.getTime() + leaseMilliseconds) })
    .where(inArray(outbox.id, due))
    .returning();
  return leased.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Each lease increments `tries`, so an unchanged count proves ownership. */
const ownsLease = ({ id, tries }: Row) => and(eq(outbox.id, id), eq(outbox.tries, tries));

async function renew(db: Database, clock: Clock, row: Row): Promise<boolean> {
  const nextTryAt = new Date(clock.now().getTime() + leaseMilliseconds);
  const renewed = await db
    .update(outbox)
    .set({ nextTryAt })
    .where(ownsLease(row))
    .returning({ id: outbox.id });
  return renewed.length > 0;
}

async function sendOne(
  db: Database,
  clock: Clock,
  log: Log,
  send: (mail: Mail) => Promise<void>,
  row: Row,
): Promise<boolean> {
  const { recipient: to, subject, text: plain, html, unsubscribeUrl, replyTo } = row;
  try {
    await send({
      to,
      subject,
      text: plain,
      html,
      ...(unsubscribeUrl && { unsubscribeUrl }),
      ...(replyTo && { replyTo }),
    });
  } catch (error) {
    const isFinal = row.tries >= maxTries || (error instanceof UpstreamError && !error.isTransient);
    const failure = codeOf(error);
    const details = { mail: row.id, tries: row.tries, failure, err: error };
    if (isFinal) {
      await db.update(outbox).set({ failedAt: clock.now(), failure }).where(ownsLease(row));
      log.error(details, "a mail was given up; it is kept in the outbox");
    } else {
      const minutes = Math.min(2 ** (row.tries - 1), 24 * 60);
      const nextTryAt = new Date(clock.now().getTime() + minutes * 60_000);
      await db.update(outbox).set({ nextTryAt, failure }).where(ownsLease(row));
      log.warn(details, "a mail was not taken");
    }
    return false;
  }
  await db.delete(outbox).where(eq(outbox.id, row.id));
  return true;
}

/** The relay's message repeats the recipient, so only the code is kept. */
function codeOf(error: unknown): string {
  const { code } = ((error instanceof UpstreamError ? error.cause : error) ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "unknown";
}
