import { hashPassword } from "better-auth/crypto";
import { inArray } from "drizzle-orm";
import type { Database } from "../platform/database.ts";
import { newId } from "../platform/ids.ts";
import { accounts, users } from "./tables.ts";

/** Somebody who will sign in with email and password. */
export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  /** The address of a picture. */
  readonly image: string;
}

/**
 * Adds those whose email has no account yet, all or none, and gives their subjects by email.
 * Hashing takes its time on purpose, so it is done before the transaction, and once for equal passwords.
 */
export async function addAccounts(
  db: Database,
  wanted: readonly NewAccount[],
  { emailVerified }: { emailVerified: boolean },
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map();
  const passwords = [...new Set(wanted.map(({ password }) => password))];
  const hashes = new Map(
    await Promise.all(passwords.map(async (password) => [password, await hashPassword(password)] as const)),
  );
  const rows = wanted.map(({ email, password, name, image }) => ({
    user: { id: newId(), email: email.toLowerCase(), name, image, emailVerified },
    password: hashes.get(password),
  }));
  return db.transaction(async (tx) => {
    const added = await tx
      .insert(users)
      .values(rows.map(({ user }) => user))
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id, email: users.email });
    const addedIds = new Set(added.map(({ id }) => id));
    const credentials = rows
      .filter(({ user }) => addedIds.has(user.id))
      .map(({ user, password }) => ({
        id: newId(),
        userId: user.id,
        providerId: "credential",
        accountId: user.id,
        password,
      }));
    if (credentials.length > 0) await tx.insert(accounts).values(credentials);
    return new Map(added.map(({ id, email }) => [email, id]));
  });
}

/** The subjects of those who have an account, by email. */
export async function findSubjects(db: Database, emails: readonly string[]): Promise<Map<string, string>> {
  const found = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      inArray(
        users.email,
        emails.map((email) => email.toLowerCase()),
      ),
    );
  return new Map(found.map(({ id, email }) => [email, id]));
}
