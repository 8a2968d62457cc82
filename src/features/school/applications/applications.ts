import { and, desc, eq, isNull } from "drizzle-orm";
import { layOutMail, toPerson } from "../../../platform/mail-layout.ts";
import { utcDate } from "../../../ui/day.ts";
import { type Mail, enqueueMail } from "../../../platform/outbox.ts";
import type { Person } from "../../../access/queries.ts";
import type { Database, Transaction } from "../../../platform/database.ts";
import { byId, mapPage, type PageQuery, readPage } from "../../../platform/keyset.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { AppContext } from "../../../context.ts";
import type { Body } from "../../../http/contract.ts";
import { type Application, findApplications } from "../users/queries.ts";
import { teachingApplications } from "../users/tables.ts";
import { findConsent } from "../guardians/consent.ts";
import { recordDecision } from "../audit/record-decision.ts";
import { type UserRow, setRole, lockUser } from "../users/role-and-suspension.ts";
import { appliesAgainFrom } from "./policy.ts";
import { type applicationsContract, problems } from "./contract.ts";

export async function findApplicationByEmail(db: Database, email: string): Promise<Application | undefined> {
  const [row] = await db
    .select({ application: teachingApplications })
    .from(teachingApplications)
    .innerJoin(users, eq(users.id, teachingApplications.userId))
    .where(eq(users.email, email))
    .orderBy(desc(teachingApplications.id))
    .limit(1);
  return row?.application;
}

const oldestApplications = byId(teachingApplications.id, "ascending");

/** Excludes suspended applicants until they are reinstated. */
export async function listOpenApplications(db: Database, { limit, cursor }: PageQuery) {
  const page = await readPage(
    db
      .select({
        application: teachingApplications,
        applicant: { _id: users.id, name: users.name, email: users.email, image: users.image },
      })
      .from(teachingApplications)
      .innerJoin(users, eq(users.id, teachingApplications.userId)),
    { keys: oldestApplications, condition: isOpenApplication, limit, cursor },
    ({ application }) => [application.id],
  );
  const all = await findApplications(
    db,
    page.rows.map(({ applicant }) => applicant._id),
  );
  return mapPage(page, ({ application, applicant }) => {
    const declined = all.findLast((each) => each.userId === applicant._id && each.decision === "declined");
    return {
      _id: application.id,
      text: application.text,
      portfolio: application.portfolioUrl,
      date: application.createdAt,
      changed: application.updatedAt,
      applicant,
      declinedBefore: declined?.decidedAt ? { date: declined.decidedAt, note: declined.note } : null,
    };
  });
}

export const isOpenApplication = and(
  isNull(teachingApplications.decidedAt),
  eq(users.role, "student"),
  isNull(users.suspendedAt),
);

const ageUnknown =
  "Teaching on Senga is for adults. Tell us on your account page that you're 18 or older, then apply again.";

/** Replaces an undecided application. Throws applied-too-soon, application-decided-meanwhile, adults-only, unauthenticated. */
export async function applyToTeach(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  applicant: Person,
  input: ApplicationText,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    await lockApplicant(tx, applicant);
    const consent = await findConsent(tx, context, applicant.id);
    if (consent === "age-unknown") throw new Problem(problems["adults-only"], ageUnknown);
    if (consent !== "not-needed") throw new Problem(problems["adults-only"]);
    const { id, outcome } = await storeApplication(tx, applicant, input, context.clock.now());
    if (outcome !== "unchanged") {
      const { origin, supportEmail } = context.settings;
      const isNew = outcome === "new";
      await enqueueMail(tx, context.clock, applicationReceivedMail(origin, applicant.email, isNew));
      await enqueueMail(
        tx,
        context.clock,
        applicationForReviewMail(origin, supportEmail, applicant, input, isNew),
      );
    }
    return id;
  });
}

/** Decisions and a deletion wait; without the row, they were first. */
async function lockApplicant(tx: Transaction, { id }: Person): Promise<void> {
  const [present] = await tx
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, id), hasAccount))
    .for("no key update");
  if (!present) throw new Problem(commonProblems.unauthenticated);
  if (present.role !== "student") throw new Problem(problems["application-decided-meanwhile"]);
}

async function storeApplication(
  tx: Transaction,
  applicant: Person,
  { text, portfolio }: ApplicationText,
  at: Date,
): Promise<{ id: string; outcome: "new" | "changed" | "unchanged" }> {
  const [last] = await tx
    .select()
    .from(teachingApplications)
    .where(eq(teachingApplications.userId, applicant.id))
    .orderBy(desc(teachingApplications.id))
    .limit(1);
  const from = last && appliesAgainFrom(last, at);
  if (from) throw new Problem(problems["applied-too-soon"], `You can apply again from ${utcDate(from)}.`);
  const [inserted] = await tx
    .insert(teachingApplications)
    .values({
      id: newId(),
      userId: applicant.id,
      text,
      portfolioUrl: portfolio,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: teachingApplications.id });
  if (inserted) return { id: inserted.id, outcome: "new" };

  const [existing] = await tx
    .select()
    .from(teachingApplications)
    .where(and(eq(teachingApplications.userId, applicant.id), isNull(teachingApplications.decidedAt)))
    .for("update");
  // An admin decided between the two statements.
  if (!existing) throw new Problem(problems["application-decided-meanwhile"]);
  if (existing.text === text && existing.portfolioUrl === portfolio)
    return { id: existing.id, outcome: "unchanged" };
  await tx
    .update(teachingApplications)
    .set({ text, portfolioUrl: portfolio, updatedAt: at })
    .where(eq(teachingApplications.id, existing.id));
  return { id: existing.id, outcome: "changed" };
}

