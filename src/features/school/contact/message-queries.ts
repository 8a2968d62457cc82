import { and, asc, count, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../platform/database.ts";
import { type SortKey, afterCursor, orderOf, toPage } from "../../../platform/keyset.ts";
import { searchCondition } from "../../../platform/search-words.ts";
import { users } from "../../../access/tables.ts";
import { contactMessages, contactReplies } from "./tables.ts";

interface MessagesQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly q?: string | undefined;
  readonly status?: "open" | "done" | undefined;
}

const newestFirst: SortKey[] = [{ column: contactMessages.id, direction: "descending", value: z.uuid() }];
const searchText = sql`lower(${contactMessages.name} || ' ' || ${contactMessages.email} || ' ' || ${contactMessages.message})`;

export async function listMessages(db: Database, { limit, cursor, q, status }: MessagesQuery) {
  const condition =
    status && (status === "done" ? isNotNull(contactMessages.doneAt) : isNull(contactMessages.doneAt));
  const rows = await db
    .select()
    .from(contactMessages)
    .where(
      and(
        q ? await searchCondition(db, contactMessages, searchText, q, condition) : condition,
        afterCursor(newestFirst, cursor),
      ),
    )
    .orderBy(...orderOf(newestFirst))
    .limit(limit + 1);
  const page = toPage(rows, limit, (row) => [row.id]);
  const replies = await listReplies(
    db,
    page.rows.map(({ id }) => id),
  );
  return {
    ...page,
    rows: page.rows.map((message) => ({
      ...message,
      replies: replies.filter(({ messageId }) => messageId === message.id),
    })),
  };
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

export async function countOpenMessages(db: Database): Promise<number> {
  const [counted] = await db
    .select({ open: count() })
    .from(contactMessages)
    .where(isNull(contactMessages.doneAt));
  return counted?.open ?? 0;
}
