import { hashPassword } from "better-auth/crypto";
import { inArray } from "drizzle-orm";
import type { Database } from "../platform/database.ts";
import { newId } from "../platform/ids.ts";
import { accounts, users } from "./tables.ts";

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly image: string;
  /** The first day (YYYY-MM-DD) as an adult, if known. */
  readonly adultOn?: string | undefined;
}

/** All or none; returns subjects by email. Hashing is slow by design, so it runs outside the transaction. */
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
  const rows = wanted.map(({ email, password, name, image, adultOn }) => ({
    user: { id: newId(), email: email.toLowerCase(), name, image, adultOn, emailVerified },
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
