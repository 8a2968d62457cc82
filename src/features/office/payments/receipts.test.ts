import { inflateSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { startTestApp, useTestApp } from "../../../../test/support/app.ts";
import { mailsTo } from "../../../../test/support/mails.ts";
import { askSandbox, decideRefund, noWebhooks, setFaults } from "../../../../test/support/paying.ts";
import { type TestPerson, call, makePerson } from "../../../../test/support/people.ts";
import { type Purchase, buyClass } from "../../../../test/support/purchase.ts";
import { withdraw } from "../../../../test/support/withdrawing.ts";
import { users } from "../../../access/tables.ts";
import { settlePayment } from "./settle-payment.ts";
import { payments } from "./tables.ts";

const app = useTestApp({
  SCHOOL_NAME: "Inkwell School of Drawing LLC",
  SCHOOL_ADDRESS: "12 Nib Street, New York, NY 10001, USA",
  SCHOOL_TAX_ID: "VAT ID US123",
});

const read = async ({ paymentId: id }: Purchase, reader: TestPerson) =>
  call(app.current, "GET /receipts/{id}", { params: { id } }, reader);

/** What a PDF program finds when the text is copied: each glyph by the map that stands beside its font. */
function textOf(pdf: Buffer): string {
  const objects = new Map(
    [...pdf.toString("latin1").matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(
      ([, id = "", object = ""]) => [id, object],
    ),
  );
  const streamOf = (object = ""): string => {
    const [dictionary = "", body = ""] = object.split(/\nstream\n([\s\S]*)\nendstream/);
    return dictionary.includes("FlateDecode")
      ? inflateSync(Buffer.from(body, "latin1")).toString("latin1")
      : "";
  };
  const letters = new Map<string, string[]>();
  for (const [, name = "", font = ""] of [...objects.values()].join("").matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = streamOf(objects.get(/\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? "")?.[1] ?? ""));
    const units = [...map.matchAll(/\[(<[^\]]*)\]/gi)].flatMap(([, list = ""]) =>
      [...list.matchAll(/<([\da-f ]*)>/gi)].map(([, hex = ""]) => hex.replaceAll(" ", "")),
    );
    letters.set(
      name,
      units.map((hex) => Buffer.from(hex, "hex").swap16().toString("utf16le")),
    );
  }
  let said = "";
  let font: string[] = [];
  for (const content of [...objects.values()].map(streamOf))
    for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/gi)) {
      if (name) font = letters.get(name) ?? [];
      for (const [, hex = ""] of (shown ?? "").matchAll(/<([\da-f]*)>/gi))
        for (const glyph of hex.match(/.{4}/g) ?? []) said += font[Number.parseInt(glyph, 16)] ?? "";
    }
  return said;
}

async function pdfOf({ paymentId: id, student }: Purchase): Promise<Buffer> {
  const { origin } = app.current;
  const headers = { authorization: `Bearer ${student.token}` };
  const response = await fetch(`${origin}/api/receipts/${id}/pdf`, { headers });
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="receipt.pdf"');
  return Buffer.from(await response.arrayBuffer());
}

test("a receipt says who sold what to whom, and the mail leads to it", async () => {
  const bought = await buyClass(app.current);
  const { student, instructor, intentId, paymentId } = bought;
  const { body } = await read(bought, student);
  expect(body).toEqual({
    _id: paymentId,
    transactionId: intentId,
    date: app.current.clock.now().toISOString(),
    seller: {
      name: "Inkwell School of Drawing LLC",
      address: "12 Nib Street, New York, NY 10001, USA",
      taxId: "VAT ID US123",
      email: "support@senga.example",
      isNamed: true,
    },
    buyer: { name: student.name, email: student.email },
    className: "Eyes That Speak",
    instructorName: instructor.name,
    price: 49,
    tax: 0,
    total: 49,
    card: { brand: "visa", last4: "4242" },
    returned: [],
    kept: 49,
    note: null,
  });
  expect((await read(bought, bought.admin)).body).toEqual(body);
  const [mail] = await mailsTo(app.current, student.email);
  const url = `${app.current.context.settings.origin}/dashboard/receipts/${paymentId}`;
  expect(mail?.text).toContain(`Receipt:\n${url}`);
  expect(mail?.html).toContain(`href="${url}"`);
  expect(mail?.text).toContain("Sold by: Inkwell School of Drawing LLC, 12 Nib Street");

  const pdf = await pdfOf(bought);
  const text = textOf(pdf);
  for (const words of [
    "Inkwell School of Drawing LLC",
    "12 Nib Street",
    "Tax ID: VAT ID US123",
    `${student.name}, ${student.email}`,
    "Visa ending in 4242",
    intentId,
    "“Eyes That Speak”",
    "Total $49.00",
  ])
    expect(text).toContain(words);
  expect(pdf.toString("latin1")).toMatch(
    /\/Lang \(en-US\)[\s\S]*\/Marked true|\/Marked true[\s\S]*\/Lang \(en-US\)/,
  );
  expect(pdf.length).toBeLessThan(120 * 1024);
});

