import { asc, eq, inArray, lte, sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Clock } from "./clock.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import type { Log } from "./log.ts";

/** A message to one person, as text and as HTML. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Ends what the mail belongs to when it is posted to, for the button of mail programs (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/**
 * Mails to be sent. A row is written in the transaction that gives the reason for it, so that a mail goes out if and
 * only if its reason holds; it is removed when a relay has taken it.
 */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    unsubscribeUrl: text(),
    tries: integer().notNull().default(0),
    nextTryAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index("outbox_due").on(table.nextTryAt)],
);

/** After this many refusals a mail stays in the table, for an operator to see, and is not tried again. */
const mostTries = 12;

/** @param tx the transaction (or database) in which the reason for the mail is written */
export async function enqueueMail(tx: Database, clock: Clock, mail: Mail): Promise<void> {
  const { to, ...content } = mail;
  await tx.insert(outbox).values({ id: newId(), recipient: to, ...content, nextTryAt: clock.now() });
}

/**
 * Sends what is due, oldest first, and returns how many mails were taken. Several processes may run this at once: each
 * leases the rows it takes for ten minutes. A refused mail waits 1, 2, 4 … minutes, at most a day.
 */
export async function sendDueMail(
  db: Database,
  clock: Clock,
  log: Log,
  send: (mail: Mail) => Promise<void>,
): Promise<number> {
  let sent = 0;
  const now = clock.now();
  const due = await db
    .update(outbox)
    .set({ tries: sql`${outbox.tries} + 1`, nextTryAt: new Date(now.getTime() + 600_000) })
    .where(
      inArray(
        outbox.id,
        db
          .select({ id: outbox.id })
          .from(outbox)
          .where(lte(outbox.nextTryAt, now))
          .orderBy(asc(outbox.id))
          .limit(20)
          .for("update", { skipLocked: true }),
      ),
    )
    .returning();
  for (const row of due) {
    try {
      const { recipient: to, subject, html, unsubscribeUrl } = row;
      await send({ to, subject, text: row.text, html, ...(unsubscribeUrl && { unsubscribeUrl }) });
      await db.delete(outbox).where(eq(outbox.id, row.id));
      sent += 1;
    } catch (error) {
      const minutes = Math.min(2 ** (row.tries - 1), 24 * 60);
      const nextTryAt =
        row.tries < mostTries ? new Date(clock.now().getTime() + minutes * 60_000) : farFuture;
      await db.update(outbox).set({ nextTryAt }).where(eq(outbox.id, row.id));
      log.warn({ err: error, mail: row.id, tries: row.tries }, "a mail was not taken");
    }
  }
  return sent;
}

const farFuture = new Date("9999-01-01T00:00:00Z");
