import { and, eq, isNotNull } from "drizzle-orm";
import { type Credential, didOf, statusListUrl } from "./credential.ts";
import { currentKey, lockUnlessStruck } from "./issuer-keys.ts";
import type { SigningContext } from "./sign-certificates.ts";
import { certificates, statusLists } from "./tables.ts";
import { placesInList } from "./take-status-place.ts";

/** Seconds for which a verifier may keep the list. */
export const statusListAge = 30;

/** Signed anew after a revocation. Undefined for a list that does not exist. */
export async function readStatusList(
  context: SigningContext,
  number: number,
): Promise<Credential | undefined> {
  const { db, settings } = context;
  for (;;) {
    const [list] = await db
      .select({ credential: statusLists.credential, revision: statusLists.revision })
      .from(statusLists)
      .where(eq(statusLists.number, number));
    if (!list) return undefined;
    const { credential, revision } = list;
    if (credential && issuerOf(credential) === didOf(settings.origin)) return credential;
    await signList(context, number, revision);
  }
}

export const issuerOf = ({ issuer }: Credential): string => (typeof issuer === "string" ? issuer : issuer.id);

/** Stores nothing when a certificate was revoked or the key struck meanwhile. */
async function signList(context: SigningContext, number: number, revision: number): Promise<void> {
  const { clock, db, settings } = context;
  const { id: keyId, key } = await currentKey(context, settings.origin);
  const revoked = await db
    .select({ place: certificates.statusIndex })
    .from(certificates)
    .where(and(eq(certificates.statusList, number), isNotNull(certificates.revokedAt)));
  const { sign, statusListOf } = await import("./proof-suites.ts");
  const url = statusListUrl(settings.origin, number);
  const places = revoked.map(({ place }) => place);
  const unsigned = await statusListOf(url, placesInList, places);
  const credential = await sign(
    {
      ...unsigned,
      issuer: key.controller,
      validFrom: clock
        .now()
        .toISOString()
        .replace(/\.\d+Z$/, "Z"),
      // Milliseconds.
      credentialSubject: { ...unsigned.credentialSubject, ttl: statusListAge * 1000 },
    },
    key,
    clock.now(),
  );
  await db.transaction(async (tx) => {
    if (!(await lockUnlessStruck(tx, keyId))) return;
    await tx
      .update(statusLists)
      .set({ credential, keyId })
      .where(and(eq(statusLists.number, number), eq(statusLists.revision, revision)));
  });
}
