import { and, asc, eq, exists, inArray, isNull, ne } from "drizzle-orm";
import type { Database, Transaction } from "../../../platform/database.ts";
import { type Person, isOfSignIn } from "../../../access/queries.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import type { AppContext } from "../../../context.ts";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import { isOfProvider } from "../../../platform/identity-issuer.ts";
import { layOutMail } from "../../../platform/mail-layout.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { IdentityClaims, VerifyIdentityToken } from "../../../access/identity-token.ts";
import { isOneOf } from "../../../platform/drizzle.ts";
import { classes } from "../../school/classes/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { removeErasedDrawings } from "../../studio/critique/remove-drawings.ts";
import { invalidateInstructor } from "../../school/classes/invalidate-instructor.ts";
import { retireAttempt } from "../payments/recover-attempt.ts";
import { openStates, unsettledStates } from "../payments/state.ts";
import { paymentAttempts, payments, refundRequests } from "../payments/tables.ts";
import { erasePerson, lockAccount } from "./erase-person.ts";
import { requireRecentSignIn } from "./export-person.ts";
import { type obstacleKinds, problems } from "./contract.ts";
import { erasures } from "./tables.ts";

interface Obstacle {
  readonly kind: (typeof obstacleKinds)[number];
  readonly name: string;
}

export async function findObstacles(db: Database, person: Person): Promise<readonly Obstacle[]> {
  const unsettled = await db
    .selectDistinct({ id: classes.id, name: classes.name })
    .from(paymentAttempts)
    .innerJoin(classes, eq(classes.id, paymentAttempts.classId))
    .where(and(eq(paymentAttempts.studentId, person.id), isOneOf(paymentAttempts.state, unsettledStates)))
    .orderBy(asc(classes.name));
  const students = db
    .select({ id: enrollments.id })
    .from(enrollments)
    .innerJoin(users, eq(users.id, enrollments.studentId))
    .where(and(eq(enrollments.classId, classes.id), ne(enrollments.studentId, person.id), hasAccount));
  const taught = await db
    .select({ name: classes.name })
    .from(classes)
    .where(and(eq(classes.instructorId, person.id), exists(students)))
    .orderBy(asc(classes.name));
  return [
    ...(person.role === "admin" ? [{ kind: "admin" as const, name: "" }] : []),
    ...unsettled.map(({ name }) => ({ kind: "payment" as const, name })),
    ...taught.map(({ name }) => ({ kind: "class" as const, name })),
  ];
}

/** Names of the classes whose open refund requests go with the account. */
export async function listOpenRequests(db: Database, { id }: Person): Promise<string[]> {
  const rows = await db
    .selectDistinct({ className: payments.className })
    .from(refundRequests)
    .innerJoin(payments, eq(payments.id, refundRequests.paymentId))
    .where(and(eq(payments.studentId, id), isNull(refundRequests.decision)))
    .orderBy(asc(payments.className));
  return rows.map(({ className }) => className);
}

type Context = Pick<AppContext, "clock" | "db" | "identity" | "invalidation" | "log" | "storage">;

/** Throws sign-in-again (requires a recent one), account-not-found, other-email, deletion-not-possible. */
export async function deleteAccount(context: Context, claims: IdentityClaims, email: string): Promise<void> {
  requireRecentSignIn(context, claims);
  const personId = await context.db.transaction(async (tx) => {
    const { id, obstacles } = await closeAccount(tx, context, claims, email);
    if (obstacles.length > 0) throw new Problem(problems["deletion-not-possible"]);
    return id;
  });
  await removeErasedDrawings(context, personId).catch((error: unknown) =>
    context.log.warn(
      { err: error },
      "drawings of a deleted account are still stored; the collector will remove them",
    ),
  );
  await finishErasures(context).catch((error: unknown) =>
    context.log.warn({ err: error }, "the sign-in of a deleted account remains; the next run will remove it"),
  );
}

type SignIn = Pick<IdentityClaims, "issuer" | "subject">;
type ProvenSignIn = SignIn & Pick<IdentityClaims, "emailVerified">;

/** Changes nothing if there are obstacles. Jobs remove the drawings and the sign-in. Throws account-not-found, other-email. */
export async function closeAccount(
  tx: Transaction,
  context: Pick<AppContext, "clock" | "invalidation">,
  signIn: ProvenSignIn,
  email: string,
): Promise<{ readonly id: string; readonly obstacles: readonly Obstacle[] }> {
  const { clock } = context;
  const now = clock.now();
  const checkouts = await lockCheckouts(tx, signIn);
  const person = await lockAccount(tx, signIn);
  if (!person) throw new Problem(problems["account-not-found"]);
  const { id, name, email: to } = person;
  if (to !== email.trim().toLowerCase()) throw new Problem(problems["other-email"]);
  const obstacles = await findObstacles(tx, person);
  if (obstacles.length > 0) return { id, obstacles };
  for (const checkout of checkouts) await retireAttempt(tx, checkout, "account-deleted", now);
  // A former instructor's classes are listed too.
  await invalidateInstructor(tx, context, id);
  const { issuer, subject } = signIn;
  await tx.insert(erasures).values({ personId: id, issuer, subject, requestedAt: now });
  await erasePerson(tx, context, person, signIn.emailVerified);
  const mail = layOutMail({
    to,
    subject: "Your Senga account is deleted",
    greeting: `Goodbye, ${name}.`,
    paragraphs: [
      "As you asked, we've deleted your account. Your name, email address and drawings are gone.",
      "We keep payment amounts, classes and dates for our books, without your name.",
    ],
    reason: "You're receiving this email because your account was deleted. It's the last one.",
  });
  await enqueueMail(tx, clock, mail);
  return { id, obstacles };
}

/** Before classes and people: a purchase locks in this order. */
async function lockCheckouts(tx: Transaction, signIn: SignIn) {
  const own = tx.select({ id: users.id }).from(users).where(isOfSignIn(signIn));
  return tx
    .select()
    .from(paymentAttempts)
    .where(and(inArray(paymentAttempts.studentId, own), isOneOf(paymentAttempts.state, openStates)))
    .orderBy(asc(paymentAttempts.id))
    .for("update");
}

/** Removes sign-ins at the provider. A failed removal is retried after the others. */
export async function finishErasures({
  clock,
  db,
  identity,
  log,
}: Pick<Context, "clock" | "db" | "identity" | "log">): Promise<void> {
  const due = await db.select().from(erasures).orderBy(asc(erasures.requestedAt)).limit(100);
  for (const { personId, issuer, subject } of due) {
    const isOf = eq(erasures.personId, personId);
    try {
      await identity.removeAccount({ issuer, subject });
      await db.delete(erasures).where(isOf);
    } catch (error) {
      log.warn(
        { err: error, person: personId },
        "a deleted account still has a sign-in; the next run will remove it",
      );
      await db.update(erasures).set({ requestedAt: clock.now() }).where(isOf);
    }
  }
}

/** Until the provider removes the sign-in, another tab could register again with it. Throws unauthenticated. */
export async function refuseErasedSignIn(db: Database, { issuer, subject }: SignIn): Promise<void> {
  const isErased = and(isOfProvider(erasures.issuer, issuer), eq(erasures.subject, subject));
  if ((await db.$count(erasures, isErased)) > 0) throw new Problem(commonProblems.unauthenticated);
}

export const refuseErased =
  ({ db, verifyIdentity }: Pick<AppContext, "db" | "verifyIdentity">): VerifyIdentityToken =>
  async (token) => {
    const claims = await verifyIdentity(token);
    await refuseErasedSignIn(db, claims);
    return claims;
  };
