import { and, eq, gt } from "drizzle-orm";
import { layOutMail } from "../../../platform/mail-layout.ts";
import { type Mail, enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import { dayOf } from "../../../platform/age.ts";
import type { Transaction, Database } from "../../../platform/database.ts";
import { Problem, problems as commonProblems, tooManyRequests } from "../../../platform/errors.ts";
import { type Person, lockPresent } from "../../../access/queries.ts";
import { guardians, hasAccount, users } from "../../../access/tables.ts";
import { personChanged } from "../../../access/events.ts";
import { isSameMailbox, mailboxOf } from "../../../platform/mailbox.ts";
import {
  type GuardianState,
  guardianStateOf,
  mayAskAgain,
  mayNameAnother,
  type GuardianDecision,
  decided,
} from "./state.ts";
import { findGuardian } from "./consent.ts";
import { guardianProblems as problems } from "./contract.ts";

/** The minor's view; null for an adult. */
export async function findOwnGuardian(context: Pick<AppContext, "clock" | "db">, personId: string) {
  const guardian = await findGuardian(context.db, context, personId);
  if (!guardian) return null;
  const state = guardianStateOf(guardian);
  return {
    email: guardian.email,
    state,
    since: sinceOf(guardian),
    adultOn: guardian.adultOn,
    mayAskAgain: mayAskAgain(state),
    mayNameAnother: mayNameAnother(state),
  };
}

type Context = Pick<AppContext, "clock" | "db" | "guardianLinks" | "rateLimiter" | "settings">;

const mails = { calls: 3, seconds: 86_400 } as const;

export interface PendingGuardian {
  readonly email: string;
  readonly adultOn: string;
}

/** Call it before the transaction. Throws too-many-requests. */
export async function countGuardianMail({ rateLimiter }: Pick<Context, "rateLimiter">, email: string) {
  const wait = await rateLimiter.consume(`guardian mail ${mailboxOf(email)}`, mails);
  if (wait > 0)
    throw tooManyRequests(wait, "We've emailed this guardian several times today. Try again tomorrow.");
}

export const ownEmailAsGuardian = (): Problem => {
  const message = "Enter your parent's or guardian's own email, not yours";
  return new Problem(commonProblems["invalid-input"], message, [{ field: "guardianEmail", message }]);
};

export async function askGuardian(
  tx: Transaction,
  context: Pick<Context, "clock" | "guardianLinks" | "settings">,
  minor: { readonly id: string; readonly name: string },
  { email, adultOn }: PendingGuardian,
): Promise<void> {
  await tx.insert(guardians).values({ personId: minor.id, email, adultOn, askedAt: context.clock.now() });
  await mailGuardian(tx, context, minor, email);
}

/** Throws guardian-not-needed, guardian-has-answered, invalid-input, too-many-requests. */
export async function askGuardianAgain(context: Context, minor: Person, otherEmail?: string): Promise<void> {
  const { clock, db } = context;
  if (otherEmail !== undefined && isSameMailbox(otherEmail, minor.email)) throw ownEmailAsGuardian();
  const known = await findGuardian(db, context, minor.id);
  await countGuardianMail(context, emailToAsk(known, otherEmail));
  await db.transaction(async (tx) => {
    await lockPresent(tx, minor);
    const ofMinor = eq(guardians.personId, minor.id);
    const [guardian] = await tx.select().from(guardians).where(ofMinor).for("update");
    const email = emailToAsk(guardian, otherEmail);
    const isRefused = guardian && email !== guardian.email && guardianStateOf(guardian) === "refused";
    const refusedEmails = isRefused ? [...guardian.refusedEmails, guardian.email] : undefined;
    await tx
      .update(guardians)
      .set({ email, askedAt: clock.now(), withdrawnAt: null, refusedEmails })
      .where(ofMinor);
    await mailGuardian(tx, context, minor, email);
  });
}

function emailToAsk(guardian: typeof guardians.$inferSelect | undefined, otherEmail: string | undefined) {
  if (!guardian) throw new Problem(problems["guardian-not-needed"]);
  const state = guardianStateOf(guardian);
  const isOther = otherEmail !== undefined && !isSameMailbox(otherEmail, guardian.email);
  const hasRefused = isOther && guardian.refusedEmails.some((email) => isSameMailbox(email, otherEmail));
  if (hasRefused || (isOther ? !mayNameAnother(state) : !mayAskAgain(state)))
    throw new Problem(problems["guardian-has-answered"]);
  return otherEmail ?? guardian.email;
}

/** For a guardian who has lost the mail. Sends nothing without such minors, or after too many mails. */
export async function mailGuardianLinks(context: Context, email: string): Promise<void> {
  const { clock, db, guardianLinks, rateLimiter, settings } = context;
  const isTheirs = and(eq(guardians.email, email), gt(guardians.adultOn, dayOf(clock.now())));
  if ((await db.$count(guardians, isTheirs)) === 0) return;
  if ((await rateLimiter.consume(`guardian links ${mailboxOf(email)}`, mails)) > 0) return;
  await db.transaction(async (tx) => {
    const minors = await tx
      .select({ id: users.id, name: users.name })
      .from(guardians)
      .innerJoin(users, eq(users.id, guardians.personId))
      .where(and(isTheirs, hasAccount))
      .orderBy(users.id)
      // A concurrent deletion commits first, or finds the queued mail and withdraws it.
      .for("key share", { of: users });
    for (const minor of minors) {
      const token = guardianLinks.issue(minor.id, email);
      await enqueueMail(tx, clock, guardianLinkMail(settings.origin, { to: email, minor, token }));
    }
  });
}

async function mailGuardian(
  tx: Transaction,
  { clock, guardianLinks, settings }: Pick<Context, "clock" | "guardianLinks" | "settings">,
  minor: { readonly id: string; readonly name: string },
  email: string,
): Promise<void> {
  const token = guardianLinks.issue(minor.id, email);
  await enqueueMail(tx, clock, consentRequestMail(settings.origin, { to: email, minor, token }));
}

type DecideContext = Pick<AppContext, "clock" | "db" | "emit" | "guardianLinks" | "settings">;

/** Throws link-expired. */
export async function readGuardianRequest(context: DecideContext, token: string) {
  const { guardian, minor } = await findRequest(context, context.db, token);
  return { minor, state: guardianStateOf(guardian), since: sinceOf(guardian) };
}

/** Idempotent, also for the mail. Throws link-expired. */
export async function decideAsGuardian(
  context: DecideContext,
  token: string,
  decision: GuardianDecision,
): Promise<GuardianState> {
  const { clock, db, guardianLinks, settings } = context;
  return db.transaction(async (tx) => {
    await lockPresent(tx, { id: readLink(guardianLinks, token).personId }, problems["link-expired"]);
    const { guardian, minor } = await findRequest(context, tx, token, { locks: true });
    const before = guardianStateOf(guardian);
    const state = decided(before, decision);
    if (state === before || state === "asked") return before;
    const now = clock.now();
    const moments = state === "given" ? { consentedAt: now, withdrawnAt: null } : { withdrawnAt: now };
    await tx.update(guardians).set(moments).where(eq(guardians.personId, guardian.personId));
    await enqueueMail(tx, clock, guardianAnsweredMail(settings.origin, minor.email, state));
    if (state === "given")
      await enqueueMail(tx, clock, consentGivenMail(settings.origin, { to: guardian.email, minor, token }));
    await context.emit(tx, personChanged, { personId: guardian.personId });
    return state;
  });
}

const sinceOf = ({
  askedAt,
  consentedAt,
  withdrawnAt,
}: Pick<typeof guardians.$inferSelect, "askedAt" | "consentedAt" | "withdrawnAt">): Date =>
  withdrawnAt ?? consentedAt ?? askedAt;

function readLink(guardianLinks: Context["guardianLinks"], token: string) {
  const link = guardianLinks.read(token);
  if (!link) throw new Problem(problems["link-expired"]);
  return link;
}

async function findRequest(
  { clock, guardianLinks }: DecideContext,
  db: Database | Transaction,
  token: string,
  { locks = false } = {},
) {
  const link = readLink(guardianLinks, token);
  const query = db
    .select({ guardian: guardians, minor: { id: users.id, name: users.name, email: users.email } })
    .from(guardians)
    .innerJoin(users, eq(users.id, guardians.personId))
    .where(and(eq(guardians.personId, link.personId), gt(guardians.adultOn, dayOf(clock.now()))));
  const [found] = await (locks ? query.for("update", { of: guardians }) : query);
  if (!found || !link.isGenuine(found.guardian.email)) throw new Problem(problems["link-expired"]);
  return found;
}

const outcomes: Record<
  Exclude<GuardianState, "asked">,
  { readonly subject: string; readonly text: string }
> = {
  given: {
    subject: "Your guardian agreed",
    text: "Your guardian agreed. You can now buy classes, share your drawings with your class and comment there.",
  },
  refused: {
    subject: "Your guardian didn't agree",
    text: "Your guardian didn't agree. You keep your classes and your instructor's critiques; you just can't buy more classes or use class galleries. Wrong person? You can change the address.",
  },
  withdrawn: {
    subject: "Your guardian withdrew their consent",
    text: "Your guardian withdrew their consent. Everything you shared with your class is hidden now, and your name isn't on any public page. You keep your classes, but you can't buy more.",
  },
};

/** Letters only: the recipient may be a stranger, so a name must not carry a message or a link. */
function plainName(name: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{M} '’-]/gu, "")
    .trim()
    .slice(0, 40);
  return plain || "A young person";
}

const guardianUrl = (origin: string, token: string): string => `${origin}/guardian?token=${token}`;

interface GuardianMail {
  readonly to: string;
  readonly minor: { readonly id: string; readonly name: string };
  readonly token: string;
}

function consentRequestMail(origin: string, { to, minor, token }: GuardianMail): Mail {
  return layOutMail({
    to,
    namedIds: [minor.id],
    subject: "A young person needs your consent on Senga",
    greeting: "Are you the parent or guardian?",
    paragraphs: [
      `${plainName(minor.name)} has opened an account on Senga, where people learn to draw in online classes, and has named you as their parent or guardian.`,
      "If you agree, they can buy classes, share drawings with the other students in their classes, comment there, and put their name on a certificate that others can see. Until you agree, they can select classes but not pay for them, only their instructor and our admins see their drawings, and their name doesn't appear on any public page.",
      "You don't need an account. Answer on the page below, and keep this email: the same link lets you change your answer at any time.",
    ],
    action: { label: "Read and answer", url: guardianUrl(origin, token) },
    reason:
      "You're receiving this email because someone gave this address as a guardian's. If that's a mistake, choose “I don't agree” on the page, and we won't write again.",
  });
}

function consentGivenMail(origin: string, { to, minor, token }: GuardianMail): Mail {
  return layOutMail({
    to,
    namedIds: [minor.id],
    subject: "You gave your consent on Senga",
    greeting: "Thank you",
    paragraphs: [
      `You agreed that ${plainName(minor.name)} can buy classes, take part in their galleries and show their name.`,
      "You can withdraw your consent at any time. Keep this email; the link keeps working.",
    ],
    action: { label: "See or withdraw it", url: guardianUrl(origin, token) },
    reason: "You're receiving this email because you gave your consent as a guardian on Senga.",
  });
}

function guardianLinkMail(origin: string, { to, minor, token }: GuardianMail): Mail {
  return layOutMail({
    to,
    namedIds: [minor.id],
    subject: "Your consent on Senga",
    greeting: "Here is your link",
    paragraphs: [
      `Use it to see what you answered about ${plainName(minor.name)}'s account, or to change your answer.`,
    ],
    action: { label: "See or change it", url: guardianUrl(origin, token) },
    reason:
      "You're receiving this email because someone entered your address on Senga to get this link. If it wasn't you, ignore it.",
  });
}

function guardianAnsweredMail(origin: string, to: string, state: Exclude<GuardianState, "asked">): Mail {
  const { subject, text } = outcomes[state];
  return layOutMail({
    to,
    subject,
    greeting: subject,
    paragraphs: [text],
    action: { label: "Your account", url: `${origin}/dashboard/account#guardian` },
    reason: "You're receiving this email because you have an account on Senga.",
  });
}
