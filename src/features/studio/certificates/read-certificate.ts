import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { createLocalJWKSet, decodeJwt, errors, jwtVerify } from "jose";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import { isCode, readCode } from "../../../platform/ids.ts";
import { leaveReplica } from "../../../platform/replica.ts";
import { claimsOf, credentialOf, didOf, keyUrl } from "./credential.ts";
import { listTrustedKeys } from "./issuer-keys.ts";
import { numberLength, problems } from "./policy.ts";
import { type Certificate, type SigningContext, shownNameOf, signCertificate } from "./sign-certificates.ts";
import { certificates } from "./tables.ts";

export type SignedCertificate = Certificate & {
  readonly jwt: string;
  readonly shownName: string | null;
};

const maxTries = 5;

/** Signed again if a name was just hidden. `number` as typed. Throws certificate-not-found, overloaded. */
export async function readCertificate(context: SigningContext, number: string): Promise<SignedCertificate> {
  const { db, settings } = context;
  const code = readCode(number);
  if (!isCode(code, numberLength)) throw new Problem(problems["certificate-not-found"]);
  // A revocation or a hidden name counts from now on, and a replica may lag.
  leaveReplica();
  for (let tries = 0; tries < maxTries; tries += 1) {
    const [certificate] = await db.select().from(certificates).where(eq(certificates.number, code));
    if (!certificate) throw new Problem(problems["certificate-not-found"]);
    const shownName = await shownNameOf(db, context, certificate);
    const claims = claimsOf(credentialOf(settings.origin, certificate, shownName));
    const jwt = certificate.credential?.jwt;
    if (jwt !== undefined && !certificate.signAt && isDeepStrictEqual(decodeJwt(jwt), claims))
      return { ...certificate, jwt, shownName };
    await signCertificate(context, certificate);
  }
  throw new Problem(commonProblems.overloaded);
}

/** Seconds: the clock of the issuing process may be ahead. */
const clockTolerance = 300;

export interface Check {
  /** Signed by a key that the school still publishes, and unchanged. */
  readonly isGenuine: boolean;
  readonly isRevoked: boolean;
  readonly checkedAt: Date;
}

/** The result of a third-party verifier, without network requests. */
export async function checkCertificate(
  { clock, db, settings }: SigningContext,
  { jwt, revokedAt }: SignedCertificate,
): Promise<Check> {
  const issuer = didOf(settings.origin);
  const trusted = await listTrustedKeys(db);
  const keys = trusted.flatMap(({ jwk }) => (jwk ? { ...jwk, kid: keyUrl(issuer, jwk.kid) } : []));
  const checkedAt = clock.now();
  const isGenuine = await jwtVerify(jwt, createLocalJWKSet({ keys }), {
    algorithms: ["ES256"],
    issuer,
    currentDate: checkedAt,
    clockTolerance,
  }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof errors.JOSEError) return false;
      throw error;
    },
  );
  return { isGenuine, isRevoked: revokedAt !== null, checkedAt };
}
