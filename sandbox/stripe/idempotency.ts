import { and, eq, isNull, lte } from "drizzle-orm";
import type { Database } from "../../src/platform/database.ts";
import type { Answer } from "./call.ts";
import { StripeProblem, wrongParameter } from "./problem.ts";
import { idempotencyKeys } from "./tables.ts";

/**
 * Idempotency keys by Stripe's rules (https://docs.stripe.com/api/idempotent_requests): what was answered first, be it
 * a failure, is answered to every later call with the same key for a day; the same key with other parameters is an
 * error, and so is a second call while the first is under way. A call whose parameters were wrong leaves no trace.
 */
const lifetime = 24 * 3_600_000;
/** A call that has not ended by then never will: its process has died. */
const longestCall = 60_000;

/** The use that one call makes of a key. */
export interface KeyUse {
  readonly key: string;
  readonly endpoint: string;
  readonly fingerprint: string;
  readonly requestId: string;
}

/** An answer that was given before, and the call that it was given to. */
export interface EarlierAnswer extends Answer {
  readonly requestId: string;
}

type KeyRow = typeof idempotencyKeys.$inferSelect;

/** The key as the header has it; throws when it is longer than 255 characters. */
export function checkKey(key: string): string {
  if (key.length <= 255) return key;
  throw wrongParameter("Idempotency-Key", undefined, "Idempotency keys can have up to 255 characters.");
}

/** Takes the key for this call; or returns what was answered to an earlier one. Throws idempotency_error. */
export async function takeKey(db: Database, now: Date, use: KeyUse): Promise<EarlierAnswer | undefined> {
  const [taken] = await db
    .insert(idempotencyKeys)
    .values({ ...use, usedAt: now })
    .onConflictDoNothing()
    .returning();
  if (taken) return undefined;
  const [earlier] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, use.key));
  if (earlier && !isOld(earlier, now)) {
    refuseOtherUse(earlier, use);
    if (earlier.status !== null && earlier.body !== null) {
      return { status: earlier.status, body: earlier.body, requestId: earlier.requestId };
    }
    if (!isDead(earlier, now)) throw inUse(use.key);
  }
  // It is free again, unless somebody else finds that at the same moment.
  const again = earlier && (await takeOver(db, now, use, earlier));
  if (!again) throw inUse(use.key);
  return undefined;
}

const isOld = (row: KeyRow, now: Date) => now.getTime() - row.usedAt.getTime() >= lifetime;
const isDead = (row: KeyRow, now: Date) => now.getTime() - row.usedAt.getTime() >= longestCall;

const inUse = (key: string) =>
  new StripeProblem(
    409,
    {
      type: "idempotency_error",
      code: "idempotency_key_in_use",
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    },
    false,
  );

function refuseOtherUse(earlier: KeyRow, { key, endpoint, fingerprint }: KeyUse): void {
  if (earlier.endpoint === endpoint && earlier.fingerprint === fingerprint) return;
  const message =
    earlier.endpoint === endpoint
      ? "Keys for idempotent requests can only be used with the same parameters they were first used with."
      : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${earlier.endpoint}').`;
  throw new StripeProblem(
    400,
    {
      type: "idempotency_error",
      message: `${message} Try using a key other than '${key}' if you meant to execute a different request.`,
    },
    false,
  );
}

async function takeOver(db: Database, now: Date, use: KeyUse, earlier: KeyRow): Promise<boolean> {
  const [taken] = await db
    .update(idempotencyKeys)
    .set({ ...use, usedAt: now, status: null, body: null })
    .where(and(eq(idempotencyKeys.key, use.key), eq(idempotencyKeys.requestId, earlier.requestId)))
    .returning({ key: idempotencyKeys.key });
  return taken !== undefined;
}

/** The key as long as this call has it and nothing has been answered: what is kept is never replaced. */
const ownedBy = (use: KeyUse) =>
  and(
    eq(idempotencyKeys.key, use.key),
    eq(idempotencyKeys.requestId, use.requestId),
    isNull(idempotencyKeys.status),
  );

/**
 * Keeps the answer for later calls. In the transaction that does the work: either both hold or none. Throws when another
 * call has taken the key meanwhile, so that the work is undone rather than done twice.
 */
export async function keepAnswer(tx: Database, use: KeyUse, { status, body }: Answer): Promise<void> {
  const [kept] = await tx
    .update(idempotencyKeys)
    .set({ status, body })
    .where(ownedBy(use))
    .returning({ key: idempotencyKeys.key });
  if (!kept) throw inUse(use.key);
}

/** Forgets that the key was used. */
export async function releaseKey(db: Database, use: KeyUse): Promise<void> {
  await db.delete(idempotencyKeys).where(ownedBy(use));
}

export async function forgetOldKeys(db: Database, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.usedAt, new Date(now.getTime() - lifetime)));
}