test("a receipt is its student's and the admins', and of collected payments only", async () => {
  const bought = await buyClass(app.current);
  for (const stranger of [await makePerson(app.current, "student"), bought.instructor])
    for (const key of ["GET /receipts/{id}", "GET /receipts/{id}/pdf"])
      expect(await call(app.current, key, { params: { id: bought.paymentId } }, stranger)).toMatchObject({
        status: 403,
        body: { code: "not-your-payment" },
      });
  await app.current.context.db.update(payments).set({ capturedAt: null });
  expect((await read(bought, bought.student)).status).toBe(404);
});

describe("what went back", () => {
  test("after a withdrawal is all of it", async () => {
    const bought = await buyClass(app.current);
    await withdraw(app.current, bought.student, bought.paymentId);
    expect((await read(bought, bought.student)).body).toMatchObject({
      returned: [{ says: "Refunded", date: app.current.clock.now().toISOString(), amount: 49 }],
      kept: 0,
    });
    expect(textOf(await pdfOf(bought))).toMatch(/Refunded on \w+ \d+, \d{4} -\$49\.00Kept \$0\.00/);
  });

  test("in part, then failed, then paid another way, adds up", async () => {
    const bought = await buyClass(app.current);
    const { context } = app.current;
    await askSandbox(app.current, "POST", "/v1/refunds", { payment_intent: bought.intentId, amount: "900" });
    await settlePayment(context, bought.intentId);
    expect((await read(bought, bought.student)).body).toMatchObject({
      returned: [{ says: "Partly refunded", date: null, amount: 9 }],
      kept: 40,
    });
    await setFaults(app.current, [noWebhooks, { on: "refund", kind: "pending-refund", times: 1 }]);
    await bought.refund();
    expect((await read(bought, bought.student)).body.note).toBe("A refund is on its way.");
    await decideRefund(app.current, bought.intentId, "failed");
    await settlePayment(context, bought.intentId);
    expect((await read(bought, bought.student)).body).toMatchObject({
      kept: 40,
      note: "A refund didn’t go through. We still owe it.",
    });
    const repaid = { params: { id: bought.paymentId }, body: { note: "Bank transfer" } };
    await call(app.current, "POST /admin/payments/{id}/repaid", repaid, bought.admin);
    expect((await read(bought, bought.student)).body).toMatchObject({
      returned: [
        { says: "Partly refunded", amount: 9 },
        { says: "Paid back another way", date: expect.any(String), amount: 40 },
      ],
      kept: 0,
      note: null,
    });
  });
});

test.each(["José Núñez", "Łukasz Żak", "彩花", "Аня", "Ngọc Ánh"])(
  "the PDF holds the name %s letter for letter",
  async (name) => {
    const bought = await buyClass(app.current);
    await app.current.context.db.update(users).set({ name }).where(eq(users.id, bought.student.id));
    await app.current.context.db.update(payments).set({ className: `${name} draws` });
    const text = textOf(await pdfOf(bought));
    expect(text).toContain(`${name}, ${bought.student.email}`);
    expect(text).toContain(`“${name} draws”`);
    expect(text).not.toContain("can’t be printed");
  },
);

test("letters that no font holds are told, with the page that has them", async () => {
  const bought = await buyClass(app.current);
  await app.current.context.db.update(users).set({ name: "نور" }).where(eq(users.id, bought.student.id));
  const text = textOf(await pdfOf(bought));
  expect(text).toContain(bought.student.email);
  expect(text).toContain(
    `See them at ${app.current.context.settings.origin}/dashboard/receipts/${bought.paymentId}`,
  );
});

test("without the school's settings a receipt bears the site's name, and says that they are missing", async () => {
  const plain = await startTestApp();
  try {
    const bought = await buyClass(plain);
    const sent = { params: { id: bought.paymentId } };
    expect((await call(plain, "GET /receipts/{id}", sent, bought.student)).body.seller).toEqual({
      name: "Senga",
      address: null,
      taxId: null,
      email: "support@senga.example",
      isNamed: false,
    });
  } finally {
    await plain.close();
  }
}, 180_000);
