import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database, Transaction } from "../../../platform/database.ts";
import { byId, mapPage, readPage } from "../../../platform/keyset.ts";
import { searchCondition } from "../../../platform/search-words.ts";
import { users } from "../../../access/tables.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { layOutMail, toPerson } from "../../../platform/mail-layout.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { utcDate } from "../../../ui/day.ts";
import type { Body, Query } from "../../../http/contract.ts";
import { contactMessages, contactReplies } from "./tables.ts";
import { type contact, messageProblems as problems } from "./contract.ts";

const newestFirst = byId(contactMessages.id, "descending");
const searchText = sql`lower(${contactMessages.name} || ' ' || ${contactMessages.email} || ' ' || ${contactMessages.message})`;

export async function listMessages(
  db: Database,
  { limit, cursor, q, status, id }: Query<typeof contact, "GET /admin/messages">,
) {
  const condition = and(
    status && (status === "done" ? isNotNull(contactMessages.doneAt) : isNull(contactMessages.doneAt)),
    id === undefined ? undefined : eq(contactMessages.id, id),
  );
  const page = await readPage(
    db.select().from(contactMessages),
    {
      keys: newestFirst,
      condition: q ? await searchCondition(db, contactMessages, searchText, q, condition) : condition,
      limit,
      cursor,
    },
    (row) => [row.id],
  );
  const replies = await listReplies(
    db,
    page.rows.map((message) => message.id),
  );
  return mapPage(page, (message) => ({
    ...message,
    replies: replies.filter(({ messageId }) => messageId === message.id),
  }));
}

async function listReplies(db: Database, messageIds: string[]) {
  if (messageIds.length === 0) return [];
  return db
    .select({
      id: contactReplies.id,
      messageId: contactReplies.messageId,
      text: contactReplies.text,
      by: users.name,
      at: contactReplies.createdAt,
    })
    .from(contactReplies)
    .innerJoin(users, eq(users.id, contactReplies.byId))
    .where(inArray(contactReplies.messageId, messageIds))
    .orderBy(asc(contactReplies.id));
}

export const countOpenMessages = (db: Database) => db.$count(contactMessages, isNull(contactMessages.doneAt));

/** Replies to this mail go to support. Throws message-not-found, message-answered-meanwhile. */
export async function replyToMessage(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  admin: Person,
  id: string,
  { text, repliesSeen }: Body<typeof contact, "POST /admin/messages/{id}/replies">,
): Promise<string> {
  const now = context.clock.now();
  const replyId = newId();
  await context.db.transaction(async (tx) => {
    const message = await lockMessage(tx, id);
    const toThis = eq(contactReplies.messageId, id);
    if (repliesSeen !== undefined && (await tx.$count(contactReplies, toThis)) > repliesSeen)
      throw new Problem(problems["message-answered-meanwhile"]);
    const { supportEmail } = context.settings;
    await enqueueMail(tx, context.clock, {
      ...layOutMail({
        ...toPerson(message),
        subject: "Re: your message to Senga",
        paragraphs: [
          ...text.split(/\n+/),
          `You wrote on ${utcDate(message.createdAt)}:`,
          ...message.message.split(/\n+/).map((line) => `> ${line}`),
        ],
        reason:
          "You're receiving this email because you wrote to us on our contact page. Just reply to write back.",
      }),
      replyTo: supportEmail,
    });
    await tx
      .insert(contactReplies)
      .values({ id: replyId, messageId: id, text, byId: admin.id, createdAt: now });
    await tx
      .update(contactMessages)
      .set({ doneAt: message.doneAt ?? now })
      .where(eq(contactMessages.id, id));
  });
  return replyId;
}

/** Throws message-not-found. */
export async function markMessage(
  context: Pick<AppContext, "clock" | "db">,
  id: string,
  isDone: boolean,
): Promise<number> {
  return context.db.transaction(async (tx) => {
    const { doneAt } = await lockMessage(tx, id);
    if ((doneAt !== null) === isDone) return 0;
    await tx
      .update(contactMessages)
      .set({ doneAt: isDone ? context.clock.now() : null })
      .where(eq(contactMessages.id, id));
    return 1;
  });
}

async function lockMessage(tx: Transaction, id: string) {
  const [message] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for("update");
  if (!message) throw new Problem(problems["message-not-found"]);
  return message;
}
