import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import { day, hour } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database.ts";
import { layOutMail } from "../../../platform/mail-layout.ts";
import { cents, inDollars } from "../../../platform/money.ts";
import { type Mail, enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import { users } from "../../../access/tables.ts";
import { isListed } from "../../school/classes/catalog.ts";
import { lessonStamp } from "../../school/classes/lesson-status.ts";
import { lessonStatusColumn } from "../../school/classes/list-classes.ts";
import { classes } from "../../school/classes/tables.ts";
import { type IssueClass, newsletterIssues } from "./tables.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { Person } from "../../../access/queries.ts";
import { problems } from "./contract.ts";

const maxClasses = 12;

/** Milliseconds. A decision commits later than its timestamp; a recent one may still be uncommitted. */
const commitLag = 5000;

interface IssueContent {
  readonly subject: string;
  readonly classes: readonly IssueClass[];
  readonly moreClasses: number;
}

interface Draft extends IssueContent {
  readonly newsUntil: Date;
}

export async function findLastIssue(db: Database) {
  const [last] = await db.select().from(newsletterIssues).orderBy(desc(newsletterIssues.number)).limit(1);
  return last;
}

/** Undefined if no class is new. */
export async function draftIssue(
  context: Pick<AppContext, "clock">,
  db: Database,
  requestedUntil: Date,
): Promise<Draft | undefined> {
  const now = context.clock.now();
  const newsUntil = new Date(Math.min(requestedUntil.getTime(), now.getTime() - commitLag));
  const last = await findLastIssue(db);
  const since = newsSince(now, last?.newsUntil);
  const isNew = and(isListed, gt(classes.decidedAt, since), lte(classes.decidedAt, newsUntil));
  const all = await db.$count(classes, isNew);
  if (all === 0) return undefined;
  const listed = await db
    .select({
      id: classes.id,
      name: classes.name,
      instructorName: users.name,
      instructorId: users.id,
      level: classes.level,
      priceCents: classes.priceCents,
      lessonStatus: lessonStatusColumn,
    })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(isNew)
    .orderBy(desc(classes.decidedAt), desc(classes.id))
    .limit(maxClasses);
  const [first] = listed;
  const name = first?.name.replaceAll(/\s+/g, " ");
  const subject = all === 1 ? `New on Senga: ${name}` : `${all} new drawing classes on Senga`;
  return { subject, classes: listed, moreClasses: all - listed.length, newsUntil };
}

interface Recipient {
  readonly email: string;
  /** Undefined in a preview. */
  readonly unsubscribe: { readonly page: string; readonly oneClick: string } | undefined;
}

export function issueMail(
  origin: string,
  { subject, classes: listed, moreClasses }: IssueContent,
  { email, unsubscribe }: Recipient,
): Mail {
  const isTest = unsubscribe === undefined;
  return layOutMail({
    to: email,
    subject: isTest ? `[Test] ${subject}` : subject,
    greeting: "New on Senga",
    paragraphs: [
      listed.length === 1
        ? "There's a new drawing class."
        : "Fresh drawing classes, from first line to finished page.",
    ],
    items: listed.map(({ id, name, instructorName, level, priceCents, lessonStatus = "published" }) => ({
      title: name,
      text: [`with ${instructorName}`, level, inDollars(cents(priceCents)), lessonStamp(lessonStatus)]
        .filter(Boolean)
        .join(" · "),
      url: `${origin}/classes/${id}`,
      // Mail clients render neither our SVG drawings nor AVIF.
      picture: `${origin}/share/class/${id}.png`,
    })),
    action: {
      label: moreClasses > 0 ? `See ${moreClasses} more` : "See all classes",
      url: `${origin}/classes`,
    },
    reason: isTest
      ? "This is a test, sent to you alone. Subscribers get a link to unsubscribe here."
      : "You're receiving this email because you subscribed to Senga's newsletter.",
    ...(unsubscribe && { unsubscribe }),
  });
}

/** Two hours of slack, because a weekly job is never exact. */
const minInterval = 7 * day - 2 * hour;

const firstLookback = 30 * day;

const newsSince = (now: Date, lastUntil: Date | undefined): Date =>
  lastUntil ?? new Date(now.getTime() - firstLookback);

/** Undefined if the release may happen now. */
export function nextRelease(now: Date, lastReleasedAt: Date | undefined): Date | undefined {
  if (!lastReleasedAt) return undefined;
  const next = new Date(lastReleasedAt.getTime() + minInterval);
  return next > now ? next : undefined;
}

const thursday = 4;
const releaseHour = 16;

/** The latest Thursday, 16:00 UTC. After downtime, its issue is released up to 24 hours later; undefined after that. */
export function releaseTime(now: Date): Date | undefined {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const daysSince = (now.getUTCDay() - thursday + 7) % 7;
  const thisThursday = midnight - daysSince * day + releaseHour * hour;
  const last = thisThursday <= now.getTime() ? thisThursday : thisThursday - 7 * day;
  return now.getTime() - last < day ? new Date(last) : undefined;
}

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
  const newsUntil = releaseTime(now);
  if (!context.settings.newsletterIsAutomatic || !newsUntil) return;
  const last = await findLastIssue(context.db);
  if (nextRelease(now, last?.releasedAt) || !(await draftIssue(context, context.db, newsUntil))) return;
  try {
    await releaseNewsletter(context, undefined, newsUntil);
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
