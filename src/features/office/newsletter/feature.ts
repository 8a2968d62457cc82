import type { Handlers } from "../../../http/register-endpoints.ts";
import { cents } from "../../../platform/money.ts";
import type { AppContext } from "../../../context.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { defineFeature, job } from "../../feature.ts";
import { confirmSubscription, endSubscription, subscribeToNewsletter } from "./subscriptions.ts";
import { newsletter } from "./contract.ts";
import { draftIssue, findLastIssue, issueMail, nextRelease } from "./issue.ts";
import { countSubscriptions, listIssues, listSubscribers } from "./queries.ts";
import { releaseNewsletter, sendTest, releaseWhenDue } from "./release-newsletter.ts";
import { sendNewsletter } from "./send-newsletter.ts";

function newsletterApi(context: AppContext): Handlers<typeof newsletter, CallerFor> {
  return {
    "POST /newsletter": async ({ body }) => {
      await subscribeToNewsletter(context, body);
      return { accepted: true };
    },
    "POST /newsletter/confirm": async ({ body }) => {
      await confirmSubscription(context, body.token);
      return { confirmed: true };
    },
    "POST /newsletter/unsubscribe/{token}": async ({ params }) => {
      await endSubscription(context, params.token);
      return { unsubscribed: true };
    },
    "GET /admin/newsletter": async () => {
      const now = context.clock.now();
      const last = await findLastIssue(context.db);
      return {
        subscribers: await countSubscriptions(context.db),
        isAutomatic: context.settings.newsletterIsAutomatic,
        nextRelease: nextRelease(now, last?.releasedAt) ?? null,
        draft: await readDraft(context, now),
        issues: (await listIssues(context.db)).map(({ id, ...issue }) => ({ _id: id, ...issue })),
      };
    },
    "POST /admin/newsletter/test": async ({ caller, body }) => {
      await sendTest(context, caller, body.newsUntil);
      return { sentTo: caller.email };
    },
    "POST /admin/newsletter/release": async ({ caller, body }) => ({
      insertedId: await releaseNewsletter(context, caller, body.newsUntil),
    }),
    "GET /admin/newsletter/subscribers": async ({ query }) => {
      const page = await listSubscribers(context.db, query);
      return { ...page, rows: page.rows.map(({ id, ...subscriber }) => ({ _id: id, ...subscriber })) };
    },
  };
}

async function readDraft(context: AppContext, now: Date) {
  const draft = await draftIssue(context, context.db, now);
  if (!draft) return null;
  const { text } = issueMail(context.settings.origin, draft, { email: "", unsubscribe: undefined });
  return {
    ...draft,
    classes: draft.classes.map(({ id, name, priceCents, ...item }) => ({
      _id: id,
      className: name,
      price: cents(priceCents),
      ...item,
    })),
    text,
  };
}

async function runNewsletter(context: Pick<AppContext, "clock" | "db" | "settings">): Promise<void> {
  await releaseWhenDue(context);
  await sendNewsletter(context);
}

export const newsletterFeature = defineFeature({
  name: "Newsletter",
  contract: newsletter,
  handlers: newsletterApi,
  jobs: [job("newsletter", 5, runNewsletter)],
});
