import { and, asc, count, eq, isNotNull, isNull, lt, lte, notExists } from "drizzle-orm";
import type { Database, Transaction } from "../../../platform/database.ts";
import { enqueueMails, maxDueMails, outbox } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import { issueMail } from "./issue.ts";
import { createLinkTokens, unsubscribeUrls } from "./subscriptions.ts";
import { newsletterDeliveries, newsletterIssues, newsletterSubscriptions } from "./tables.ts";

type Issue = typeof newsletterIssues.$inferSelect;

/** Queues the next mails and returns their number. Safe to abort and to run in parallel. */
export async function sendNewsletter(
  context: Pick<AppContext, "clock" | "db" | "settings">,
): Promise<number> {
  return context.db.transaction(async (tx) => {
    const [issue] = await tx
      .select()
      .from(newsletterIssues)
      .where(isNull(newsletterIssues.finishedAt))
      .orderBy(asc(newsletterIssues.number))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!issue) return 0;
    const waiting = await countWaiting(tx, issue);
    const capacity = maxDueMails - waiting.fresh;
    const queued = capacity > 0 ? await queueMails(context, tx, issue, capacity) : 0;
    if (queued === 0 && waiting.all === 0) {
      await tx
        .update(newsletterIssues)
        .set({ finishedAt: context.clock.now() })
        .where(eq(newsletterIssues.id, issue.id));
    }
    return queued;
  });
}

/** Mails with repeated failures don't count, so that they don't block the rest. */
async function countWaiting(db: Database, { id }: Issue) {
  const countOf = async (isFresh: boolean): Promise<number> => {
    const [counted] = await db
      .select({ waiting: count() })
      .from(newsletterDeliveries)
      .innerJoin(outbox, eq(outbox.id, newsletterDeliveries.mailId))
      .where(
        and(
          eq(newsletterDeliveries.issueId, id),
          isNull(outbox.failedAt),
          isFresh ? lt(outbox.tries, 3) : undefined,
        ),
      );
    return counted?.waiting ?? 0;
  };
  return { all: await countOf(false), fresh: await countOf(true) };
}

async function queueMails(
  context: Pick<AppContext, "clock" | "settings">,
  tx: Transaction,
  issue: Issue,
  capacity: number,
): Promise<number> {
  const recipients = await tx
    .select({ id: newsletterSubscriptions.id, email: newsletterSubscriptions.email })
    .from(newsletterSubscriptions)
    .where(isNotQueued(tx, issue))
    .orderBy(asc(newsletterSubscriptions.id))
    .limit(capacity)
    // A concurrent unsubscribe commits first, or finds the queued mail and withdraws it.
    .for("update");
  if (recipients.length === 0) return 0;
  const { origin } = context.settings;
  const links = await createLinkTokens(tx, context.clock, recipients, "unsubscribe");
  const mails = links.map(({ email, token }) =>
    issueMail(origin, issue, { email, unsubscribe: unsubscribeUrls(origin, token) }),
  );
  const mailIds = await enqueueMails(tx, context.clock, mails);
  await tx
    .insert(newsletterDeliveries)
    .values(
      recipients.map(({ id }, index) => ({ issueId: issue.id, subscriptionId: id, mailId: mailIds[index]! })),
    );
  return recipients.length;
}

/** For an issue that has changed. In place: the relay may have a mail already, so none is queued again. */
export async function rewriteMails(tx: Transaction, issue: Issue): Promise<void> {
  const mails = await tx
    .select({ id: outbox.id, email: outbox.recipient, unsubscribeUrl: outbox.unsubscribeUrl })
    .from(newsletterDeliveries)
    .innerJoin(outbox, eq(outbox.id, newsletterDeliveries.mailId))
    .where(eq(newsletterDeliveries.issueId, issue.id));
  for (const { id, email, unsubscribeUrl } of mails) {
    // The token is nowhere else: the database has its hash.
    const { origin, pathname } = new URL(unsubscribeUrl!);
    const unsubscribe = unsubscribeUrls(origin, pathname.split("/").at(-1) ?? "");
    const { subject, text, html } = issueMail(origin, issue, { email, unsubscribe });
    await tx.update(outbox).set({ subject, text, html }).where(eq(outbox.id, id));
  }
}

export const isNotQueued = (db: Database, issue: Pick<Issue, "id" | "releasedAt">) =>
  and(
    eq(newsletterSubscriptions.state, "confirmed"),
    isNotNull(newsletterSubscriptions.confirmedAt),
    lte(newsletterSubscriptions.confirmedAt, issue.releasedAt),
    notExists(
      db
        .select({ id: newsletterDeliveries.issueId })
        .from(newsletterDeliveries)
        .where(
          and(
            eq(newsletterDeliveries.issueId, issue.id),
            eq(newsletterDeliveries.subscriptionId, newsletterSubscriptions.id),
          ),
        ),
    ),
  );
