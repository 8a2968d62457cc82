import { and, eq, isNull, lte } from "drizzle-orm";
import type { Database } from "../../src/platform/database.ts";
import type { Answer } from "./call.ts";
import { StripeProblem } from "./problem.ts";
import { idempotencyKeys } from "./tables.ts";

/**
 * Stripe's rules (https://docs.stripe.com/api/idempotent_requests): the first answer, even a failure, is replayed for a
 * day. Reuse with other parameters, or while the first call runs, is an error. A call with wrong parameters leaves no
 * trace.
 */
const lifetime = 24 * 3_600_000;
/** After this many milliseconds, the process of the call must have died. */
const longestCall = 60_000;

export interface KeyUse {
  readonly key: string;
  readonly endpoint: string;
  readonly fingerprint: string;
  readonly requestId: string;
}

export interface EarlierAnswer extends Answer {
  readonly requestId: string;
}

type KeyRow = typeof idempotencyKeys.$inferSelect;

/** Returns the stored answer of an earlier call, if any. Throws idempotency_error. */
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

/** Matches only an unanswered key of this call: a stored answer never changes. */
const ownedBy = (use: KeyUse) =>
  and(
    eq(idempotencyKeys.key, use.key),
    eq(idempotencyKeys.requestId, use.requestId),
    isNull(idempotencyKeys.status),
  );

/**
 * Runs in the transaction of the work, so both commit or neither does. Throws when another call took the key, which
 * rolls back the work instead of repeating it.
 */
export async function keepAnswer(tx: Database, use: KeyUse, { status, body }: Answer): Promise<void> {
  const [kept] = await tx
    .update(idempotencyKeys)
    .set({ status, body })
    .where(ownedBy(use))
    .returning({ key: idempotencyKeys.key });
  if (!kept) throw inUse(use.key);
}

export async function releaseKey(db: Database, use: KeyUse): Promise<void> {
  await db.delete(idempotencyKeys).where(ownedBy(use));
}

export async function forgetOldKeys(db: Database, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.usedAt, new Date(now.getTime() - lifetime)));
}
