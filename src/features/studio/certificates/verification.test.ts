import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { SignJWT, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from "jose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { certificateOf, finishClass } from "../../../../test/support/certificates.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { keyOf, payloadOf, publishAs, verdictOf } from "../../../../test/support/verifiers.ts";
import { createSeal } from "../../../platform/secrets.ts";
import { issueCertificates } from "./issue-certificates.ts";
import { rotateKey, strikeKey } from "./issuer-keys.ts";
import { certificates } from "./tables.ts";

const app = useTestApp({ ORIGIN: "https://senga.example", SERVE_DEMO_TO_EVERYONE: "yes" });

let network: ReturnType<typeof publishAs>;
beforeEach(() => {
  network = publishAs("https://senga.example", () => app.current.origin);
});
afterEach(() => void vi.restoreAllMocks());

const get = (path: string) => fetch(`${app.current.origin}${path}`);
const jwtOf = async (number: string) => (await get(`/certificates/${number}/credential.jwt`)).text();
const pageCheck = async (number: string) => {
  const { body } = await call(app.current, "GET /certificates/{number}", { params: { number } });
  return { isGenuine: body.check.isGenuine, isRevoked: body.check.isRevoked };
};
const valid = { isGenuine: true, isRevoked: false };

test("other software and the page find a certificate valid; signing asks nothing of the network", async () => {
  const { number, classId } = await finishClass(app.current, "Hair <that> “moves” 彩");
  expect(await pageCheck(number)).toEqual(valid);
  expect(network.asked).toEqual([]);
  const answer = await get(`/certificates/${number}/credential.jwt`);
  expect(answer.headers.get("content-type")).toBe("application/vc+jwt");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  const jwt = await answer.text();
  expect(payloadOf(jwt)).toMatchObject({
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    id: `https://senga.example/certificates/${number}`,
    issuer: { id: "did:web:senga.example", type: ["Profile"] },
    credentialSubject: {
      achievement: { id: `https://senga.example/classes/${classId}`, name: "Hair <that> “moves” 彩" },
    },
  });
  expect(await verdictOf(jwt)).toBe("valid");
  expect(network.asked).toContain("https://senga.example/.well-known/did.json");
  expect(network.asked).toContain("https://senga.example/certificates/status/1.jwt");
});

test("the address of the badge before JWTs leads to it", async () => {
  const { number } = await finishClass(app.current);
  expect(await (await get(`/certificates/${number}/credential.json`)).text()).toBe(await jwtOf(number));
});

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
const stranger = await generateKeyPair("ES256");

/** From a certificate: what looks like it, with its claims and key where they are not forged. */
const forgeries: Record<string, (jwt: string) => string | Promise<string>> = {
  "no signature": (jwt) => `${encode({ alg: "none", typ: "JWT" })}.${jwt.split(".")[1]}.`,
  "the signature of something else": (jwt) => jwt.replace(/\.[^.]{8}([^.]*)$/, ".AAAAAAAA$1"),
  "a stranger's signature": (jwt) =>
    new SignJWT(decodeJwt(jwt))
      .setProtectedHeader({ ...decodeProtectedHeader(jwt), alg: "ES256" })
      .sign(stranger.privateKey),
  "a stranger's key": async (jwt) =>
    new SignJWT(decodeJwt(jwt))
      .setProtectedHeader({ alg: "ES256", jwk: await exportJWK(stranger.publicKey) })
      .sign(stranger.privateKey),
};

describe("a forgery is refused by other software and by the page:", () => {
  test.each(Object.entries(forgeries))("%s", async (_, forge) => {
    const { number } = await finishClass(app.current);
    const jwt = await forge(await jwtOf(number));
    expect(await verdictOf(jwt)).toBe("refused");
    const { db } = app.current.context;
    await db.update(certificates).set({ credential: { issuer: "", jwt } });
    expect(await pageCheck(number)).toEqual({ isGenuine: false, isRevoked: false });
  });
});

test.each([
  ["another student's name", { credentialSubject: { name: "Somebody Else" } }],
  ["another class", { name: "Perspective" }],
  ["another place in the status list", { credentialStatus: { statusListIndex: "7" } }],
])("%s does not fit the signature, and what the school stores is signed again", async (_, change) => {
  const { number } = await finishClass(app.current);
  const genuine = await jwtOf(number);
  const [header, , signature] = genuine.split(".");
  const jwt = `${header}.${encode({ ...payloadOf(genuine), ...change })}.${signature}`;
  expect(await verdictOf(jwt)).toBe("refused");
  await app.current.context.db.update(certificates).set({ credential: { issuer: "", jwt } });
  expect(payloadOf(await jwtOf(number))).toEqual(payloadOf(genuine));
  expect(await verdictOf(await jwtOf(number))).toBe("valid");
});

test("after a rotation the new key signs, and what the old one signed stays valid", async () => {
  const first = await finishClass(app.current);
  const old = await jwtOf(first.number);
  expect(await rotateKey(app.current.context)).toBe(keyOf(old));
  const second = await finishClass(app.current);
  const fresh = await jwtOf(second.number);
  expect(keyOf(fresh)).not.toBe(keyOf(old));
  expect(await jwtOf(first.number)).toBe(old);
  for (const jwt of [old, fresh]) expect(await verdictOf(jwt)).toBe("valid");
  expect(await pageCheck(first.number)).toEqual(valid);
});

test("after a strike copies of the old signature are refused, and the certificate has a new one under the same id", async () => {
  const { number } = await finishClass(app.current);
  const stolen = await jwtOf(number);
  await get("/certificates/status/1.jwt");
  expect(await strikeKey(app.current.context, keyOf(stolen))).toBe(1);
  expect(await strikeKey(app.current.context, keyOf(stolen))).toBe("struck");
  expect(await strikeKey(app.current.context, "z6Mk")).toBe("unknown");
  expect(await verdictOf(stolen)).toBe("refused");

  await issueCertificates(app.current.context);
  expect((await certificateOf(app.current, await ownerOf(number)))?.signAt).toBeNull();
  const again = await jwtOf(number);
  expect(payloadOf(again)["id"]).toBe(payloadOf(stolen)["id"]);
  expect(await verdictOf(again)).toBe("valid");
  expect(await pageCheck(number)).toEqual(valid);
});

test("a page that is opened before the job signs again is valid too", async () => {
  const { number } = await finishClass(app.current);
  await strikeKey(app.current.context, keyOf(await jwtOf(number)));
  expect(await pageCheck(number)).toEqual(valid);
});

test("a revocation shows at once on the page and in the status list, and to no other certificate", async () => {
  const { number } = await finishClass(app.current);
  const other = await finishClass(app.current);
  const [jwt, spared] = [await jwtOf(number), await jwtOf(other.number)];
  expect(await verdictOf(jwt)).toBe("valid");
  const admin = await makePerson(app.current, "admin");
  const found = await certificateOf(app.current, await ownerOf(number));
  await call(
    app.current,
    "POST /admin/certificates/{id}/revoke",
    { params: { id: found?.id ?? "" }, body: { reason: "The drawings were traced." } },
    admin,
  );
  expect(await verdictOf(jwt)).toBe("revoked");
  expect(await pageCheck(number)).toEqual({ isGenuine: true, isRevoked: true });
  expect(await verdictOf(spared)).toBe("valid");
  const list = await get("/certificates/status/1.jwt");
  expect(list.headers.get("cache-control")).toBe("public, max-age=30");
  expect(payloadOf(await list.text())).toMatchObject({ credentialSubject: { ttl: 30_000 } });
});

test("another SECRET makes another key sign, and the old certificates stay valid", async () => {
  const first = await finishClass(app.current);
  const old = await jwtOf(first.number);
  const certificateSeal = createSeal(randomBytes(32));
  const second = await finishClass({ ...app.current, context: { ...app.current.context, certificateSeal } });
  const fresh = (await certificateOf(app.current, second))?.credential?.jwt ?? "";
  expect(keyOf(fresh)).not.toBe(keyOf(old));
  for (const jwt of [old, fresh]) expect(await verdictOf(jwt)).toBe("valid");
});

async function ownerOf(number: string) {
  const { db } = app.current.context;
  const [found] = await db.select().from(certificates).where(eq(certificates.number, number));
  return { student: { id: found?.studentId ?? "" } } as Parameters<typeof certificateOf>[1];
}
