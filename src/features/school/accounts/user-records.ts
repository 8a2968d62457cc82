import { and, eq, isNull } from "drizzle-orm";
import { newId } from "../../../platform/ids.ts";
import { defaultPortrait, isPictureUrl } from "../../../platform/picture-url.ts";
import type { IdentityClaims } from "../../../access/identity-token.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import type { AppContext } from "../../../context.ts";
import { ageProblems, dayOf, minimumAge } from "../../../platform/age.ts";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import { layOutMail } from "../../../platform/mail-layout.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import { readAge, tooYoungMemory } from "../../../platform/read-age.ts";
import { personChanged, userCreated } from "../../../access/events.ts";
import { hasEnded } from "../../../access/queries.ts";
import { isSameProvider } from "../../../platform/identity-issuer.ts";
import { isSameMailbox } from "../../../platform/mailbox.ts";
import {
  type PendingGuardian,
  askGuardian,
  countGuardianMail,
  ownEmailAsGuardian,
} from "../guardians/guardian-requests.ts";
import type { Database, Transaction } from "../../../platform/database.ts";
import type { Emit } from "../../../platform/events.ts";
import { problems } from "./contract.ts";

interface Registration extends AgeAnswer {
  readonly name: string;
  readonly image: string;
}

/** The provider does not guarantee a displayable picture URL. */
const displayableUrl = (url: string): string | undefined => (isPictureUrl(url) ? url : undefined);

/**
 * Throws unauthenticated (for a deleted account), other-email, email-claimed, too-young, guardian-needed,
 * invalid-input, too-many-requests.
 */
export async function registerUser(
  context: AgeContext,
  claims: IdentityClaims,
  registration: Registration,
): Promise<{ id: string; isNew: boolean }> {
  const knownId = await findUserId(context, claims);
  if (knownId) {
    await answerAge(context, claims, knownId, registration);
    return { id: knownId, isNew: false };
  }
  const { isAgeKnown, guardian } = await readRegistrationAge(context, claims, registration);
  const user = {
    id: newId(),
    name: registration.name,
    email: claims.email,
    image: registration.image || displayableUrl(claims.picture) || defaultPortrait,
    role: "student",
    identityIssuer: claims.issuer,
    identitySubject: claims.subject,
    createdAt: context.clock.now(),
    isAgeKnown,
  } as const;
  const isNew = await context.db.transaction(async (tx) => {
    const inserted = await tx.insert(users).values(user).onConflictDoNothing().returning({ id: users.id });
    if (inserted.length === 0) return false;
    // The account may have been deleted since the token was checked. In this order: an erasure stays until
    // the provider has ended the sessions.
    await context.emit(tx, userCreated, claims);
    if (await hasEnded(tx, claims.sessionId)) throw new Problem(commonProblems.unauthenticated);
    if (guardian) await askGuardian(tx, context, user, guardian);
    return true;
  });
  if (isNew) return { id: user.id, isNew };
  const otherId = await findUserId(context, claims);
  if (!otherId) throw new Error("The record that conflicted with a new one is gone");
  return { id: otherId, isNew };
}

/** Creates the record of an interrupted sign-up from its claims. Throws what `registerUser` throws. */
export async function resumeRegistration(context: AgeContext, claims: IdentityClaims): Promise<string> {
  const name = claims.name
    .replaceAll(/\p{Cc}/gu, "")
    .trim()
    .slice(0, 100);
  const [mailbox = ""] = claims.email.split("@");
  const registration = { name: name || mailbox, image: "" };
  return (await registerUser(context, claims, registration)).id;
}

type AgeContext = Pick<
  AppContext,
  "clock" | "db" | "emit" | "guardianLinks" | "identity" | "rateLimiter" | "settings"
>;

interface AgeAnswer {
  readonly adult?: boolean | undefined;
  readonly born?: string | undefined;
  readonly guardianEmail?: string | undefined;
}

interface RegistrationAge {
  readonly isAgeKnown: boolean;
  readonly guardian?: PendingGuardian;
}

async function readRegistrationAge(context: AgeContext, claims: IdentityClaims, answer: AgeAnswer) {
  try {
    return await readAnswer(context, claims, answer);
  } catch (error) {
    // A child who used Google has an identity already.
    if (isTooYoung(error)) await context.identity.removeAccount(claims);
    throw error;
  }
}

/** Not on a deleted account: a write may have waited for the deletion. */
const isUnanswered = (id: string) => and(eq(users.id, id), eq(users.isAgeKnown, false), hasAccount);

/** Keeps a known age. */
async function answerAge(context: AgeContext, claims: IdentityClaims, id: string, answer: AgeAnswer) {
  if (answer.adult === undefined && answer.born === undefined) return;
  if ((await context.db.$count(users, isUnanswered(id))) === 0) return;
  const age = await readAnswer(context, claims, answer).catch(async (error: unknown) => {
    if (isTooYoung(error)) await closeAccount(context, id);
    throw error;
  });
  await context.db.transaction(async (tx) => {
    const [user] = await tx.update(users).set({ isAgeKnown: true }).where(isUnanswered(id)).returning();
    if (!user) return;
    if (age.guardian) await askGuardian(tx, context, user, age.guardian);
    await context.emit(tx, personChanged, { personId: id });
  });
}

const isTooYoung = (error: unknown) => error instanceof Problem && error.type === ageProblems["too-young"];

