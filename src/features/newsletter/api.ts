import type { Handlers } from "../../http/register-endpoints.ts";
import { cents } from "../../platform/money.ts";
import type { World } from "../../context.ts";
import type { CallerFor } from "../accounts/authorize.ts";
import { confirmSubscription } from "./confirm-subscription.ts";
import type { newsletter } from "./contract.ts";
import { endSubscription } from "./end-subscription.ts";
import { draftIssue, findLastIssue, issueMail } from "./issue.ts";
import { countSubscriptions, listIssues, listSubscribers } from "./queries.ts";
import { releaseNewsletter, sendTest } from "./release-newsletter.ts";
import { nextRelease } from "./schedule.ts";
import { subscribeToNewsletter } from "./subscribe-to-newsletter.ts";

export function newsletterApi(world: World): Handlers<typeof newsletter, CallerFor> {
  return {
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
