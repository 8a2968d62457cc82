import type { Handlers } from "../../http/register-endpoints.ts";
import { cents } from "../../platform/money.ts";
import type { World } from "../../context.ts";
import type { CallerFor } from "../accounts/authorize.ts";
import { confirmSubscription } from "../newsletter/confirm-subscription.ts";
import type { contact } from "./contract.ts";
import { endSubscription } from "../newsletter/end-subscription.ts";
import { countOpenMessages, listMessages } from "./message-queries.ts";
import { draftIssue, findLastIssue, issueMail } from "../newsletter/issue.ts";
import { countSubscriptions, listIssues, listSubscribers } from "../newsletter/queries.ts";
import { nextRelease } from "../newsletter/schedule.ts";
import { releaseNewsletter, sendTest } from "../newsletter/release-newsletter.ts";
import { markMessage, replyToMessage } from "./reply-to-message.ts";
import { sendMessage } from "./send-message.ts";
import { subscribeToNewsletter } from "../newsletter/subscribe-to-newsletter.ts";

export function contactApi(world: World): Handlers<typeof contact, CallerFor> {
  return {
    "POST /contact": async ({ body }) => ({ insertedId: await sendMessage(world, body) }),
    "POST /newsletter": async ({ body }) => {
      await subscribeToNewsletter(world, body);
      return { accepted: true };
    },
    "POST /newsletter/confirm": async ({ body }) => {
      await confirmSubscription(world, body.token);
      return { confirmed: true };
    },
    "POST /newsletter/unsubscribe/{token}": async ({ params }) => {
      await endSubscription(world, params.token);
      return { unsubscribed: true };
    },
    "GET /admin/newsletter": async () => {
      const now = world.clock.now();
      const last = await findLastIssue(world.db);
      return {
        subscribers: await countSubscriptions(world.db),
        isAutomatic: world.settings.newsletterIsAutomatic,
        nextRelease: nextRelease(now, last?.releasedAt) ?? null,
        draft: await readDraft(world, now),
        issues: (await listIssues(world.db)).map(({ id, ...issue }) => ({ _id: id, ...issue })),
      };
    },
    "POST /admin/newsletter/test": async ({ caller, body }) => {
      await sendTest(world, caller, body.newsUntil);
      return { sentTo: caller.email };
    },
    "POST /admin/newsletter/release": async ({ caller, body }) => ({
      insertedId: await releaseNewsletter(world, caller, body.newsUntil),
    }),
    "GET /admin/newsletter/subscribers": async ({ query }) => {
      const page = await listSubscribers(world.db, query);
      return { ...page, rows: page.rows.map(({ id, ...subscriber }) => ({ _id: id, ...subscriber })) };
    },
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

async function readDraft(world: World, now: Date) {
  const draft = await draftIssue(world, world.db, now);
  if (!draft) return null;
  const { text } = issueMail(world.settings.origin, draft, { email: "", unsubscribe: undefined });
  return {
    ...draft,
    classes: draft.classes.map(({ id, name, priceCents, ...told }) => ({
      _id: id,
      className: name,
      price: cents(priceCents),
      ...told,
    })),
    text,
  };
}
