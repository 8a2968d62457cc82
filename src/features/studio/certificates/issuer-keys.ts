import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database, Transaction } from "../../../platform/database.ts";
import { newId } from "../../../platform/ids.ts";
import { recordDecision } from "../../school/audit/record-decision.ts";
import { didOf, keyUrl } from "./credential.ts";
import type { SigningKey } from "./proof-suites.ts";
import { certificates, issuerKeys, statusLists } from "./tables.ts";

type Context = Pick<AppContext, "certificateSeal" | "clock" | "db" | "log">;
type IssuerKey = typeof issuerKeys.$inferSelect;

/** Makes one at the first need, and when the secret of the settings does not open the one that is there. */
export async function currentKey(
  context: Context,
  origin: string,
): Promise<{ readonly id: string; readonly key: SigningKey }> {
  const { certificateSeal, db, log } = context;
  for (;;) {
    const current = (await readCurrent(db)) ?? (await makeKey(context));
    if (!current) continue;
    const { id, publicKey, sealedSecret } = current;
    const secretKeyMultibase = certificateSeal.open(sealedSecret, publicKey);
    if (secretKeyMultibase !== undefined) {
      const controller = didOf(origin);
      const names = { id: keyUrl(controller, publicKey), controller };
      return { id, key: { ...names, publicKeyMultibase: publicKey, secretKeyMultibase } };
    }
    log.warn(
      { key: publicKey },
      "SECRET cannot decrypt the signing key of certificates; a new key signs from now on",
    );
    await retire(db, context, id);
  }
}

async function readCurrent(db: Database): Promise<IssuerKey | undefined> {
  const [current] = await db.select().from(issuerKeys).where(isNull(issuerKeys.retiredAt));
  return current;
}

/** Undefined when another process was faster. */
async function makeKey({ certificateSeal, clock, db }: Context): Promise<IssuerKey | undefined> {
  const { generateKeyPair } = await import("./proof-suites.ts");
  const { publicKeyMultibase: publicKey, secretKeyMultibase } = await generateKeyPair();
  const sealedSecret = certificateSeal.close(secretKeyMultibase, publicKey);
  const [made] = await db
    .insert(issuerKeys)
    .values({ id: newId(), publicKey, sealedSecret, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning();
  return made;
}

const retire = (db: Database, { clock }: Pick<AppContext, "clock">, id: string) =>
  db
    .update(issuerKeys)
    .set({ retiredAt: sql`coalesce(${issuerKeys.retiredAt}, ${clock.now().toISOString()}::timestamptz)` })
    .where(eq(issuerKeys.id, id));

/** Those that were not struck, oldest first. */
export async function listTrustedKeys(db: Database): Promise<string[]> {
  const keys = await db
    .select({ publicKey: issuerKeys.publicKey })
    .from(issuerKeys)
    .where(isNull(issuerKeys.struckAt))
    .orderBy(asc(issuerKeys.id));
  return keys.map(({ publicKey }) => publicKey);
}

/** With the one that signs next: whoever keeps the list for a minute must find it there. None before the first need. */
export async function listKeysToPublish(context: Context, origin: string): Promise<string[]> {
  if ((await context.db.$count(issuerKeys)) > 0) await currentKey(context, origin);
  return listTrustedKeys(context.db);
}

/** Whether it may still sign; striking it waits for the transaction, and then finds what it signed. */
export async function lockUnlessStruck(tx: Transaction, id: string): Promise<boolean> {
  const [trusted] = await tx
    .select({ id: issuerKeys.id })
    .from(issuerKeys)
    .where(and(eq(issuerKeys.id, id), isNull(issuerKeys.struckAt)))
    .for("share");
  return trusted !== undefined;
}

type Keyring = Pick<AppContext, "clock" | "db">;

/** The next signature makes the new key. What the old one signed stays valid. Returns the retired public key. */
export async function rotateKey(context: Keyring): Promise<string | undefined> {
  return context.db.transaction(async (tx) => {
    const [current] = await tx.select().from(issuerKeys).where(isNull(issuerKeys.retiredAt)).for("update");
    if (!current) return undefined;
    await retire(tx, context, current.id);
    await record(tx, context, "certificate-key-rotated", current);
    return current.publicKey;
  });
}

/** From now on whatever it signed is refused, and it is all signed again. Returns how many certificates. */
export async function strikeKey(context: Keyring, publicKey: string): Promise<number | "unknown" | "struck"> {
  return context.db.transaction(async (tx) => {
    const [key] = await tx.select().from(issuerKeys).where(eq(issuerKeys.publicKey, publicKey)).for("update");
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
  { id, publicKey }: IssuerKey,
) =>
  recordDecision(tx, clock, {
    kind,
    by: "command line",
    about: { id, name: publicKey },
    before: null,
    after: null,
  });