type Decision = Body<typeof applicationsContract, "PATCH /admin/decline/application/{id}">;

/**
 * Throws application-not-found, application-decided-already, applicant-suspended, application-changed-meanwhile,
 * not-admin-any-more.
 */
export async function acceptApplication(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "settings">,
  admin: Person,
  id: string,
  decision: Decision,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { applicant } = await lockApplication(tx, admin, id, decision?.seen);
    await setRole(tx, context, admin, applicant, "instructor", decision?.note ?? "");
  });
}

export async function declineApplication(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  admin: Person,
  id: string,
  decision: Decision,
): Promise<void> {
  const { clock, settings } = context;
  const note = decision?.note ?? "";
  await context.db.transaction(async (tx) => {
    const { applicant } = await lockApplication(tx, admin, id, decision?.seen);
    await tx
      .update(teachingApplications)
      .set({ decision: "declined", decidedAt: clock.now(), decidedBy: admin.id, note: note || null })
      .where(eq(teachingApplications.id, id));
    await recordDecision(tx, clock, "application-declined", {
      by: admin,
      about: applicant,
      after: note || null,
    });
    await enqueueMail(tx, clock, applicationDeclinedMail(settings.origin, applicant, note, clock.now()));
  });
}

/** Locks the applicant, so that decisions about one user are serialized. */
async function lockApplication(
  tx: Transaction,
  admin: Person,
  id: string,
  seen: Date | undefined,
): Promise<{ applicant: UserRow }> {
  const find = () => tx.select().from(teachingApplications).where(eq(teachingApplications.id, id));
  const [application] = await find();
  if (!application) throw new Problem(problems["application-not-found"]);
  const applicant = await lockUser(tx, admin, application.userId);
  const [locked] = await find().for("update");
  if (locked?.decidedAt !== null || applicant.role !== "student")
    throw new Problem(problems["application-decided-already"]);
  if (applicant.suspendedAt) throw new Problem(problems["applicant-suspended"]);
  if (seen && seen.getTime() !== locked.updatedAt.getTime())
    throw new Problem(problems["application-changed-meanwhile"]);
  return { applicant };
}

interface ApplicationText {
  readonly text: string;
  readonly portfolio: string;
}

/** Repeats nothing of what was typed: the address may belong to a stranger. */
function applicationReceivedMail(origin: string, to: string, isNew: boolean): Mail {
  return layOutMail({
    to,
    subject: isNew ? "We have your application to teach" : "We have the changes to your application",
    greeting: "Thank you for applying.",
    paragraphs: [
      isNew
        ? "We've received your application to teach on Senga. We'll look at your portfolio and reply by email."
        : "We've received your changes to your application to teach on Senga. We'll look at your portfolio and reply by email.",
    ],
    action: { label: "View or update it", url: `${origin}/teach` },
    reason: "You're receiving this email because you applied to teach.",
  });
}

function applicationForReviewMail(
  origin: string,
  supportEmail: string,
  applicant: Person,
  { text, portfolio }: ApplicationText,
  isNew: boolean,
): Mail {
  return layOutMail({
    to: supportEmail,
    namedIds: [applicant.id],
    subject: `${isNew ? "Application" : "Changed application"} to teach from ${applicant.name}`,
    greeting: `${applicant.name} would like to teach:`,
    paragraphs: text.split(/\n+/),
    facts: [
      ["Portfolio", portfolio],
      ["Reply to", applicant.email],
    ],
    action: { label: "Accept or decline it", url: `${origin}/dashboard/applications` },
    reason: "Sent from the teaching application form.",
  });
}

function applicationDeclinedMail(
  origin: string,
  { name, email }: Pick<Person, "name" | "email">,
  note: string,
  at: Date,
): Mail {
  const from = appliesAgainFrom({ decision: "declined", decidedAt: at }, at) ?? at;
  return layOutMail({
    ...toPerson({ name, email }),
    subject: "Your application to teach on Senga",
    paragraphs: [
      "Thank you for applying to teach on Senga. We've looked at your portfolio, and we can't offer you a place as an instructor right now.",
      ...(note ? ["What we'd like you to know:", ...note.split(/\n+/)] : []),
      `You're welcome to apply again from ${utcDate(from)}.`,
    ],
    action: { label: "See our answer", url: `${origin}/teach` },
    reason: "You're receiving this email because you applied to teach.",
  });
}
