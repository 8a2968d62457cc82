import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import {
  type Learner,
  certificateOf,
  finishClass,
  makeLearner,
} from "../../../../test/support/certificates.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { keyOf, legacyVerdictOf, publishAs, verdictOf } from "../../../../test/support/verifiers.ts";
import { newId } from "../../../platform/ids.ts";
import { rotateKey, strikeKey } from "./issuer-keys.ts";
import { certificates, issuerKeys, statusLists } from "./tables.ts";

/** What the version before JWTs signed, and its key: Digital Bazaar's libraries wrote both. */
const publicKey = "z6MkoTj2iWxCDZeJTzuigSfbD1qGU3jbr3tp1VFEMjyWf1GS";
const secret = "zrv215UfHoLyR7sYg5j11UgkqG2jPahs54KabMUCkCKoKC3erF9FKt9Am9jFPkQbLsz7AXMsD4xMf9uU7HXpJQaHFvN";
const file = {
  "@context": [
    "https://www.w3.org/ns/credentials/v2",
    "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
  ],
  id: "https://senga.example/certificates/K3V9T0QXM2AR",
  type: ["VerifiableCredential", "OpenBadgeCredential"],
  name: "Hair that moves",
  issuer: {
    id: "did:web:senga.example",
    type: ["Profile"],
    name: "Senga",
    url: "https://senga.example",
  },
  validFrom: "2026-11-20T10:00:05Z",
  credentialSubject: {
    id: "urn:uuid:0193a1b2-7c00-7000-8000-00000000000a",
    type: ["AchievementSubject"],
    name: "Ada Winter",
    identifier: [
      {
        type: "IdentityObject",
        hashed: false,
        identityHash: "Ada Winter",
        identityType: "name",
      },
    ],
    activityEndDate: "2026-11-20T10:00:00Z",
    achievement: {
      id: "https://senga.example/classes/0193a1b2-7c00-7000-8000-00000000000b",
      type: ["Achievement"],
      achievementType: "Course",
      name: "Hair that moves",
      description: "A drawing class at Senga, taught by Mio Tanaka.",
      criteria: {
        narrative: "The lesson that counts is done.",
      },
    },
  },
  credentialStatus: {
    id: "https://senga.example/certificates/status/1#77777",
    type: "BitstringStatusListEntry",
    statusPurpose: "revocation",
    statusListIndex: "77777",
    statusListCredential: "https://senga.example/certificates/status/1",
  },
  proof: {
    type: "DataIntegrityProof",
    created: "2026-11-20T10:00:06Z",
    verificationMethod: "did:web:senga.example#z6MkoTj2iWxCDZeJTzuigSfbD1qGU3jbr3tp1VFEMjyWf1GS",
    cryptosuite: "eddsa-rdfc-2022",
    proofPurpose: "assertionMethod",
    proofValue: "z5djthw4vVLyaeGtmhTUsx8ia7BRbSxufwBtGUxXmrYfvSE8KZdNXb6VcPC9RiKsALxjBw4ncfde3vPRnZnof718c",
  },
};
const number = "K3V9T0QXM2AR";

const app = useTestApp({ ORIGIN: "https://senga.example", SERVE_DEMO_TO_EVERYONE: "yes" });

let network: ReturnType<typeof publishAs>;
let learner: Learner;
beforeEach(async () => {
  network = publishAs("https://senga.example", () => app.current.origin);
  const { certificateSeal, db } = app.current.context;
  learner = await makeLearner(app.current);
  const [keyId, createdAt] = [newId(), new Date(file.proof.created)];
  await db
    .insert(issuerKeys)
    .values({ id: keyId, publicKey, sealedSecret: certificateSeal.close(secret, publicKey), createdAt });
  await db.insert(statusLists).values({ number: 1, taken: 1 });
  await db.insert(certificates).values({
    id: file.credentialSubject.id.slice("urn:uuid:".length),
    number,
    studentId: learner.student.id,
    classId: learner.classId,
    name: file.credentialSubject.name,
    isNamed: true,
    className: file.name,
    instructorName: "Mio Tanaka",
    effort: {
      lessons: 1,
      done: 1,
      exercises: 0,
      accepted: 0,
      rounds: 0,
      films: 0,
      watchedThrough: 0,
      seconds: 0,
      watchedSeconds: 0,
    },
    finishedAt: new Date(file.credentialSubject.activityEndDate),
    issuedAt: new Date(file.validFrom),
    statusList: 1,
    statusIndex: Number(file.credentialStatus.statusListIndex),
    credential: file as never,
    keyId,
  });
});
afterEach(() => void vi.restoreAllMocks());

const jwtOf = async (of: string): Promise<string> =>
  (await fetch(`${app.current.origin}/certificates/${of}/credential.jwt`)).text();
const pageCheck = async () =>
  (await call(app.current, "GET /certificates/{number}", { params: { number } })).body.check;

test("a file from before JWTs is valid, and its certificate is signed as a JWT when it is opened", async () => {
  expect(await legacyVerdictOf(file)).toBe("valid");
  expect(network.asked).toContain("https://senga.example/.well-known/did.json");
  expect(network.asked).toContain("https://senga.example/certificates/status/1");
  expect(await legacyVerdictOf({ ...file, name: "Perspective" })).toBe("refused");
  expect(await pageCheck()).toMatchObject({ isGenuine: true, isRevoked: false });
  expect(await verdictOf(await jwtOf(number))).toBe("valid");
});

test("a revocation reaches the file and the JWT", async () => {
  const jwt = await jwtOf(number);
  expect(await legacyVerdictOf(file)).toBe("valid");
  const admin = await makePerson(app.current, "admin");
  const { id = "" } = (await certificateOf(app.current, learner)) ?? {};
  const body = { reason: "The drawings were traced." };
  await call(app.current, "POST /admin/certificates/{id}/revoke", { params: { id }, body }, admin);
  expect(await legacyVerdictOf(file)).toBe("revoked");
  expect(await verdictOf(jwt)).toBe("revoked");
});

test("the file stays valid after a rotation, when another key signs its status list", async () => {
  expect(await rotateKey(app.current.context)).toBe(publicKey);
  const fresh = await finishClass(app.current);
  expect(await verdictOf(await jwtOf(fresh.number))).toBe("valid");
  expect(await legacyVerdictOf(file)).toBe("valid");
});

test("after a strike the file is refused, and the certificate has a JWT by another key", async () => {
  const stolen = await jwtOf(number);
  expect(await strikeKey(app.current.context, publicKey)).toBe(1);
  expect(await legacyVerdictOf(file)).toBe("refused");
  expect(await verdictOf(stolen)).toBe("refused");
  expect(await pageCheck()).toMatchObject({ isGenuine: true, isRevoked: false });
  expect(keyOf(await jwtOf(number))).not.toBe(keyOf(stolen));
});
