import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { and, asc, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { type Clock, minute } from "./clock.ts";
import type { Database } from "./database.ts";
import { codeOf } from "./error-code.ts";
import { UpstreamError } from "./errors.ts";
import type { Log } from "./log.ts";
import { type QueuedMail, outbox } from "./outbox.ts";

const maxTries = 12;

/** Renewed during sending, so that the mails of a killed process don't wait long. */
const leaseMilliseconds = minute;
const renewMilliseconds = 15_000;
const stopMilliseconds = 5000;
/** While only slow mails are under way. */
const lookMilliseconds = 3000;
export const batchSize = 100;

/** Concurrent mails, and connections to the relay. */
export const sentAtOnce = 10;

/** Mails that the relay accepted, by id; whether their rows are deleted. */
export type TakenMails = Map<string, boolean>;

const maxTaken = 10_000;

/**
 * While some mails are slow, sends also what becomes due meanwhile. Returns how many the relay accepted. Pass the same
 * `taken` again, so that no mail is sent twice.
 */
export async function sendDueMail(
  db: Database,
  clock: Clock,
  log: Log,
  send: (mail: QueuedMail) => Promise<void>,
  signal?: AbortSignal,
  taken: TakenMails = new Map(),
): Promise<number> {
  const waiting: Row[] = [];
  const inWork = new Map<string, Row>();
  const workers = new Set<Promise<void>>();
  const leaseEnd = () => new Date(clock.now().getTime() + leaseMilliseconds);
  const renewing = setInterval(() => {
    renew(db, [...inWork.values()], leaseEnd()).catch((error: unknown) =>
      log.warn({ err: error }, "could not renew the lease of mails in progress"),
    );
  }, renewMilliseconds);
  let sent = 0;
  let failure: { readonly error: unknown } | undefined;
  const isEnding = () => failure !== undefined || signal?.aborted === true;
  const sendOneByOne = async (): Promise<void> => {
    for (;;) {
      const row = isEnding() ? undefined : waiting.shift();
      if (!row) return;
      try {
        // Another process may have taken it over, or what it is about may have withdrawn or rewritten it.
        const [owned] = await renew(db, [row], leaseEnd());
        if (owned && (await sendOne({ db, clock, log, send, taken }, owned))) sent += 1;
      } catch (error) {
        failure = { error };
      }
      inWork.delete(row.id);
    }
  };
  const lease = async (): Promise<number> => {
    const leased = await leaseDue(db, clock);
    for (const { id } of leased) if (taken.has(id)) taken.set(id, false);
    await deleteTaken(db, taken);
    // One whose lease ran out may still be under way.
    const rows = leased.filter(({ id }) => !taken.has(id) && !inWork.has(id));
    for (const row of rows) inWork.set(row.id, row);
    waiting.push(...rows);
    return leased.length;
  };
  const sendWhileDue = async (): Promise<void> => {
    for (;;) {
      const before = sent;
      const leased = await lease().catch((error: unknown) => {
        failure = { error };
        return 0;
      });
      while (workers.size < sentAtOnce && waiting.length > 0) {
        const worker = sendOneByOne().finally(() => workers.delete(worker));
        workers.add(worker);
      }
      do {
        const pause = wait(lookMilliseconds, undefined, { ref: false });
        await Promise.race([Promise.all(workers), pause]);
      } while (workers.size > 0 && (waiting.length > 0 || isEnding()));
      // If the relay accepts nothing, the next run tries again.
      if (workers.size === 0 && (leased < batchSize || sent === before || isEnding())) return;
    }
  };
  const ended = new AbortController();
  const sending = sendWhileDue();
  await (signal ? Promise.race([sending, stopIsDue(signal, ended.signal)]) : sending).finally(() => {
    ended.abort();
    clearInterval(renewing);
  });
  if (failure) throw failure.error;
  for (const row of waiting)
    await db
      .update(outbox)
      .set({ tries: row.tries - 1, nextTryAt: clock.now() })
      .where(ownsLease(row));
  return sent;
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

async function renew(db: Database, rows: readonly Row[], nextTryAt: Date): Promise<Row[]> {
  if (rows.length === 0) return [];
  return db
    .update(outbox)
    .set({ nextTryAt })
    .where(or(...rows.map(ownsLease)))
    .returning();
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
