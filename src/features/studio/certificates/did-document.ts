import { keyUrl } from "./credential.ts";
import type { PublicKeys } from "./issuer-keys.ts";

/** Verifiers that know a DID's first context read the document as it stands. */
const contexts = [
  "https://www.w3.org/ns/did/v1",
  "https://w3id.org/security/multikey/v1",
  "https://w3id.org/security/jwk/v1",
];

/** https://www.w3.org/TR/cid-1.0/ */
export function didDocumentOf(did: string, keys: readonly PublicKeys[]) {
  const methods = keys.flatMap(({ jwk, publicKey }) => [
    ...(jwk
      ? [{ id: keyUrl(did, jwk.kid), type: "JsonWebKey", controller: did, publicKeyJwk: jwk } as const]
      : []),
    { id: keyUrl(did, publicKey), type: "Multikey", controller: did, publicKeyMultibase: publicKey } as const,
  ]);
  return {
    "@context": contexts,
    id: did,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  };
}