async function readAnswer(
  context: AgeContext,
  claims: IdentityClaims,
  { adult, born, guardianEmail }: AgeAnswer,
): Promise<RegistrationAge> {
  const { clock, rateLimiter } = context;
  // Anyone can type an address: a stranger's answer must not keep its owner out.
  const memory = `too young ${claims.emailVerified ? claims.email : claims.subject}`;
  if (await rateLimiter.isCounted(memory)) throw new Problem(ageProblems["too-young"]);
  let answered: string | undefined;
  try {
    answered = readAge({ adult, born }, clock.now());
  } catch (error) {
    if (isTooYoung(error)) await rateLimiter.consume(memory, tooYoungMemory);
    throw error;
  }
  // The later day counts: nobody gets older by a second answer.
  const adultOn = [answered, claims.adultOn]
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1);
  if (adultOn === undefined) return { isAgeKnown: false };
  if (adultOn <= dayOf(clock.now())) return { isAgeKnown: true };
  if (!guardianEmail) throw born === undefined ? new Problem(ageProblems["guardian-needed"]) : noGuardian();
  if (isSameMailbox(guardianEmail, claims.email)) throw ownEmailAsGuardian();
  await countGuardianMail(context, guardianEmail);
  return { isAgeKnown: true, guardian: { email: guardianEmail, adultOn } };
}

/** A child's account may have paid for classes, so the school decides on refunds before deleting it. */
async function closeAccount({ clock, db, settings }: AgeContext, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [child] = await tx
      .update(users)
      .set({ suspendedAt: clock.now() })
      .where(and(isUnanswered(id), isNull(users.suspendedAt)))
      .returning({ name: users.name, email: users.email });
    if (!child) return;
    const mail = layOutMail({
      to: settings.supportEmail,
      subject: `We suspended an account of someone under ${minimumAge}`,
      greeting: "Please take a look at this account",
      paragraphs: [
        `${child.name} (${child.email}) told us they're younger than ${minimumAge}. The account is suspended.`,
        "Refund any payments, then write to that address, and delete the account: npm run delete-account does it.",
      ],
      action: { label: "Find the account", url: `${settings.origin}/dashboard/manage-users?suspended=yes` },
      reason: "You're receiving this email because this address is the school's support address.",
    });
    await enqueueMail(tx, clock, mail);
  });
}

function noGuardian(): Problem {
  const message = "Enter your parent's or guardian's email";
  return new Problem(commonProblems["invalid-input"], message, [{ field: "guardianEmail", message }]);
}

/**
 * Follows email changes and claims records only for verified emails. Throws other-email, email-claimed.
 * @param hasProvenFormer the person has just answered from the former mailbox; a token doesn't tell whose that was
 */
export async function findUserId(
  { db, emit }: Pick<AppContext, "db" | "emit">,
  claims: IdentityClaims,
  hasProvenFormer = false,
): Promise<string | undefined> {
  // Fast path without lock or write, for nearly every sign-in and renewal.
  const record = await findByIdentity(db, claims);
  if (record?.email === claims.email) return record.id;
  return db.transaction((tx) =>
    record ? followEmail(tx, claims, emit, hasProvenFormer) : claimRecord(tx, claims),
  );
}

const ofIdentity = ({ issuer, subject }: IdentityClaims) =>
  and(eq(users.identityIssuer, issuer), eq(users.identitySubject, subject));

const findByIdentity = async (db: Database, claims: IdentityClaims) =>
  (await db.select({ id: users.id, email: users.email }).from(users).where(ofIdentity(claims)))[0];

const changedEmail =
  "Your login email has changed since you joined Senga. Log in with the email you signed up with, or contact support.";

async function followEmail(
  tx: Transaction,
  claims: IdentityClaims,
  emit: Emit,
  isMailboxTheirs: boolean,
): Promise<string | undefined> {
  const [record] = await tx.select().from(users).where(ofIdentity(claims)).for("update");
  if (!record || record.email === claims.email) return record?.id;
  const isOld = record.emailChangedAt !== null && claims.issuedAt <= record.emailChangedAt;
  // The new email may belong to another person here.
  if (isOld || !claims.emailVerified || (await isTaken(tx, claims.email)))
    throw new Problem(problems["other-email"], changedEmail);
  await tx
    .update(users)
    .set({ email: claims.email, emailChangedAt: claims.issuedAt })
    .where(eq(users.id, record.id));
  const former = { email: record.email, isMailboxTheirs };
  await emit(tx, personChanged, { personId: record.id, former });
  return record.id;
}

export const isTaken = async (db: Database, email: string): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).where(eq(users.email, email))).length > 0;

async function claimRecord(tx: Transaction, claims: IdentityClaims): Promise<string | undefined> {
  const [record] = await tx.select().from(users).where(eq(users.email, claims.email)).for("update");
  const raced = await findByIdentity(tx, claims);
  if (raced) return raced.id;
  if (!record) return undefined;
  const isTheirs =
    record.identitySubject === claims.subject && isSameProvider(record.identityIssuer, claims.issuer);
  if (!claims.emailVerified && !isTheirs) throw new Problem(problems["email-claimed"]);
  await tx
    .update(users)
    .set({ identityIssuer: claims.issuer, identitySubject: claims.subject })
    .where(eq(users.id, record.id));
  return record.id;
}
