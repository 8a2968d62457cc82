import { sql } from "drizzle-orm";
import { enqueueMail } from "../../../platform/outbox.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { draftIssue, findLastIssue, isReleaseWindow, issueMail, nextRelease } from "./issue.ts";
import { problems } from "./contract.ts";
import { newsletterIssues } from "./tables.ts";

/** `admin` undefined: automatic. Throws newsletter-empty, newsletter-too-soon. */
export async function releaseNewsletter(
  context: Pick<AppContext, "clock" | "db">,
  admin: Pick<Person, "id"> | undefined,
  newsUntil: Date,
): Promise<string> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    // Serializes releases; the second one throws newsletter-too-soon.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('senga newsletter'))`);
    const last = await findLastIssue(tx);
    const next = nextRelease(now, last?.releasedAt);
    if (next) throw new Problem(problems["newsletter-too-soon"]);
    const draft = await draftIssue(context, tx, newsUntil);
    if (!draft) throw new Problem(problems["newsletter-empty"]);
    const id = newId();
    await tx.insert(newsletterIssues).values({
      id,
      number: (last?.number ?? 0) + 1,
      ...draft,
      releasedAt: now,
      releasedBy: admin?.id ?? null,
    });
    return id;
  });
}

export async function releaseWhenDue(context: Pick<AppContext, "clock" | "db" | "settings">): Promise<void> {
  const now = context.clock.now();
  if (!context.settings.newsletterIsAutomatic || !isReleaseWindow(now)) return;
  const last = await findLastIssue(context.db);
  if (nextRelease(now, last?.releasedAt) || !(await draftIssue(context, context.db, now))) return;
  try {
    await releaseNewsletter(context, undefined, now);
  } catch (error) {
    // Another process has released it, or the last new class is gone.
    const isOver =
      error instanceof Problem &&
      (error.type === problems["newsletter-too-soon"] || error.type === problems["newsletter-empty"]);
    if (!isOver) throw error;
  }
}

/** Throws newsletter-empty. */
export async function sendTest(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  admin: Person,
  newsUntil: Date,
): Promise<void> {
  const draft = await draftIssue(context, context.db, newsUntil);
  if (!draft) throw new Problem(problems["newsletter-empty"]);
  const mail = issueMail(context.settings.origin, draft, { email: admin.email, unsubscribe: undefined });
  await enqueueMail(context.db, context.clock, mail);
}
