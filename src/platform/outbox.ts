import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { type Clock, ago, day, minute } from "./clock.ts";
import { type Database, firstOrThrow } from "./database.ts";
import { codeOf } from "./error-code.ts";
import { UpstreamError } from "./errors.ts";
import { type Emit, defineEvent } from "./events.ts";
import { newId } from "./ids.ts";
import type { Log } from "./log.ts";

export interface Mail {
  /** Made with `idFrom` if a lost mail may be sent again: mailboxes then show the two as one. */
  readonly messageId?: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** One-click unsubscribe endpoint (RFC 8058). */
  readonly unsubscribeUrl?: string;
  readonly replyTo?: string;
  /** Other people whom the mail names. A pending mail is withdrawn when one of them deletes their account. */
  readonly namedIds?: readonly string[];
  /** The feature completes the mail from it on sending; without it, the mail is sent as is. */
  readonly draft?: unknown;
}

/** Insert in the transaction that causes the mail, so the mail is sent only if it commits. */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid().primaryKey(),
    messageId: uuid(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    unsubscribeUrl: text(),
    replyTo: text(),
    namedIds: uuid().array(),
    draft: jsonb(),
    tries: integer().notNull().default(0),
    nextTryAt: timestamp({ withTimezone: true }).notNull(),
    failedAt: timestamp({ withTimezone: true }),
    failure: text(),
  },
  (table) => [
    index("outbox_due")
      .on(table.nextTryAt)
      .where(sql`${table.failedAt} is null`),
    index("outbox_failed")
      .on(table.failedAt)
      .where(sql`${table.failedAt} is not null`),
  ],
);

const maxTries = 12;

const deletedDomain = "@deleted.invalid";

/** Mail to a deleted account's address reaches nobody (RFC 2606). */
export const emailOfDeleted = (personId: string): string => `${personId}${deletedDomain}`;

/** Skips emails of deleted accounts. */
export async function enqueueMail(tx: Database, clock: Clock, mail: Mail): Promise<string> {
  return firstOrThrow(await enqueueMails(tx, clock, [mail]));
}

export async function enqueueMails(tx: Database, clock: Clock, mails: readonly Mail[]): Promise<string[]> {
  const rows = mails.map(({ to, namedIds, ...content }) => ({
    id: newId(),
    recipient: to,
    ...content,
    namedIds: namedIds && [...new Set(namedIds)],
    nextTryAt: clock.now(),
  }));
  const reaching = rows.filter(({ recipient }) => !recipient.endsWith(deletedDomain));
  if (reaching.length > 0) await tx.insert(outbox).values(reaching);
  return rows.map(({ id }) => id);
}

/** Features that send many mails wait while more than this many are due, so that receipts are not delayed. */
export const maxDueMails = 200;

export async function countDueMail(db: Database, clock: Clock): Promise<number> {
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(lte(outbox.nextTryAt, clock.now()), isNull(outbox.failedAt)))
    .limit(maxDueMails)
    .as("due");
  return db.$count(due);
}

const keptDays = 30;
const removedAtOnce = 1000;

/** Ids of mails that never reached anyone. */
export const failedMailRemoved = defineEvent<readonly string[]>("failed mail removed");

type Removal = Readonly<{ clock: Clock; db: Database; emit: Emit }>;

export async function removeFailedMail({ clock, db, emit }: Removal): Promise<void> {
  let removed: number;
  do {
    removed = await db.transaction(async (tx) => {
      const expired = tx
        .select({ id: outbox.id })
        .from(outbox)
        .where(lt(outbox.failedAt, ago(clock, keptDays * day)))
        .limit(removedAtOnce)
        .for("update", { skipLocked: true });
      const rows = await tx.delete(outbox).where(inArray(outbox.id, expired)).returning({ id: outbox.id });
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await emit(tx, failedMailRemoved, ids);
      return ids.length;
    });
  } while (removed === removedAtOnce);
}

/** Renewed during sending, so that the mails of a killed process don't wait long. */
const leaseMilliseconds = minute;
const renewMilliseconds = 15_000;
const stopMilliseconds = 5000;
const batchSize = 100;

/** Concurrent mails, and connections to the relay. */
export const sentAtOnce = 10;

export interface QueuedMail extends Mail {
  readonly id: string;
  /** JPEGs, which its HTML shows by `cid:`. */
  readonly pictures?: readonly { readonly cid: string; readonly bytes: Buffer }[];
}

/** Mails that the relay accepted, by id; whether their rows are deleted. */
export type TakenMails = Map<string, boolean>;

const maxTaken = 10_000;

/** Returns how many mails the relay accepted. Pass the same `taken` again, so that no mail is sent twice. */
export async function sendDueMail(
  db: Database,
  clock: Clock,
  log: Log,
  send: (mail: QueuedMail) => Promise<void>,
  signal?: AbortSignal,
  taken: TakenMails = new Map(),
): Promise<number> {
  await deleteTaken(db, taken);
  let sent = 0;
  for (;;) {
    const leased = await leaseDue(db, clock);
    for (const { id } of leased) if (taken.has(id)) taken.set(id, false);
    await deleteTaken(db, taken);
    const rows = leased.filter(({ id }) => !taken.has(id));
    const ofBatch = await sendBatch({ db, clock, log, send, taken }, rows, signal);
    sent += ofBatch;
    // If the relay accepts nothing, the next run tries again.
    if (leased.length < batchSize || ofBatch === 0 || signal?.aborted) return sent;
  }
}

