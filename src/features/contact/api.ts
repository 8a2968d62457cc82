import type { Handlers } from "../../http/register-endpoints.ts";
import type { World } from "../../context.ts";
import type { CallerFor } from "../accounts/authorize.ts";
import type { contact } from "./contract.ts";
import { countOpenMessages, listMessages } from "./message-queries.ts";
import { markMessage, replyToMessage } from "./reply-to-message.ts";
import { sendMessage } from "./send-message.ts";

export function contactApi(world: World): Handlers<typeof contact, CallerFor> {
  return {
    "POST /contact": async ({ body }) => ({ insertedId: await sendMessage(world, body) }),
    "GET /admin/messages": async ({ query }) => {
      const page = await listMessages(world.db, query);
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
    "GET /admin/messages/open": async () => ({ open: await countOpenMessages(world.db) }),
    "POST /admin/messages/{id}/replies": async ({ caller, params, body }) => ({
      insertedId: await replyToMessage(world, caller, params.id, body),
    }),
    "PATCH /admin/messages/{id}": async ({ params, body }) => ({
      modifiedCount: await markMessage(world, params.id, body.done),
    }),
  };
}
