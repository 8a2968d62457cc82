import { afterEach, expect, test } from "vitest";
import { type TestApp, startTestApp } from "../../../../test/support/app.ts";
import { numberOf } from "../../../../test/support/certificates.ts";
import {
  critique,
  handIn,
  makeExercise,
  readOwn,
  uploadDrawing,
  uploadDrawings,
} from "../../../../test/support/drawings.ts";
import { exchange, identityTokenOf, join } from "../../../../test/support/joining.ts";
import { buy, offerClass, refundPayment } from "../../../../test/support/paying.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { sendDueMail } from "../../../platform/send-due-mail.ts";
import { findPersonByEmail } from "../../../access/queries.ts";
import { issueCertificates } from "../../studio/certificates/issue-certificates.ts";
import { collectDrawings } from "../../studio/critique/remove-drawings.ts";
import { isReported } from "../../studio/moderation/queries.ts";

const email = "zyxandra@quill.example";
const name = "Zyxandra Quill";

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

test("from sign-up to deletion the log holds no name, no email and no token", async () => {
  const lines: string[] = [];
  app = await startTestApp({ LOG_LEVEL: "debug" }, undefined, { write: (line) => void lines.push(line) });
  const { context } = app;
  const { db, clock, log } = context;
  const joined = await join(app, email);
  const image = "/drawings/portrait-cat.svg";
  await call(app, "PATCH /account", { body: { name, image } }, joined);
  const identityToken = await identityTokenOf(joined.visitor);
  const student: TestPerson = { ...(await findPersonByEmail(db, email))!, token: joined.token };
  const wrong = { email, password: "Wrong!2026" };
  expect((await joined.visitor.post("/identity/sign-in", wrong)).status).toBe(401);
  await call(app, "POST /newsletter", { body: { name, email } });

  const { instructor, classId } = await offerClass(app);
  const { paymentId } = await buy(app, student, classId);
  const exercise = await makeExercise(app, instructor, classId);
  expect((await uploadDrawing(app, student, exercise, Buffer.from(name))).status).toBe(422);
  const pictures = await uploadDrawings(app, student, exercise);
  await handIn(app, student, exercise, pictures, `By ${name}, ${email}`);
  const { rounds } = await readOwn(app, student, exercise);
  await critique(app, instructor, rounds[0]._id, { verdict: "accepted" });
  await issueCertificates(context);
  const number = await numberOf(app, { student });
  await call(app, "GET /certificates/{number}", { params: { number } });
  // What a relay answers repeats the recipient.
  await sendDueMail(db, clock, log, async ({ to }) => {
    throw new Error(`550 5.1.1 <${to}>: nobody by that name`);
  });
  const admin = await makePerson(app, "admin");
  expect((await refundPayment(app, admin, paymentId)).status).toBe(200);
  const renewed = await exchange(app, joined.visitor, email);
  const deleted = { body: { email }, headers: { "x-request-id": email } };
  expect((await call(app, "POST /account/deletion", deleted, { token: identityToken })).status).toBe(200);
  await call(app, "GET /users/student/{email}", { params: { email } }, { token: renewed });
  await collectDrawings(context, isReported);

  const logged = lines.join("");
  expect(logged).toContain("the relay did not accept a mail");
  const tokens = [joined.token, renewed, identityToken].map((token) => token.split(".").at(-1)!);
  for (const trace of ["Zyxandra", "quill.example", "zyxandra", ...tokens])
    expect(logged).not.toContain(trace);
});
