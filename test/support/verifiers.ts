import { type JsonWebKey, verify } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { verifyCredential } from "@digitalcredentials/verifier-core";
import { vi } from "vitest";

type Json = Record<string, unknown>;

/**
 * The addresses that software asked for, while a site answers under its public name and nothing else does. With `now`,
 * in milliseconds, the software keeps each answer for as long as the site lets it.
 */
export function publishAs(
  origin: string,
  directOrigin: () => string,
  now?: () => number,
): { readonly asked: string[] } {
  const asked: string[] = [];
  const kept = new Map<string, { readonly answer: Response; readonly until: number }>();
  const direct = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.hostname === "127.0.0.1") return direct(input, init);
    const known = kept.get(url.href);
    if (now && known && now() < known.until) return known.answer.clone();
    asked.push(url.href);
    if (url.origin === origin) {
      const answer = await direct(`${directOrigin()}${url.pathname}${url.search}`);
      const seconds = /max-age=(\d+)/.exec(answer.headers.get("cache-control") ?? "")?.[1] ?? 0;
      if (now) kept.set(url.href, { answer: answer.clone(), until: now() + Number(seconds) * 1000 });
      return answer;
    }
    // The verifier looks for 1EdTech's schema, which is not ours to copy.
    if (url.pathname.endsWith("schema.json")) return Response.json({});
    throw new TypeError(`nothing answers at ${url.href}`);
  });
  return { asked };
}

/** What a JWT says, whether or not it is genuine. */
export const payloadOf = (jwt: string): Json => partOf(jwt, 1);

/** What stands after `#` in the `kid`. */
export const keyOf = (jwt: string): string => String(partOf(jwt, 0)["kid"]).split("#")[1] ?? "";

const partOf = (jwt: string, part: 0 | 1): Json =>
  JSON.parse(Buffer.from(jwt.split(".")[part] ?? "", "base64url").toString()) as Json;

/**
 * As a stranger's software checks an Open Badge by what its issuer publishes, with nothing but `node:crypto`
 * (https://www.imsglobal.org/spec/ob/v3p0/#jwt-proof, https://www.w3.org/TR/vc-bitstring-status-list/).
 */
export async function verdictOf(jwt: string): Promise<"valid" | "revoked" | "refused"> {
  const { credentialStatus, ...badge } = payloadOf(jwt) as unknown as Badge;
  const { id, issuer, validFrom, credentialSubject } = badge;
  const isConsistent =
    badge.iss === issuer.id &&
    badge.jti === id &&
    badge.nbf * 1000 === Date.parse(validFrom) &&
    badge.sub === credentialSubject.id;
  if (!isConsistent || !(await isSigned(jwt, issuer.id))) return "refused";
  const { statusListCredential, statusListIndex, statusPurpose } = credentialStatus;
  const answer = await fetch(statusListCredential);
  const list = await answer.text();
  const subject = payloadOf(list)["credentialSubject"] as Json;
  const isList =
    answer.headers.get("content-type") === "application/vc+jwt" &&
    payloadOf(list)["id"] === statusListCredential &&
    subject["statusPurpose"] === statusPurpose &&
    (await isSigned(list, issuer.id));
  if (!isList) return "refused";
  const bits = gunzipSync(Buffer.from(String(subject["encodedList"]).slice(1), "base64url"));
  const place = Number(statusListIndex);
  return (bits[Math.floor(place / 8)]! & (128 >> (place % 8))) === 0 ? "valid" : "revoked";
}

interface Badge {
  readonly id: string;
  readonly iss: string;
  readonly jti: string;
  readonly nbf: number;
  readonly sub: string;
  readonly issuer: { readonly id: string };
  readonly validFrom: string;
  readonly credentialSubject: { readonly id: string };
  readonly credentialStatus: {
    readonly statusListCredential: string;
    readonly statusListIndex: string;
    readonly statusPurpose: string;
  };
}

/** By a key that the DID's document has for assertions. */
async function isSigned(jwt: string, did: string): Promise<boolean> {
  const { alg, kid } = partOf(jwt, 0);
  const host = decodeURIComponent(did.replace("did:web:", ""));
  const document = (await (await fetch(`https://${host}/.well-known/did.json`)).json()) as {
    readonly id: string;
    readonly assertionMethod: readonly string[];
    readonly verificationMethod: readonly {
      readonly id: string;
      readonly controller: string;
      readonly publicKeyJwk?: JsonWebKey;
    }[];
  };
  const method = document.verificationMethod.find((each) => each.id === kid);
  if (!method?.publicKeyJwk || alg !== "ES256" || document.id !== did || method.controller !== did)
    return false;
  if (!document.assertionMethod.includes(method.id)) return false;
  const [header = "", payload = "", signature = ""] = jwt.split(".");
  const key = { key: method.publicKeyJwk, format: "jwk", dsaEncoding: "ieee-p1363" } as const;
  return verify("sha256", Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, "base64url"));
}

let looks = 0;

/**
 * Of a certificate from before JWTs, by the verifier of the Digital Credentials Consortium, which asks the network as a
 * stranger's does. It keeps a DID's document for five seconds of `Date.now`, so each look comes a minute after the last.
 */
export async function legacyVerdictOf(credential: object): Promise<"valid" | "revoked" | "refused"> {
  looks += 1;
  const now = Date.now() + looks * 60_000;
  const clock = vi.spyOn(Date, "now").mockReturnValue(now);
  try {
    const { log = [] } = await verifyCredential({
      credential: structuredClone(credential) as never,
      knownDIDRegistries: [],
    });
    const isValid = (step: string) => log.some(({ id, valid }) => id === step && valid === true);
    if (!isValid("valid_signature")) return "refused";
    return isValid("revocation_status") ? "valid" : "revoked";
  } finally {
    clock.mockRestore();
  }
}
