import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { certificateOf, finishClass } from "../../../../test/support/certificates.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { isSigned, publishAs, verdictOf } from "../../../../test/support/verifiers.ts";
import { createSeal } from "../../../platform/secrets.ts";
import type { Credential } from "./credential.ts";
import { issueCertificates } from "./issue-certificates.ts";
import { rotateKey, strikeKey } from "./issuer-keys.ts";
import { certificates } from "./tables.ts";

const app = useTestApp({ ORIGIN: "https://senga.example", SERVE_DEMO_TO_EVERYONE: "yes" });

let network: ReturnType<typeof publishAs>;
beforeEach(() => {
  network = publishAs("https://senga.example", () => app.current.origin);
});
afterEach(() => void vi.restoreAllMocks());

const get = async <Body>(path: string): Promise<Body> =>
  (await (await fetch(`${app.current.origin}${path}`)).json()) as Body;
const credentialOf = (number: string) => get<Credential>(`/certificates/${number}/credential.json`);
const didDocument = () => get<Record<string, unknown>>("/.well-known/did.json");
const pageCheck = async (number: string) => {
  const { body } = await call(app.current, "GET /certificates/{number}", { params: { number } });
  return { isGenuine: body.check.isGenuine, isRevoked: body.check.isRevoked };
};
const valid = { isGenuine: true, isRevoked: false };

/** The key that signed it. */
const keyOf = ({ proof }: Credential): string => proof.verificationMethod.split("#")[1] ?? "";

test("two other implementations and the page find a certificate valid; signing asks nothing of the network", async () => {
  const { number, classId } = await finishClass(app.current, "Hair <that> “moves” 彩");
  expect(await pageCheck(number)).toEqual(valid);
  expect(network.asked).toEqual([]);
  const credential = await credentialOf(number);
  expect(credential).toMatchObject({
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    id: `https://senga.example/certificates/${number}`,
    issuer: { id: "did:web:senga.example", type: ["Profile"] },
    credentialSubject: {
      achievement: { id: `https://senga.example/classes/${classId}`, name: "Hair <that> “moves” 彩" },
    },
    proof: { type: "DataIntegrityProof", cryptosuite: "eddsa-rdfc-2022", proofPurpose: "assertionMethod" },
  });
  expect(await verdictOf(credential)).toBe("valid");
  expect(network.asked).toContain("https://senga.example/.well-known/did.json");
  expect(network.asked).toContain("https://senga.example/certificates/status/1");
  expect(await isSigned(credential, await didDocument())).toBe(true);
});

const stranger = "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK";
const forgeries: Record<string, (credential: Credential) => object> = {
  "another student's name": (forged) => ({
    ...forged,
    credentialSubject: { ...forged.credentialSubject, name: "Somebody Else" },
  }),
  "another class": (forged) => ({
    ...forged,
    credentialSubject: {
      ...forged.credentialSubject,
      achievement: { ...(forged.credentialSubject["achievement"] as object), name: "Perspective" },
    },
  }),
  "another day": (forged) => ({ ...forged, validFrom: "2020-01-01T00:00:00Z" }),
  "another place in the status list": (forged) => ({
    ...forged,
    credentialStatus: { ...(forged["credentialStatus"] as object), statusListIndex: "7" },
  }),
  "another issuer": (forged) => ({ ...forged, issuer: { ...(forged.issuer as object), id: stranger } }),
  "something added": (forged) => ({ ...forged, description: "With honors" }),
  "another signature": (forged) => ({
    ...forged,
    proof: {
      ...forged.proof,
      proofValue: forged.proof.proofValue.replace(/^z./, (own) => (own === "z3" ? "z2" : "z3")),
    },
  }),
  "another time of signing": (forged) => ({
    ...forged,
    proof: { ...forged.proof, created: "2020-01-01T00:00:00Z" },
  }),
  "a stranger's key": (forged) => ({
    ...forged,
    proof: { ...forged.proof, verificationMethod: `${stranger}#${stranger.slice("did:key:".length)}` },
  }),
  "a word that no context knows": (forged) => ({ ...forged, honors: "summa" }),
};

describe("a forgery is refused:", () => {
  test.each(Object.entries(forgeries))("%s", async (_, forge) => {
    const { number } = await finishClass(app.current);
    const credential = await credentialOf(number);
    const forged = forge(credential) as Credential;
    expect(await verdictOf(forged)).toBe("refused");
    expect(await isSigned(forged, await didDocument())).toBe(false);
  });
});

