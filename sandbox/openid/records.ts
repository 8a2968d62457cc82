import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Adapter } from "oidc-provider";
import type { Database } from "../../src/platform/database.ts";
import { googleRecords } from "./tables.ts";

export function keepRecords(db: Database, kind: string): Adapter {
  const isThis = (id: string) => and(eq(googleRecords.kind, kind), eq(googleRecords.id, id));
  return {
    upsert: async (id, payload, secondsToLive) => {
      // No session: every sign-in shows the account choice, as with prompt=select_account at Google.
      if (kind === "Session") return;
      const values = {
        payload,
        grantId: payload.grantId ?? null,
        expiresAt: sql`now() + make_interval(secs => ${secondsToLive})`,
      };
      await db
        .insert(googleRecords)
        .values({ kind, id, ...values })
        .onConflictDoUpdate({ target: [googleRecords.kind, googleRecords.id], set: values });
      await db.delete(googleRecords).where(lt(googleRecords.expiresAt, sql`now()`));
    },
    find: async (id) => {
      const [record] = await db
        .select({ payload: googleRecords.payload })
        .from(googleRecords)
        .where(and(isThis(id), gt(googleRecords.expiresAt, sql`now()`)));
      return record?.payload;
    },
    consume: async (id) => {
      const consumed = sql`jsonb_set(${googleRecords.payload}, '{consumed}', to_jsonb(extract(epoch from now())::int))`;
      await db.update(googleRecords).set({ payload: consumed }).where(isThis(id));
    },
    destroy: async (id) => {
      await db.delete(googleRecords).where(isThis(id));
    },
    revokeByGrantId: async (grantId) => {
      await db.delete(googleRecords).where(eq(googleRecords.grantId, grantId));
    },
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}
