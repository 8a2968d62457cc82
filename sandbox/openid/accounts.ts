import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "../../src/platform/database.ts";
import { googleAccounts } from "./tables.ts";

export interface GoogleAccount {
  readonly email: string;
  readonly name: string;
  readonly picture: string;
}

export const offeredAccounts: readonly GoogleAccount[] = [
  { name: "Noor Haddad", email: "student@senga.example", picture: "/drawings/portrait-frog.svg" },
  { name: "Aiko Mori", email: "aiko.mori@gmail.example", picture: "/drawings/portrait-bunny.svg" },
  { name: "Sam Rivera", email: "sam.rivera@gmail.example", picture: "/drawings/portrait-fox.svg" },
];

export const pictureOfOthers = "/drawings/portrait-ghost.svg";

/** 21 digits, as from Google; stable per email. */
function subjectOf(email: string): string {
  const hash = createHash("sha256").update(email.toLowerCase()).digest("hex");
  return `1${(BigInt(`0x${hash}`) % 10n ** 20n).toString().padStart(20, "0")}`;
}

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
