import { createHash, createPrivateKey, generateKeyPairSync, sign } from "node:crypto";

/** Proofs before JWTs (https://www.w3.org/TR/vc-di-eddsa/). Few values vary, so this needs no JSON-LD processor. */

export interface Ed25519Key {
  /** Multibase, like the secret. */
  readonly publicKey: string;
  readonly secret: string;
}

interface StatusList {
  readonly id: string;
  readonly issuer: string;
  readonly encodedList: string;
  readonly ttl: number;
  readonly validFrom: string;
}

export function signLegacyStatusList(
  { id, issuer, encodedList, ttl, validFrom }: StatusList,
  { publicKey, secret }: Ed25519Key,
): object {
  const verificationMethod = `${issuer}#${publicKey}`;
  const xsd = "http://www.w3.org/2001/XMLSchema#";
  const status = "https://www.w3.org/ns/credentials/status#";
  const vc = "https://www.w3.org/2018/credentials#";
  const security = "https://w3id.org/security#";
  const type = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";
  const document = [
    `<${id}#list> ${type} <${status}BitstringStatusList>`,
    `<${id}#list> <${status}encodedList> "${encodedList}"^^<${security}multibase>`,
    `<${id}#list> <${status}statusPurpose> "revocation"`,
    `<${id}#list> <${status}ttl> "${ttl}"^^<${xsd}integer>`,
    `<${id}> ${type} <${vc}VerifiableCredential>`,
    `<${id}> ${type} <${status}BitstringStatusListCredential>`,
    `<${id}> <${vc}credentialSubject> <${id}#list>`,
    `<${id}> <${vc}issuer> <${issuer}>`,
    `<${id}> <${vc}validFrom> "${validFrom}"^^<${xsd}dateTime>`,
  ];
  const options = [
    `_:c14n0 <http://purl.org/dc/terms/created> "${validFrom}"^^<${xsd}dateTime>`,
    `_:c14n0 ${type} <${security}DataIntegrityProof>`,
    `_:c14n0 <${security}cryptosuite> "eddsa-rdfc-2022"^^<${security}cryptosuiteString>`,
    `_:c14n0 <${security}proofPurpose> <${security}assertionMethod>`,
    `_:c14n0 <${security}verificationMethod> <${verificationMethod}>`,
  ];
  const [d, x] = [seedOf(secret), fromMultibase(publicKey).subarray(header.length)];
  const key = createPrivateKey({
    format: "jwk",
    key: { kty: "OKP", crv: "Ed25519", d: d.toString("base64url"), x: x.toString("base64url") },
  });
  return {
    "@context": ["https://www.w3.org/ns/credentials/v2"],
    id,
    type: ["VerifiableCredential", "BitstringStatusListCredential"],
    credentialSubject: {
      id: `${id}#list`,
      type: "BitstringStatusList",
      encodedList,
      statusPurpose: "revocation",
      ttl,
    },
    issuer,
    validFrom,
    proof: {
      type: "DataIntegrityProof",
      created: validFrom,
      verificationMethod,
      cryptosuite: "eddsa-rdfc-2022",
      proofPurpose: "assertionMethod",
      proofValue: toMultibase(sign(null, Buffer.concat([options, document].map(hashOf)), key)),
    },
  };
}

const hashOf = (lines: readonly string[]): Buffer =>
  createHash("sha256")
    .update(lines.map((line) => `${line} .\n`).join(""))
    .digest();

/** Multicodec prefixes of Ed25519 keys (https://github.com/multiformats/multicodec). */
const header = Buffer.from([0xed, 0x01]);
const secretHeader = Buffer.from([0x80, 0x26]);

/** Older keys have the public half after the seed. */
const seedOf = (secret: string): Buffer =>
  fromMultibase(secret).subarray(secretHeader.length, secretHeader.length + 32);

export function generateEd25519Key(): Ed25519Key {
  const { d = "", x = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  return {
    publicKey: toMultibase(Buffer.concat([header, Buffer.from(x, "base64url")])),
    secret: toMultibase(Buffer.concat([secretHeader, Buffer.from(d, "base64url")])),
  };
}

const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Base58, prefixed with z. Each leading 1 is a zero byte. */
function toMultibase(bytes: Buffer): string {
  let text = "";
  for (let rest = BigInt(`0x${bytes.toString("hex")}`); rest > 0n; rest /= 58n)
    text = digits[Number(rest % 58n)] + text;
  return `z${"1".repeat(bytes.findIndex((byte) => byte > 0))}${text}`;
}

function fromMultibase(text: string): Buffer {
  const [, zeros = "", rest = ""] = /^z(1*)(.*)$/.exec(text) ?? [];
  let number = 0n;
  for (const digit of rest) number = number * 58n + BigInt(digits.indexOf(digit));
  const hex = number.toString(16);
  return Buffer.concat([
    Buffer.alloc(zeros.length),
    Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex"),
  ]);
}
