import type { Handlers } from "../../../http/register-endpoints.ts";
import type { AppContext } from "../../../context.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import type { contact } from "./contract.ts";
import { countOpenMessages, listMessages } from "./message-queries.ts";
import { markMessage, replyToMessage } from "./reply-to-message.ts";
import { sendMessage } from "./send-message.ts";

export function contactApi(context: AppContext): Handlers<typeof contact, CallerFor> {
  return {
    "POST /contact": async ({ body }) => ({ insertedId: await sendMessage(context, body) }),
    "GET /admin/messages": async ({ query }) => {
      const page = await listMessages(context.db, query);
      return {
        ...page,
        rows: page.rows.map(({ id, createdAt, doneAt, replies, ...message }) => ({
          _id: id,
          ...message,
          date: createdAt,
          done: doneAt,
          replies: replies.map(({ id: replyId, text, by, at }) => ({ _id: replyId, text, by, date: at })),
        })),
      };
    },
    "GET /admin/messages/open": async () => ({ open: await countOpenMessages(context.db) }),
    "POST /admin/messages/{id}/replies": async ({ caller, params, body }) => ({
      insertedId: await replyToMessage(context, caller, params.id, body),
    }),
    "PATCH /admin/messages/{id}": async ({ params, body }) => ({
      modifiedCount: await markMessage(context, params.id, body.done),
    }),
  };
}
