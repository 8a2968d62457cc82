import { after, type Handlers, withId } from "../../../http/register-endpoints.ts";
import { cents } from "../../../platform/money.ts";
import type { AppContext } from "../../../context.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { allRows, csvOf } from "../../../platform/csv.ts";
import { defineFeature, job } from "../../feature.ts";
import {
  confirmSubscription,
  endSubscription,
  subscribeToNewsletter,
  removeUnconfirmed,
} from "./subscriptions.ts";
import { newsletter } from "./contract.ts";
import {
  draftIssue,
  findLastIssue,
  issueMail,
  nextRelease,
  releaseNewsletter,
  sendTest,
  releaseWhenDue,
} from "./issue.ts";
import { sendNewsletter, isNotQueued } from "./send-newsletter.ts";
import { count, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "../../../platform/database.ts";
import { type PageQuery, readPage, byId } from "../../../platform/keyset.ts";
import { on } from "../../../platform/events.ts";
import { failedMailRemoved, outbox } from "../../../platform/outbox.ts";
import { users } from "../../../access/tables.ts";
import { newsletterDeliveries, newsletterIssues, newsletterSubscriptions } from "./tables.ts";

const shownIssues = 12;

async function countSubscriptions(db: Database) {
  const rows = await db
    .select({ state: newsletterSubscriptions.state, people: count() })
    .from(newsletterSubscriptions)
    .groupBy(newsletterSubscriptions.state);
  const countOf = (state: string): number => rows.find((row) => row.state === state)?.people ?? 0;
  return {
    confirmed: countOf("confirmed"),
    pending: countOf("pending"),
    unsubscribed: countOf("unsubscribed"),
  };
}

async function listIssues(db: Database) {
  const issues = await db
    .select({
      id: newsletterIssues.id,
      number: newsletterIssues.number,
      subject: newsletterIssues.subject,
      releasedAt: newsletterIssues.releasedAt,
      releasedBy: users.name,
      finishedAt: newsletterIssues.finishedAt,
    })
    .from(newsletterIssues)
    .leftJoin(users, eq(users.id, newsletterIssues.releasedBy))
    .orderBy(desc(newsletterIssues.number))
    .limit(shownIssues);
  if (issues.length === 0) return [];
  const deliveries = await db
    .select({
      issueId: newsletterDeliveries.issueId,
      sent: countWhere(
        sql`${outbox.id} is null and ${newsletterDeliveries.withdrawnAt} is null and not ${newsletterDeliveries.hasFailed}`,
      ),
      failed: countWhere(sql`${outbox.failedAt} is not null or ${newsletterDeliveries.hasFailed}`),
      waiting: countWhere(sql`${outbox.id} is not null and ${outbox.failedAt} is null`),
    })
    .from(newsletterDeliveries)
    .leftJoin(outbox, eq(outbox.id, newsletterDeliveries.mailId))
    .where(
      inArray(
        newsletterDeliveries.issueId,
        issues.map(({ id }) => id),
      ),
    )
    .groupBy(newsletterDeliveries.issueId);
  return Promise.all(
    issues.map(async (issue) => {
      const progress = deliveries.find(({ issueId }) => issueId === issue.id);
      const { sent, failed, waiting } = progress ?? { sent: 0, failed: 0, waiting: 0 };
      const notQueued = issue.finishedAt ? 0 : await countNotQueued(db, issue);
      return { ...issue, sent, failed, left: waiting + notQueued };
    }),
  );
}

const countWhere = (condition: ReturnType<typeof sql>) =>
  sql<number>`(count(*) filter (where ${condition}))::int`;

async function countNotQueued(db: Database, issue: { id: string; releasedAt: Date }): Promise<number> {
  const [counted] = await db
    .select({ people: count() })
    .from(newsletterSubscriptions)
    .where(isNotQueued(db, issue));
  return counted?.people ?? 0;
}

const oldestFirst = byId(newsletterSubscriptions.id, "ascending");

async function listSubscribers(db: Database, { limit, cursor }: PageQuery) {
  return readPage(
    db
      .select({
        id: newsletterSubscriptions.id,
        name: newsletterSubscriptions.name,
        email: newsletterSubscriptions.email,
        confirmedAt: newsletterSubscriptions.confirmedAt,
      })
      .from(newsletterSubscriptions),
    { keys: oldestFirst, condition: eq(newsletterSubscriptions.state, "confirmed"), limit, cursor },
    (row) => [row.id],
  );
}

function newsletterApi(context: AppContext): Handlers<typeof newsletter, CallerFor> {
  return {
    "POST /newsletter": ({ body }) => after(subscribeToNewsletter(context, body), { accepted: true }),
    "POST /newsletter/confirm": ({ body }) =>
      after(confirmSubscription(context, body.token), { confirmed: true }),
    "POST /newsletter/unsubscribe/{token}": ({ params }) =>
      after(endSubscription(context, params.token), { unsubscribed: true }),
    "GET /admin/newsletter": async () => {
      const now = context.clock.now();
      const last = await findLastIssue(context.db);
      return {
        subscribers: await countSubscriptions(context.db),
        isAutomatic: context.settings.newsletterIsAutomatic,
        nextRelease: nextRelease(now, last?.releasedAt) ?? null,
        draft: await readDraft(context, now),
        issues: (await listIssues(context.db)).map(withId),
      };
    },
    "POST /admin/newsletter/test": ({ caller, body }) =>
      after(sendTest(context, caller, body.newsUntil), { sentTo: caller.email }),
    "POST /admin/newsletter/release": async ({ caller, body }) => ({
      insertedId: await releaseNewsletter(context, caller, body.newsUntil),
    }),
    "GET /admin/export/subscribers": async () =>
      csvOf(
        ["Name", "Email", "Confirmed (UTC)"],
        allRows(
          (page) => listSubscribers(context.db, page),
          (row) => [row.name, row.email, row.confirmedAt],
        ),
      ),
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

async function noteFailures(tx: Transaction, _context: unknown, mailIds: readonly string[]): Promise<void> {
  await tx
    .update(newsletterDeliveries)
    .set({ hasFailed: true })
    .where(inArray(newsletterDeliveries.mailId, [...mailIds]));
}

export const newsletterFeature = defineFeature({
  name: "Newsletter",
  contract: newsletter,
  handlers: newsletterApi,
  listeners: [on(failedMailRemoved, noteFailures)],
  jobs: [job("newsletter", 5, runNewsletter), job("unconfirmed subscriptions", 3600, removeUnconfirmed)],
});
