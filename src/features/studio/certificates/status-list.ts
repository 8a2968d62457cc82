import { gzipSync } from "node:zlib";
import { and, eq, isNotNull } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import { dateTime, didOf, legacyStatusListUrl, signCredential, statusListUrl } from "./credential.ts";
import type { SigningKey } from "./issuer-keys.ts";
import { signLegacyStatusList } from "./legacy-status-list.ts";
import { certificates, statusLists } from "./tables.ts";
import { placesInList } from "./take-status-place.ts";

type Context = Pick<AppContext, "clock" | "db" | "settings">;

/** Seconds for which a verifier may keep the list. */
export const statusListAge = 30;

/** Raised at each revocation. Undefined for a list that does not exist. */
export async function readListRevision(db: Database, number: number): Promise<number | undefined> {
  const [list] = await db
    .select({ revision: statusLists.revision })
    .from(statusLists)
    .where(eq(statusLists.number, number));
  return list?.revision;
}

/** As a JWT (https://www.w3.org/TR/vc-bitstring-status-list/). */
export async function signStatusList(context: Context, number: number, key: SigningKey): Promise<string> {
  const { id, issuer, validFrom, ...list } = await readStatusList(context, number, statusListUrl);
  return signCredential(
    {
      "@context": ["https://www.w3.org/ns/credentials/v2"],
      id,
      type: ["VerifiableCredential", "BitstringStatusListCredential"],
      issuer: { id: issuer },
      validFrom,
      credentialSubject: {
        id: `${id}#list`,
        type: "BitstringStatusList",
        statusPurpose: "revocation",
        ...list,
      },
    },
    key,
  );
}

/** As JSON, for certificates from before JWTs. */
export async function signJsonStatusList(context: Context, number: number, key: SigningKey): Promise<string> {
  const list = await readStatusList(context, number, legacyStatusListUrl);
  return JSON.stringify(signLegacyStatusList(list, key.ed25519));
}

async function readStatusList(
  { clock, db, settings: { origin } }: Context,
  number: number,
  urlOf: (origin: string, number: number) => string,
) {
  // In a transaction, since a replica may lag.
  const revoked = await db.transaction((tx) =>
    tx
      .select({ place: certificates.statusIndex })
      .from(certificates)
      .where(and(eq(certificates.statusList, number), isNotNull(certificates.revokedAt))),
  );
  const bits = Buffer.alloc(placesInList / 8);
  for (const { place } of revoked) bits[place >> 3]! |= 0x80 >> (place & 7);
  return {
    id: urlOf(origin, number),
    issuer: didOf(origin),
    validFrom: dateTime(clock.now()),
    /** Milliseconds. */
    ttl: statusListAge * 1000,
    /** Multibase. */
    encodedList: `u${gzipSync(bits).toString("base64url")}`,
  };
}
