import Fastify from "fastify";
import { createTransport } from "nodemailer";
import { count, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestSite, openSite } from "../../test/support/identity-site.ts";
import { flat } from "../../test/support/upload.ts";
import { newId } from "../../src/platform/ids.ts";
import { layOutMail } from "../../src/platform/mail-layout.ts";
import { messages } from "./tables.ts";

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const page = async (path: string) => {
  const response = await site.visitor().fetch(path);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const mailsTo = async (address: string) =>
  (await site.visitor().get(`/sandbox/mailbox.json?to=${address}`)).body;

test("shows that there is no mail yet", async () => {
  const { status, text } = await page("/sandbox/mailbox");
  expect(status).toBe(200);
  expect(text).toContain("No mail yet.");
});

test("a mail of ours comes in over SMTP and is shown in all its parts", async () => {
  const url = `${site.origin}/reset-password?token=abc&next=%2F`;
  await site.mail.send({
    id: newId(),
    ...layOutMail({
      to: "Noor@Example.org",
      subject: "Größe & Maß <線画> – it’s a long subject that has to be folded into several encoded words",
      greeting: "Hello Noor",
      paragraphs: [
        "Ünïcödé, a line that is long enough to be broken by quoted-printable = somewhere in the middle of it.",
      ],
      action: { label: "Choose a new password", url },
      reason: "Because.",
    }),
  });
  const [mail] = await mailsTo("noor@example.org");
  expect(mail).toEqual({
    id: expect.any(String),
    to: "noor@example.org",
    subject: "Größe & Maß <線画> – it’s a long subject that has to be folded into several encoded words",
    text: expect.stringContaining(
      "Ünïcödé, a line that is long enough to be broken by quoted-printable = somewhere in",
    ),
    links: [url],
  });

  const list = await page("/sandbox/mailbox");
  expect(list.text).toContain("Größe &amp; Maß &lt;線画&gt;");
  expect(list.text).toMatch(/nothing leaves\s+this machine/);
  expect(list.text).toContain(`/sandbox/mailbox/${mail.id}`);

  const opened = await page(`/sandbox/mailbox/${mail.id}`);
  expect(opened.text).toContain(`<a href="${url.replaceAll("&", "&amp;")}"`);
  expect(opened.text).toContain(`sandbox src="/sandbox/mailbox/${mail.id}/html"`);
  expect(opened.text).toContain("Message-ID");
  for (const { headers, text } of [list, opened]) {
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'self'/);
    expect(text).not.toMatch(/<script|style=/);
  }
  const html = await page(`/sandbox/mailbox/${mail.id}/html`);
  expect(html.text).toContain("Hello Noor");
  expect(html.headers.get("content-security-policy")).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'",
  );
});

test("a drawing that comes within a mail is shown in it, and only there", async () => {
  const picture = { cid: "01@drawings", width: 640, height: 320 };
  const bytes = await flat(16, 12, "#e9452a").jpeg().toBuffer();
  await site.mail.send({
    id: newId(),
    ...layOutMail({
      to: "drawing@example.org",
      subject: "A critique",
      greeting: "Hello",
      paragraphs: ["Mio has critiqued your drawing."],
      preview: { quote: "Bend <the> thumb.", picture },
      reason: "Because.",
    }),
    pictures: [{ cid: picture.cid, bytes }],
  });
  const [mail] = await mailsTo("drawing@example.org");
  expect(mail.text).toContain("“Bend <the> thumb.”");
  const { text } = await page(`/sandbox/mailbox/${mail.id}/html`);
  expect(text).toContain(
    `src="data:image/jpeg;base64,${bytes.toString("base64")}" alt="The drawing" width="320"`,
  );
  expect(text).toContain("“Bend &lt;the&gt; thumb.”");
  const [{ raw }] = (await site.db
    .select({ raw: messages.raw })
    .from(messages)
    .where(eq(messages.id, mail.id))) as [{ raw: Uint8Array }];
  const sent = Buffer.from(raw).toString();
  expect(sent).toContain("Content-Disposition: inline");
});