interface Sender {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly send: (mail: QueuedMail) => Promise<void>;
  readonly taken: TakenMails;
}

async function deleteTaken(db: Database, taken: TakenMails): Promise<void> {
  const ids = [...taken].filter(([, isDeleted]) => !isDeleted).map(([id]) => id);
  if (ids.length === 0) return;
  await db.delete(outbox).where(inArray(outbox.id, ids));
  for (const id of ids) noteDeleted(taken, id);
}

function noteDeleted(taken: TakenMails, id: string): void {
  taken.set(id, true);
  for (const [oldest, isDeleted] of taken) {
    if (taken.size <= maxTaken) break;
    if (isDeleted) taken.delete(oldest);
  }
}

async function sendBatch(sender: Sender, rows: readonly Row[], signal?: AbortSignal): Promise<number> {
  const { db, clock, log } = sender;
  const waiting = [...rows];
  const inWork = new Set(rows);
  const leaseEnd = () => new Date(clock.now().getTime() + leaseMilliseconds);
  const renewing = setInterval(() => {
    renew(db, [...inWork], leaseEnd()).catch((error: unknown) =>
      log.warn({ err: error }, "could not renew the lease of mails in progress"),
    );
  }, renewMilliseconds);
  let sent = 0;
  let failure: { readonly error: unknown } | undefined;
  const sendOneByOne = async (): Promise<void> => {
    for (;;) {
      const row = signal?.aborted || failure ? undefined : waiting.shift();
      if (!row) return;
      try {
        // Another process may have taken it over, or what it is about may have withdrawn it.
        const isOwned = (await renew(db, [row], leaseEnd())) > 0;
        if (isOwned && (await sendOne(sender, row))) sent += 1;
      } catch (error) {
        failure = { error };
      }
      inWork.delete(row);
    }
  };
  const ended = new AbortController();
  const sending = Promise.all(Array.from({ length: sentAtOnce }, sendOneByOne));
  await (signal ? Promise.race([sending, stopIsDue(signal, ended.signal)]) : sending);
  ended.abort();
  clearInterval(renewing);
  if (failure) throw failure.error;
  for (const row of waiting)
    await db
      .update(outbox)
      .set({ tries: row.tries - 1, nextTryAt: clock.now() })
      .where(ownsLease(row));
  return sent;
}

/** Resolves once a stop has waited long enough for the relay: what it accepts later is sent again. */
const stopIsDue = (signal: AbortSignal, ended: AbortSignal): Promise<unknown> =>
  once(signal, "abort", { signal: ended })
    .then(() => wait(stopMilliseconds, undefined, { signal: ended }))
    .catch(() => {});

type Row = typeof outbox.$inferSelect;

async function leaseDue(db: Database, clock: Clock): Promise<Row[]> {
  const now = clock.now();
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(lte(outbox.nextTryAt, now), isNull(outbox.failedAt)))
    // In index order, because an outage of the relay leaves many rows.
    .orderBy(asc(outbox.nextTryAt))
    .limit(batchSize)
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

async function renew(db: Database, rows: readonly Row[], nextTryAt: Date): Promise<number> {
  if (rows.length === 0) return 0;
  const renewed = await db
    .update(outbox)
    .set({ nextTryAt })
    .where(or(...rows.map(ownsLease)))
    .returning({ id: outbox.id });
  return renewed.length;
}

async function sendOne({ db, clock, log, send, taken }: Sender, row: Row): Promise<boolean> {
  const { id, messageId, recipient: to, subject, text: plain, html, unsubscribeUrl, replyTo, draft } = row;
  try {
    await send({
      id: messageId ?? id,
      to,
      subject,
      text: plain,
      html,
      ...(unsubscribeUrl && { unsubscribeUrl }),
      ...(replyTo && { replyTo }),
      ...(draft !== null && { draft }),
    });
  } catch (error) {
    const isFinal = row.tries >= maxTries || (error instanceof UpstreamError && !error.isTransient);
    // The relay's message repeats the recipient, so only the code is kept.
    const failure = codeOf(error instanceof UpstreamError ? error.cause : error) || "unknown";
    const details = { mail: row.id, tries: row.tries, failure, err: error };
    if (isFinal) {
      await db.update(outbox).set({ failedAt: clock.now(), failure }).where(ownsLease(row));
      log.error(details, "gave up on a mail; it stays in the outbox");
    } else {
      const minutes = Math.min(2 ** (row.tries - 1), 24 * 60);
      const nextTryAt = new Date(clock.now().getTime() + minutes * minute);
      await db.update(outbox).set({ nextTryAt, failure }).where(ownsLease(row));
      log.warn(details, "the relay did not accept a mail; it will be retried");
    }
    return false;
  }
  taken.set(id, false);
  await db.delete(outbox).where(eq(outbox.id, id));
  noteDeleted(taken, id);
  return true;
}
