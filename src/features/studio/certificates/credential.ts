import { SignJWT } from "jose";
import type { SigningKey } from "./issuer-keys.ts";
import { type Effort, watchedPercent } from "./policy.ts";

const contexts = [
  "https://www.w3.org/ns/credentials/v2",
  "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
] as const;

/** https://www.w3.org/TR/vc-jose-cose/ */
export const jwtType = "application/vc+jwt";

export interface Credential {
  readonly "@context": readonly string[];
  readonly id: string;
  readonly type: readonly string[];
  readonly issuer: { readonly id: string; readonly [property: string]: unknown };
  readonly validFrom: string;
  readonly credentialSubject: { readonly id: string; readonly [property: string]: unknown };
  readonly [property: string]: unknown;
}

/** `did:web` escapes a port's colon. */
export const didOf = (origin: string): string => `did:web:${new URL(origin).host.replace(":", "%3A")}`;

export const keyUrl = (did: string, key: string): string => `${did}#${key}`;
export const pageUrl = (origin: string, number: string): string => `${origin}/certificates/${number}`;
export const legacyStatusListUrl = (origin: string, list: number): string =>
  `${origin}/certificates/status/${list}`;
export const statusListUrl = (origin: string, list: number): string =>
  `${legacyStatusListUrl(origin, list)}.jwt`;

export interface CertificateFacts {
  readonly id: string;
  readonly number: string;
  readonly classId: string;
  readonly className: string;
  readonly instructorName: string;
  readonly effort: Effort;
  readonly finishedAt: Date;
  readonly issuedAt: Date;
  readonly statusList: number;
  readonly statusIndex: number;
}

/** Open Badges 3.0. Without a name, it is about the holder of the number. */
export function credentialOf(
  origin: string,
  certificate: CertificateFacts,
  shownName: string | null,
): Credential {
  const { className, instructorName, number, statusList, statusIndex } = certificate;
  const page = pageUrl(origin, number);
  const list = statusListUrl(origin, statusList);
  return {
    "@context": contexts,
    id: page,
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    name: className,
    issuer: { id: didOf(origin), type: ["Profile"], name: "Senga", url: origin },
    validFrom: dateTime(certificate.issuedAt),
    credentialSubject: {
      id: `urn:uuid:${certificate.id}`,
      type: ["AchievementSubject"],
      ...(shownName !== null && {
        name: shownName,
        identifier: [
          { type: "IdentityObject", hashed: false, identityHash: shownName, identityType: "name" },
        ],
      }),
      activityEndDate: dateTime(certificate.finishedAt),
      achievement: {
        id: `${origin}/classes/${certificate.classId}`,
        type: ["Achievement"],
        achievementType: "Course",
        name: className,
        description: `A drawing class at Senga, taught by ${instructorName}.`,
        criteria: { narrative: criteriaOf(certificate.effort) },
      },
    },
    credentialStatus: {
      id: `${list}#${statusIndex}`,
      type: "BitstringStatusListEntry",
      statusPurpose: "revocation",
      statusListIndex: String(statusIndex),
      statusListCredential: list,
    },
  };
}

/** Some properties also have registered names (https://www.imsglobal.org/spec/ob/v3p0/#jwt-proof). */
export const claimsOf = (credential: Credential) => ({
  ...credential,
  iss: credential.issuer.id,
  jti: credential.id,
  nbf: Date.parse(credential.validFrom) / 1000,
  sub: credential.credentialSubject.id,
});

export const signCredential = (credential: Credential, { jwk }: SigningKey): Promise<string> =>
  new SignJWT(claimsOf(credential))
    .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: keyUrl(credential.issuer.id, jwk.kid) })
    .sign(jwk);

function criteriaOf({ exercises, films, lessons, ticked = 0 }: Effort): string {
  const [all, own] =
    lessons === 1
      ? ["The lesson that counts is done", "ticked off by the student"]
      : [
          `All ${lessons} lessons that count are done`,
          `${ticked === lessons ? "all" : ticked} of them ticked off by the student`,
        ];
  const done = ticked > 0 ? `${all}, ${own}` : all;
  if (exercises > 0) return `${done}, and the instructor accepted every exercise.`;
  return films > 0 ? `${done}, and at least ${watchedPercent} percent of all video was watched.` : `${done}.`;
}

/** XML Schema's, without milliseconds. */
export const dateTime = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, "Z");

/** Whether others can read the keys: `did:web` requires https. */
export function isReachable(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" && !/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname);
}
