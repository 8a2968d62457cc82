import { newId } from "../../../platform/ids.ts";
import { layOutMail } from "../../../platform/mail-layout.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import type { Body } from "../../../http/contract.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { mapPage } from "../../../platform/keyset.ts";
import { defineFeature } from "../../feature.ts";
import { isHoneypotFilled } from "./policy.ts";
import { contactMessages } from "./tables.ts";
import { contact } from "./contract.ts";
import { countOpenMessages, listMessages, markMessage, replyToMessage } from "./messages.ts";

/** Message and mail are one transaction. A honeypot hit also gets an id. */
async function sendMessage(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  input: Body<typeof contact, "POST /contact">,
): Promise<string> {
  const id = newId();
  if (isHoneypotFilled(input)) return id;
  const { name, email, message } = input;
  await context.db.transaction(async (tx) => {
    await tx.insert(contactMessages).values({ id, name, email, message, createdAt: context.clock.now() });
    const mail = layOutMail({
      to: context.settings.supportEmail,
      subject: `Message from ${name}`,
      greeting: `${name} wrote:`,
      paragraphs: message.split(/\n+/),
      facts: [
        ["Reply to", email],
        ["Message", id],
      ],
      reason: "Sent from the contact form.",
    });
    await enqueueMail(tx, context.clock, { ...mail, replyTo: email });
  });
  return id;
}

function contactApi(context: AppContext): Handlers<typeof contact, CallerFor> {
  return {
    "POST /contact": async ({ body }) => ({ insertedId: await sendMessage(context, body) }),
    "GET /admin/messages": async ({ query }) =>
      mapPage(await listMessages(context.db, query), ({ id, createdAt, doneAt, replies, ...message }) => ({
        _id: id,
        ...message,
        date: createdAt,
        done: doneAt,
        replies: replies.map(({ id: replyId, text, by, at }) => ({ _id: replyId, text, by, date: at })),
      })),
    "GET /admin/messages/open": async () => ({ open: await countOpenMessages(context.db) }),
    "POST /admin/messages/{id}/replies": async ({ caller, params, body }) => ({
      insertedId: await replyToMessage(context, caller, params.id, body),
    }),
    "PATCH /admin/messages/{id}": async ({ params, body }) => ({
      modifiedCount: await markMessage(context, params.id, body.done),
    }),
  };
}

export const contactFeature = defineFeature({
  name: "Contact",
  contract: contact,
  handlers: contactApi,
});