test.each(["quoted-printable", "base64"] as const)(
  "reads mails in %s, with several recipients",
  async (textEncoding) => {
    const transport = createTransport(site.mailbox.smtpUrl);
    const to = [`one.${textEncoding}@example.org`, `two.${textEncoding}@example.org`];
    const text = `Zeile eins\nhttps://example.org/a?b=c\n${"ß".repeat(200)}`;
    await transport.sendMail({ from: "a@example.org", to, subject: "Hi", text, textEncoding });
    for (const address of to) {
      const [mail] = await mailsTo(address);
      expect(mail).toMatchObject({ subject: "Hi", links: ["https://example.org/a?b=c"] });
      expect(mail.text.trim()).toBe(text);
    }
  },
);

test("what a stranger wrote is shown, not obeyed", async () => {
  const transport = createTransport(site.mailbox.smtpUrl);
  const script = `"><script>alert(1)</script>`;
  await transport.sendMail({
    from: "a@example.org",
    to: "safe@example.org",
    subject: script,
    text: `${script} http://x.example/"onclick="alert(1)`,
    headers: { "X-Odd": script },
  });
  const [{ id, links }] = await mailsTo("safe@example.org");
  expect(links).toEqual(["http://x.example/"]);
  for (const path of [
    "/sandbox/mailbox",
    `/sandbox/mailbox/${id}`,
    `/sandbox/mailbox?to=${encodeURIComponent(script)}`,
  ]) {
    expect((await page(path)).text).not.toContain("<script>");
  }
});

test("the newest come first, and the newest five hundred are kept", async () => {
  await site.db.execute(sql`insert into sandbox_mailbox.messages (id, recipients, subject, raw, received_at)
    select gen_random_uuid(), '{many@example.org}', 'old', 'Subject: old'::bytea, now() from generate_series(1, 600)`);
  await site.db
    .update(messages)
    .set({ id: sql`('00000000' || substr(id::text, 9))::uuid` })
    .where(sql`subject = 'old'`);
  const transport = createTransport(site.mailbox.smtpUrl);
  for (const subject of ["first", "second"]) {
    await transport.sendMail({ from: "a@example.org", to: "many@example.org", subject, text: "x" });
  }
  const [total] = await site.db.select({ count: count() }).from(messages);
  expect(total?.count).toBe(500);
  const subjects = (await mailsTo("MANY@example.org")).map((mail: { subject: string }) => mail.subject);
  expect(subjects.slice(0, 3)).toEqual(["second", "first", "old"]);
});

test("a mail that is too large is refused, and the sender is told", async () => {
  const transport = createTransport(site.mailbox.smtpUrl);
  const mail = {
    from: "a@example.org",
    to: "large@example.org",
    subject: "Large",
    text: "x".repeat(3_000_000),
  };
  await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 552 });
  expect(await mailsTo("large@example.org")).toEqual([]);
});

test("what is not asked properly is refused", async () => {
  for (const query of ["to=%00", "to=a&to=b"]) {
    expect((await page(`/sandbox/mailbox?${query}`)).status).toBe(400);
    expect((await page(`/sandbox/mailbox.json?${query}`)).status).toBe(400);
  }
});

test("what is not there is answered with 404", async () => {
  for (const id of ["0198c0de-0000-7000-8000-000000000000", "1", "%27"]) {
    const { status, text } = await page(`/sandbox/mailbox/${id}`);
    expect(status).toBe(404);
    expect(text).toContain("No such mail");
    expect((await page(`/sandbox/mailbox/${id}/html`)).status).toBe(404);
  }
});

test("other machines find nothing there, not even through a proxy on this one", async () => {
  const app = Fastify();
  await site.mailbox.mount(app);
  const ask = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await app.inject({ url: "/sandbox/mailbox", remoteAddress, headers })).statusCode;
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) expect(await ask(address)).toBe(200);
  for (const address of ["192.0.2.1", "10.0.0.1", "::ffff:192.0.2.1", "2001:db8::1"])
    expect(await ask(address)).toBe(404);
  expect(await ask("127.0.0.1", { "x-forwarded-for": "192.0.2.1" })).toBe(404);
  await app.close();
});
