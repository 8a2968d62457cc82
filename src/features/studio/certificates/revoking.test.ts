import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { certificateOf, finishClass, tick } from "../../../../test/support/certificates.ts";
import { makeLesson } from "../../../../test/support/lessons.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { call, erase, makePerson } from "../../../../test/support/people.ts";
import { buyClass } from "../../../../test/support/purchase.ts";
import { emailOfDeleted } from "../../../platform/outbox.ts";
import { issueCertificates } from "./issue-certificates.ts";

const app = useTestApp();

const page = async (number: string) =>
  (await call(app.current, "GET /certificates/{number}", { params: { number } })).body;

test("a refund takes the certificate back, in the transaction that ends the seat", async () => {
  const { student, instructor, classId, refund } = await buyClass(app.current);
  const learner = { student, instructor, classId };
  const { lesson } = await makeLesson(app.current, instructor, classId);
  await tick(app.current, learner, lesson);
  await issueCertificates(app.current.context);
  const { number = "" } = (await certificateOf(app.current, learner)) ?? {};
  expect(await page(number)).toMatchObject({ revokedAt: null, check: { isGenuine: true, isRevoked: false } });
  await refund();
  expect(await page(number)).toMatchObject({
    revokedAt: expect.any(String),
    check: { isGenuine: true, isRevoked: true },
  });
  const pdf = await fetch(`${app.current.origin}/certificates/${number}/certificate.pdf`);
  expect(pdf.status).toBe(410);
});

test("an admin finds a certificate by its number, name or class, and takes it back once, with a reason", async () => {
  const admin = await makePerson(app.current, "admin");
  const { number, student } = await finishClass(app.current, "Rain at night");
  const spared = await finishClass(app.current, "3-D folds on cloth");
  const list = async (q: string) =>
    (await call(app.current, "GET /admin/certificates", { query: { q } }, admin)).body;
  const typed = `${number.slice(0, 4)}-${number.slice(4)}`.toLowerCase();
  for (const q of [typed, student.name, "rain nihgt", student.id])
    expect((await list(q)).map((row: { number: string }) => row.number)).toEqual([number]);
  expect((await list("3-D")).map((row: { number: string }) => row.number)).toEqual([spared.number]);
  const [{ _id: id }] = await list(number);
  const revoke = (reason: string) =>
    call(app.current, "POST /admin/certificates/{id}/revoke", { params: { id }, body: { reason } }, admin);
  expect((await revoke(" ")).status).toBe(400);
  expect((await revoke("The drawings were traced.")).body).toEqual({ isRevoked: true });
  expect((await revoke("Again.")).body).toMatchObject({ code: "certificate-revoked-already" });

  expect(await list(number)).toMatchObject([
    { revokedAt: expect.any(String), revokedWhy: "The drawings were traced." },
  ]);
  const log = await call(app.current, "GET /admin/audit", { query: { kind: "certificate-revoked" } }, admin);
  expect(log.body).toMatchObject([
    {
      by: { name: admin.name },
      about: { name: student.name },
      before: `${number}, “Rain at night”`,
      after: "The drawings were traced.",
    },
  ]);
  const [mail, ...more] = await mailsTo(app.current, student.email);
  expect(more).toEqual([]);
  expect(mail?.text).toContain("The drawings were traced.");
  expect(await page(spared.number)).toMatchObject({ revokedAt: null });
});

test("the certificate of somebody who has deleted their account is taken back too, and nobody is mailed", async () => {
  const admin = await makePerson(app.current, "admin");
  const { number, student } = await finishClass(app.current);
  await erase(app.current, student);
  const [{ _id: id }] = (await call(app.current, "GET /admin/certificates", { query: { q: number } }, admin))
    .body;
  const body = { reason: "It was traced." };
  const answer = await call(
    app.current,
    "POST /admin/certificates/{id}/revoke",
    { params: { id }, body },
    admin,
  );
  expect(answer.body).toEqual({ isRevoked: true });
  expect(await page(number)).toMatchObject({ name: null, check: { isRevoked: true } });
  const log = await call(app.current, "GET /admin/audit", { query: { kind: "certificate-revoked" } }, admin);
  expect(log.body).toMatchObject([{ about: { name: "Former member" }, after: "It was traced." }]);
  expect(await mailsTo(app.current, emailOfDeleted(student.id))).toEqual([]);
});
