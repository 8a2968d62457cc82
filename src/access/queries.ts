import { and, eq, isNotNull, lt, notExists, sql } from "drizzle-orm";
import { ago, day } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database.ts";
import { deleteInPieces, prepareOnce } from "../platform/drizzle.ts";
import { Problem, type ProblemType, problems } from "../platform/errors.ts";
import { isOfProvider } from "../platform/identity-issuer.ts";
import type { IdentityClaims } from "./identity-token.ts";
import type { Role } from "./policy.ts";
import { endedSessions, hasAccount, users } from "./tables.ts";
import type { AppContext } from "../context.ts";

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly image: string;
  readonly role: Role;
  readonly isAgeKnown: boolean;
  readonly isSuspended: boolean;
}

const personColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  image: users.image,
  role: users.role,
  isAgeKnown: users.isAgeKnown,
  isSuspended: isNotNull(users.suspendedAt).mapWith(Boolean),
};

const personById = prepareOnce((db) =>
  db
    .select(personColumns)
    .from(users)
    .where(and(eq(users.id, sql.placeholder("id")), hasAccount))
    .prepare("person_by_id"),
);

/** Undefined for a deleted account. */
export async function findPerson(db: Database, id: string): Promise<Person | undefined> {
  const [person] = await personById(db).execute({ id });
  return person;
}

/**
 * Call it in the transaction of a person's write, before what it writes: the person was read earlier, and a deletion that
 * was under way would leave the new row behind. Throws unauthenticated, or `otherwise`.
 */
export async function lockPresent(
  tx: Transaction,
  { id }: Pick<Person, "id">,
  otherwise: ProblemType = problems.unauthenticated,
): Promise<void> {
  const [present] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), hasAccount))
    .for("key share");
  if (!present) throw new Problem(otherwise);
}

/** The session is empty if the identity provider names none. */
export interface TokenSubject {
  readonly userId: string;
  readonly sessionId: string;
}

const personByToken = prepareOnce((db) =>
  db
    .select(personColumns)
    .from(users)
    .where(
      and(
        eq(users.id, sql.placeholder("userId")),
        hasAccount,
        notExists(
          db
            .select({ one: sql`1` })
            .from(endedSessions)
            .where(eq(endedSessions.sessionId, sql.placeholder("sessionId"))),
        ),
      ),
    )
    .prepare("person_by_token"),
);

/** Undefined for a deleted account or an ended session. */
export async function findTokenHolder(
  db: Database,
  { userId, sessionId }: TokenSubject,
): Promise<Person | undefined> {
  const [person] = await personByToken(db).execute({ userId, sessionId });
  return person;
}

/** Also of one under a former origin of the site. */
export const isOfSignIn = ({ issuer, subject }: Pick<IdentityClaims, "issuer" | "subject">) =>
  and(isOfProvider(users.identityIssuer, issuer), eq(users.identitySubject, subject));

/** @param email in lower case */
export async function findPersonByEmail(db: Database, email: string): Promise<Person | undefined> {
  const [person] = await db.select(personColumns).from(users).where(eq(users.email, email));
  return person;
}

export const hasEnded = async (db: Database, sessionId: string): Promise<boolean> =>
  (await db.$count(endedSessions, eq(endedSessions.sessionId, sessionId))) > 0;

/** Tokens live for less than a day. */
export async function forgetEndedSessions({ clock, db }: Pick<AppContext, "clock" | "db">): Promise<void> {
  await deleteInPieces(db, endedSessions, lt(endedSessions.endedAt, ago(clock, day)));
}