test("the page finds what was changed in the database", async () => {
  const { number, classId } = await finishClass(app.current);
  const credential = await credentialOf(number);
  const { db } = app.current.context;
  await db
    .update(certificates)
    .set({ credential: { ...credential, name: "Perspective" } })
    .where(eq(certificates.classId, classId));
  expect(await pageCheck(number)).toEqual({ isGenuine: false, isRevoked: false });
});

test("after a rotation the new key signs, and what the old one signed stays valid", async () => {
  const first = await finishClass(app.current);
  const old = await credentialOf(first.number);
  expect(await rotateKey(app.current.context)).toBe(keyOf(old));
  const second = await finishClass(app.current);
  const fresh = await credentialOf(second.number);
  expect(keyOf(fresh)).not.toBe(keyOf(old));
  expect(await credentialOf(first.number)).toEqual(old);
  for (const credential of [old, fresh]) {
    expect(await verdictOf(credential)).toBe("valid");
    expect(await isSigned(credential, await didDocument())).toBe(true);
  }
  expect(await pageCheck(first.number)).toEqual(valid);
});

test("after a strike copies of the old signature are refused, and the certificate has a new one under the same id", async () => {
  const { number } = await finishClass(app.current);
  const stolen = await credentialOf(number);
  await get("/certificates/status/1");
  expect(await strikeKey(app.current.context, keyOf(stolen))).toBe(1);
  expect(await strikeKey(app.current.context, keyOf(stolen))).toBe("struck");
  expect(await strikeKey(app.current.context, "z6Mk")).toBe("unknown");
  expect(await verdictOf(stolen)).toBe("refused");
  expect(await isSigned(stolen, await didDocument())).toBe(false);

  await issueCertificates(app.current.context);
  expect((await certificateOf(app.current, await ownerOf(number)))?.signAt).toBeNull();
  const again = await credentialOf(number);
  expect(again.id).toBe(stolen.id);
  expect(await verdictOf(again)).toBe("valid");
  expect(await pageCheck(number)).toEqual(valid);
});

test("a page that is opened before the job signs again is valid too", async () => {
  const { number } = await finishClass(app.current);
  await strikeKey(app.current.context, keyOf(await credentialOf(number)));
  expect(await pageCheck(number)).toEqual(valid);
});

test("a revocation shows at once on the page and in the status list, and to no other certificate", async () => {
  const { number } = await finishClass(app.current);
  const other = await finishClass(app.current);
  const [credential, spared] = [await credentialOf(number), await credentialOf(other.number)];
  expect(await verdictOf(credential)).toBe("valid");
  const admin = await makePerson(app.current, "admin");
  const found = await certificateOf(app.current, await ownerOf(number));
  await call(
    app.current,
    "POST /admin/certificates/{id}/revoke",
    { params: { id: found?.id ?? "" }, body: { reason: "The drawings were traced." } },
    admin,
  );
  expect(await verdictOf(credential)).toBe("revoked");
  expect(await isSigned(credential, await didDocument())).toBe(true);
  expect(await pageCheck(number)).toEqual({ isGenuine: true, isRevoked: true });
  expect(await verdictOf(spared)).toBe("valid");
  const list = await fetch(`${app.current.origin}/certificates/status/1`);
  expect(list.headers.get("cache-control")).toBe("public, max-age=30");
  expect(await list.json()).toMatchObject({ credentialSubject: { ttl: 30_000 } });
});

test("another SECRET makes another key sign, and the old certificates stay valid", async () => {
  const first = await finishClass(app.current);
  const old = await credentialOf(first.number);
  const certificateSeal = createSeal(randomBytes(32));
  const second = await finishClass({ ...app.current, context: { ...app.current.context, certificateSeal } });
  const fresh = await certificateOf(app.current, second);
  expect(keyOf(fresh!.credential!)).not.toBe(keyOf(old));
  for (const credential of [old, fresh!.credential]) expect(await verdictOf(credential)).toBe("valid");
});

async function ownerOf(number: string) {
  const { db } = app.current.context;
  const [found] = await db.select().from(certificates).where(eq(certificates.number, number));
  return { student: { id: found?.studentId ?? "" } } as Parameters<typeof certificateOf>[1];
}
