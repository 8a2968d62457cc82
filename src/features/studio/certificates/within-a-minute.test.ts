import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { type Learner, certificateOf, finishClass } from "../../../../test/support/certificates.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { keyOf, payloadOf, publishAs, verdictOf } from "../../../../test/support/verifiers.ts";
import { issueCertificates } from "./issue-certificates.ts";
import { rotateKey, strikeKey } from "./issuer-keys.ts";

const origin = "https://senga.example";
const app = useTestApp({ ORIGIN: origin, SERVE_DEMO_TO_EVERYONE: "yes" });

// Verifiers that keep what they fetched for as long as the school lets them. They look at their own clock as well, and
// refuse what is signed in the future.
beforeEach(() => {
  app.current.clock.advance(-3600);
  publishAs(
    origin,
    () => app.current.origin,
    () => app.current.clock.now().getTime(),
  );
});
afterEach(() => void vi.restoreAllMocks());

const jwtOf = async (number: string): Promise<string> =>
  (await fetch(`${app.current.origin}/certificates/${number}/credential.jwt`)).text();

/** By the page, and by other software. */
async function looks(number: string, jwt: string) {
  const { body } = await call(app.current, "GET /certificates/{number}", { params: { number } });
  const { isGenuine, isRevoked } = body.check;
  return {
    page: !isGenuine ? "refused" : isRevoked ? "revoked" : "valid",
    software: await verdictOf(jwt),
  };
}
const valid = { page: "valid", software: "valid" };

async function revoke(learner: Learner): Promise<void> {
  const found = await certificateOf(app.current, learner);
  const sent = { params: { id: found?.id ?? "" }, body: { reason: "The drawings were traced." } };
  const admin = await makePerson(app.current, "admin");
  const { status } = await call(app.current, "POST /admin/certificates/{id}/revoke", sent, admin);
  expect(status).toBe(200);
}

const statusList = async () =>
  payloadOf(await (await fetch(`${origin}/certificates/status/1.jwt`)).text())["credentialSubject"];

test("a revocation is seen on the page at once, and by software that keeps the status list within a minute", async () => {
  const learner = await finishClass(app.current);
  const spared = await finishClass(app.current);
  const jwt = await jwtOf(learner.number);
  expect(await looks(learner.number, jwt)).toEqual(valid);
  const before = await statusList();
  await revoke(learner);
  const kept = await looks(learner.number, jwt);
  expect(kept).toEqual({ page: "revoked", software: "valid" });
  app.current.clock.advance(60);
  const after = await looks(learner.number, jwt);
  expect(after).toEqual({ page: "revoked", software: "revoked" });
  expect(await looks(spared.number, await jwtOf(spared.number))).toEqual(valid);
  expect(await statusList()).not.toEqual(before);
});

test("within a minute of a rotation the new key's certificates are valid, and the old key's still are", async () => {
  const first = await finishClass(app.current);
  const old = await jwtOf(first.number);
  expect(await looks(first.number, old)).toEqual(valid);
  await rotateKey(app.current.context);
  const second = await finishClass(app.current);
  const fresh = await jwtOf(second.number);
  expect(keyOf(fresh)).not.toBe(keyOf(old));
  expect(await looks(second.number, fresh)).toEqual({ page: "valid", software: "refused" });
  app.current.clock.advance(60);
  expect(await looks(second.number, fresh)).toEqual(valid);
  expect(await looks(first.number, old)).toEqual(valid);
});

test("within a minute of a strike the key's signatures are refused, and the certificates are valid again", async () => {
  const { number } = await finishClass(app.current);
  const stolen = await jwtOf(number);
  expect(await looks(number, stolen)).toEqual(valid);
  await strikeKey(app.current.context, keyOf(stolen));
  await issueCertificates(app.current.context);
  app.current.clock.advance(60);
  expect(await looks(number, stolen)).toEqual({ page: "valid", software: "refused" });
  expect(await looks(number, await jwtOf(number))).toEqual(valid);
});
