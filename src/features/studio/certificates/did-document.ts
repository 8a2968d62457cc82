import { keyUrl } from "./credential.ts";

const keyContext = "https://w3id.org/security/multikey/v1";

/** Verifiers that know a DID's first context read the document as it stands; that is why no context of it is kept here. */
const contexts = ["https://www.w3.org/ns/did/v1", keyContext];

/** https://www.w3.org/TR/cid-1.0/ */
export function didDocumentOf(did: string, publicKeys: readonly string[]) {
  const methods = publicKeys.map((publicKeyMultibase) => ({
    id: keyUrl(did, publicKeyMultibase),
    type: "Multikey",
    controller: did,
    publicKeyMultibase,
  }));
  return {
    "@context": contexts,
    id: did,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  };
}

/** By URL: the document and each of its keys. */
export function didDocuments(did: string, publicKeys: readonly string[]): Map<string, unknown> {
  const document = didDocumentOf(did, publicKeys);
  const keys = document.verificationMethod.map(
    (method) => [method.id, { "@context": keyContext, ...method }] as const,
  );
  return new Map<string, unknown>([[did, document], ...keys]);
}
