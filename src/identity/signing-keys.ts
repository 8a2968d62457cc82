import { createHmac } from "node:crypto";
import type { JwtOptions } from "better-auth/plugins/jwt";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../platform/database.ts";
import { newId } from "../platform/ids.ts";
import { signingKeys } from "./tables.ts";

export const alg = "ES256";

/** All processes share one key. A new secret creates a new key instead of a decryption error. */
export function keepSigningKeys(db: Database, secret: string): NonNullable<JwtOptions["adapter"]> {
  const sealedWith = createHmac("sha256", secret).update("signing keys").digest("base64url");
  return {
    getJwks: async () => {
      return db
        .select({
          id: signingKeys.id,
          publicKey: signingKeys.publicKey,
          privateKey: signingKeys.privateKey,
          alg: sql<typeof alg>`${signingKeys.alg}`,
          createdAt: signingKeys.createdAt,
          // A key sealed with another secret stays published but no longer signs.
          expiresAt: sql`case when ${signingKeys.sealedWith} = ${sealedWith} then ${signingKeys.expiresAt}
            else least(${signingKeys.expiresAt}, now() - interval '1 minute') end`.mapWith(
            signingKeys.expiresAt,
          ),
        })
        .from(signingKeys);
    },
    createJwk: (key) =>
      db.transaction(async (tx) => {
        // The advisory lock prevents two processes from creating a key each.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext('senga signing keys'))`);
        const [live] = await tx
          .select({
            id: signingKeys.id,
            publicKey: signingKeys.publicKey,
            privateKey: signingKeys.privateKey,
            alg: sql<typeof alg>`${signingKeys.alg}`,
            createdAt: signingKeys.createdAt,
            expiresAt: signingKeys.expiresAt,
          })
          .from(signingKeys)
          .where(and(eq(signingKeys.sealedWith, sealedWith), gt(signingKeys.expiresAt, sql`now()`)))
          .orderBy(desc(signingKeys.createdAt))
          .limit(1);
        if (live) return live;
        if (!key.expiresAt) throw new Error("Signing keys must expire: set a rotation interval");
        const made = { ...key, expiresAt: key.expiresAt, id: newId(), sealedWith };
        await tx.insert(signingKeys).values(made);
        return made;
      }),
  };
}
