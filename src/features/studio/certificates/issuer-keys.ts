import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import { z } from "zod";
import type { AppContext } from "../../../context.ts";
import type { Database, Transaction } from "../../../platform/database.ts";
import { newId } from "../../../platform/ids.ts";
import { recordDecision } from "../../school/audit/record-decision.ts";
import { type Ed25519Key, generateEd25519Key } from "./legacy-status-list.ts";
import { type PublicJwk, certificates, issuerKeys, statusLists } from "./tables.ts";

type Context = Pick<AppContext, "certificateSeal" | "clock" | "db" | "log">;
type IssuerKey = typeof issuerKeys.$inferSelect;
export type PublicKeys = Pick<IssuerKey, "jwk" | "publicKey">;

export interface SigningKey {
  readonly id: string;
  /** For ES256, with the private half. */
  readonly jwk: PublicJwk & { readonly d: string };
  readonly ed25519: Ed25519Key;
}

const ecJwk = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});
const storedJwk = ecJwk.extend({ kid: z.string() });

/** Creates a key if there is none, or if the configured secret can't open it. */
export async function currentKey(context: Context): Promise<SigningKey> {
  const { certificateSeal, db, log } = context;
  for (;;) {
    const current = (await readCurrent(db)) ?? (await makeKey(context));
    if (!current) continue;
    const { id, jwk, publicKey, sealedJwk, sealedSecret } = current;
    if (!jwk || !sealedJwk) {
      // A key of an earlier version.
      const isCurrent = and(eq(issuerKeys.id, id), isNull(issuerKeys.jwk));
      await db
        .update(issuerKeys)
        .set(await makeJwk(context))
        .where(isCurrent);
      continue;
    }
    const secret = certificateSeal.open(sealedSecret, publicKey);
    const privateJwk = certificateSeal.open(sealedJwk, jwk.kid);
    if (secret !== undefined && privateJwk !== undefined)
      return { id, jwk: storedJwk.parse(JSON.parse(privateJwk)), ed25519: { publicKey, secret } };
    log.warn(
      { key: nameOf(current) },
      "SECRET cannot decrypt the signing keys of certificates; new ones sign from now on",
    );
    await retire(db, context, id);
  }
}

async function readCurrent(db: Database): Promise<IssuerKey | undefined> {
  const [current] = await db.select().from(issuerKeys).where(isNull(issuerKeys.retiredAt));
  return current;
}

/** Undefined if another process was faster. */
async function makeKey(context: Context): Promise<IssuerKey | undefined> {
  const { certificateSeal, clock, db } = context;
  const { publicKey, secret } = generateEd25519Key();
  const sealedSecret = certificateSeal.close(secret, publicKey);
  const [made] = await db
    .insert(issuerKeys)
    .values({ id: newId(), publicKey, sealedSecret, ...(await makeJwk(context)), createdAt: clock.now() })
    .onConflictDoNothing()
    .returning();
  return made;
}

async function makeJwk({ certificateSeal }: Pick<Context, "certificateSeal">) {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const { d, ...publicHalf } = ecJwk.parse(await exportJWK(privateKey));
  const kid = await calculateJwkThumbprint(publicHalf);
  const jwk: PublicJwk = { ...publicHalf, kid };
  return { jwk, sealedJwk: certificateSeal.close(JSON.stringify({ ...jwk, d }), kid) };
}

export const nameOf = ({ jwk, publicKey }: PublicKeys): string => jwk?.kid ?? publicKey;

const retire = (db: Database, { clock }: Pick<AppContext, "clock">, id: string) =>
  db
    .update(issuerKeys)
    .set({ retiredAt: sql`coalesce(${issuerKeys.retiredAt}, ${clock.now().toISOString()}::timestamptz)` })
    .where(eq(issuerKeys.id, id));

export const listTrustedKeys = (db: Database): Promise<PublicKeys[]> =>
  db
    .select({ jwk: issuerKeys.jwk, publicKey: issuerKeys.publicKey })
    .from(issuerKeys)
    .where(isNull(issuerKeys.struckAt))
    .orderBy(asc(issuerKeys.id));

/** Creates the next key early, for verifiers that cache the list. Empty before the first certificate. */
export async function listKeysToPublish(context: Context): Promise<PublicKeys[]> {
  if ((await context.db.$count(issuerKeys)) > 0) await currentKey(context);
  return listTrustedKeys(context.db);
}

/** Striking a key waits for this transaction, and then finds what it signed. */
export async function lockUnlessStruck(tx: Transaction, id: string): Promise<boolean> {
  const [trusted] = await tx
    .select({ id: issuerKeys.id })
    .from(issuerKeys)
    .where(and(eq(issuerKeys.id, id), isNull(issuerKeys.struckAt)))
    .for("share");
  return trusted !== undefined;
}

type Keyring = Pick<AppContext, "clock" | "db">;

/** The next signature creates a key; earlier signatures stay valid. Returns the retired key's name. */
export async function rotateKey(context: Keyring): Promise<string | undefined> {
  return context.db.transaction(async (tx) => {
    const [current] = await tx.select().from(issuerKeys).where(isNull(issuerKeys.retiredAt)).for("update");
    if (!current) return undefined;
    await retire(tx, context, current.id);
    await record(tx, context, "certificate-key-rotated", current);
    return nameOf(current);
  });
}

/** Invalidates all signatures of the key, which are then replaced. Returns the number of certificates. */
export async function strikeKey(context: Keyring, name: string): Promise<number | "unknown" | "struck"> {
  return context.db.transaction(async (tx) => {
    const isNamed = or(eq(issuerKeys.publicKey, name), eq(sql`${issuerKeys.jwk} ->> 'kid'`, name));
    const [key] = await tx.select().from(issuerKeys).where(isNamed).for("update");
    if (!key) return "unknown";
    if (key.struckAt) return "struck";
    const now = context.clock.now();
    await retire(tx, context, key.id);
    await tx.update(issuerKeys).set({ struckAt: now }).where(eq(issuerKeys.id, key.id));
    await tx.update(statusLists).set({ credential: null }).where(eq(statusLists.keyId, key.id));
    const again = await tx
      .update(certificates)
      .set({ signAt: now, revision: sql`${certificates.revision} + 1` })
      .where(eq(certificates.keyId, key.id))
      .returning({ id: certificates.id });
    await record(tx, context, "certificate-key-struck", key);
    return again.length;
  });
}

const record = (
  tx: Transaction,
  { clock }: Keyring,
  kind: "certificate-key-rotated" | "certificate-key-struck",
  key: IssuerKey,
) => recordDecision(tx, clock, kind, { by: "command line", about: { id: key.id, name: nameOf(key) } });
