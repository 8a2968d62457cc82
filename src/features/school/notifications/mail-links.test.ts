import { SignJWT } from "jose";
import { beforeEach, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { frequenciesIn, runMail, tell, usualFrequencies } from "../../../../test/support/notifications.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";

const app = useTestApp();
let student: TestPerson;
let oneClick: string;
beforeEach(async () => {
  student = await makePerson(app.current, "student");
  await tell(app.current, { personId: student.id });
  await runMail(app.current);
  const [mail] = await mailsTo(app.current, student.email);
  oneClick = pathOf(mail?.unsubscribeUrl);
});

const pathOf = (url: string | null | undefined): string => {
  const { pathname, search } = new URL(url ?? "");
  return pathname + search;
};
const tokenOf = (path: string): string => path.split("=").at(-1) ?? "";
const critiques = async () =>
  (await call(app.current, "GET /notifications/choices", {}, student)).body[0].frequency as string;

/** As a mail program does (RFC 8058, section 3.2): no cookies, no referrer, a form. */
const postAsMailProgram = (url: string, body: BodyInit = "List-Unsubscribe=One-Click") =>
  fetch(`${app.current.origin}${url}`, {
    method: "POST",
    headers: body instanceof FormData ? {} : { "content-type": "application/x-www-form-urlencoded" },
    body,
  });

test("a mail program ends a kind of mail by one post, and only that kind", async () => {
  const form = new FormData();
  form.set("List-Unsubscribe", "One-Click");
  for (const body of ["List-Unsubscribe=One-Click", form]) {
    const answer = await postAsMailProgram(oneClick, body);
    expect([answer.status, await answer.json()]).toEqual([200, { unsubscribed: true }]);
  }
  expect(frequenciesIn((await call(app.current, "GET /notifications/choices", {}, student)).body)).toEqual({
    ...usualFrequencies("student"),
    "critique-received": "never",
  });
  app.current.clock.advance(3600);
  await tell(app.current, { personId: student.id });
  await runMail(app.current);
  expect(await mailsTo(app.current, student.email)).toHaveLength(1);
});

test("the link shows the choices and changes them, without signing in", async () => {
  const query = { token: tokenOf(oneClick) };
  const shown = await call(app.current, "GET /notifications/mail-link", { query });
  expect(shown.body).toMatchObject({
    kinds: ["Critiques"],
    choices: expect.arrayContaining([
      expect.objectContaining({ kind: "critique-received", title: "Critiques", frequency: "now" }),
    ]),
  });
  expect(frequenciesIn(shown.body.choices)).toEqual(usualFrequencies("student"));
  expect(await critiques()).toBe("now");
  const body = { "critique-received": "daily" };
  const changed = await call(app.current, "PATCH /notifications/mail-link", { query, body });
  expect(frequenciesIn(changed.body)).toEqual({ ...usualFrequencies("student"), ...body });
  expect(await critiques()).toBe("daily");
});

test("the digest's link ends what the digest was of", async () => {
  for (const kind of ["comment-received", "report-decided"] as const)
    await tell(app.current, { personId: student.id, kind });
  const body = { "report-decided": "daily" };
  await call(app.current, "PATCH /notifications/choices", { body }, student);
  app.current.clock.advance(86_400);
  await runMail(app.current);
  const digest = (await mailsTo(app.current, student.email)).at(-1);
  expect(digest?.subject).toBe("1 comment and 1 decision on a report");
  const path = pathOf(digest?.unsubscribeUrl);
  expect((await postAsMailProgram(path)).status).toBe(200);
  const query = { token: tokenOf(path) };
  const { body: left } = await call(app.current, "GET /notifications/mail-link", { query });
  expect(frequenciesIn(left.choices)).toEqual({
    ...usualFrequencies("student"),
    "comment-received": "never",
    "report-decided": "never",
  });
});

test("a link that was changed, cut, or made by somebody else is refused and changes nothing", async () => {
  const token = tokenOf(oneClick);
  const [head = "", , signature = ""] = token.split(".");
  const otherPerson = Buffer.from(JSON.stringify({ sub: student.id, kinds: ["certificate-issued"] }));
  const forged = await new SignJWT({ kinds: ["critique-received"] })
    .setProtectedHeader({ alg: "HS256", typ: "mail-choices+jwt" })
    .setSubject(student.id)
    .sign(Buffer.from("a key of somebody else, 32 bytes long"));
  const unsigned = `${Buffer.from('{"alg":"none","typ":"mail-choices+jwt"}').toString("base64url")}.${token.split(".")[1]}.`;
  for (const bad of [
    token.slice(0, -1),
    `${token}x`,
    `${head}.${otherPerson.toString("base64url")}.${signature}`,
    forged,
    unsigned,
    student.token,
    "nonsense",
  ]) {
    const query = { token: bad };
    expect((await postAsMailProgram(`/api/notifications/unsubscribe?token=${bad}`)).status).toBe(404);
    const shown = await call(app.current, "GET /notifications/mail-link", { query });
    expect([shown.status, shown.body.code]).toEqual([404, "mail-link-broken"]);
    const body = { "critique-received": "never" };
    const changed = await call(app.current, "PATCH /notifications/mail-link", { query, body });
    expect(changed.status).toBe(404);
  }
  // Nor is it an access token.
  expect((await call(app.current, "GET /me", {}, { token })).status).toBe(401);
  expect(await critiques()).toBe("now");
});
