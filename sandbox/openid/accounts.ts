import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "../../src/platform/database.ts";
import { googleAccounts } from "./tables.ts";

export interface GoogleAccount {
  readonly email: string;
  readonly name: string;
  /** The path of the portrait on the site. */
  readonly picture: string;
}

/** Those offered on the page; the first is also the demo school's student. */
export const offeredAccounts: readonly GoogleAccount[] = [
  { name: "Noor Haddad", email: "student@senga.example", picture: "/drawings/portrait-frog.svg" },
  { name: "Aiko Mori", email: "aiko.mori@gmail.example", picture: "/drawings/portrait-bunny.svg" },
  { name: "Sam Rivera", email: "sam.rivera@gmail.example", picture: "/drawings/portrait-fox.svg" },
];

export const pictureOfOthers = "/drawings/portrait-ghost.svg";

/** A number of 21 digits, as Google gives; the same for the same email. */
export function subjectOf(email: string): string {
  const hash = createHash("sha256").update(email.toLowerCase()).digest("hex");
  return `1${(BigInt(`0x${hash}`) % 10n ** 20n).toString().padStart(20, "0")}`;
}

/** Remembers what to say of the person, and gives the subject. */
export async function rememberAccount(db: Database, account: GoogleAccount): Promise<string> {
  const subject = subjectOf(account.email);
  const { name, picture } = account;
  await db
    .insert(googleAccounts)
    .values({ subject, ...account, email: account.email.toLowerCase() })
    .onConflictDoUpdate({ target: googleAccounts.subject, set: { name, picture } });
  return subject;
}

export async function findAccount(db: Database, subject: string): Promise<GoogleAccount | undefined> {
  const [account] = await db.select().from(googleAccounts).where(eq(googleAccounts.subject, subject));
  return account;
}
