import { and, isNull, lt, lte, sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { type Clock, ago, day } from "./clock.ts";
import { type Database, firstOrThrow } from "./database.ts";
import { type Emit, defineEvent } from "./events.ts";
import { newId } from "./ids.ts";

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

export interface QueuedMail extends Mail {
  readonly id: string;
  /** JPEGs, which its HTML shows by `cid:`. */
  readonly pictures?: readonly { readonly cid: string; readonly bytes: Buffer }[];
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

export async function removeFailedMail({ clock, db, emit }: Removal, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const removed = await db.transaction(async (tx) => {
      const expired = tx
        .select({ id: outbox.id })
        .from(outbox)
        .where(lt(outbox.failedAt, ago(clock, keptDays * day)))
        .limit(removedAtOnce)
        .for("update", { skipLocked: true });
      const rows = await tx
        .delete(outbox)
        .where(sql`${outbox.id} = any(array${expired})`)
        .returning({ id: outbox.id });
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await emit(tx, failedMailRemoved, ids);
      return ids.length;
    });
    if (removed < removedAtOnce || signal?.aborted) return;
  }
}
