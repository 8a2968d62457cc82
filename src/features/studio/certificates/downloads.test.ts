import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import {
  acceptExercise,
  certificateOf,
  finishClass,
  makeLearner,
  numberOf,
  tick,
} from "../../../../test/support/certificates.ts";
import { makeLesson } from "../../../../test/support/lessons.ts";
import { call } from "../../../../test/support/people.ts";
import { type Lettering, widthOf } from "../../../platform/pdf.ts";
import { issueCertificates } from "./issue-certificates.ts";
import { issuerKeys } from "./tables.ts";

const app = useTestApp();

const letterings: Readonly<Record<string, Lettering>> = { atkinson: "text", yusei: "hand", dela: "display" };

const get = (number: string, file: string) => fetch(`${app.current.origin}/certificates/${number}/${file}`);

/** What a PDF's streams hold, unpacked where they are packed. */
const streamsOf = (pdf: Buffer): string[] =>
  [...pdf.toString("latin1").matchAll(/stream\r?\n([\s\S]*?)\nendstream/g)].map(([, body = ""]) => {
    try {
      return inflateSync(Buffer.from(body, "latin1")).toString("latin1");
    } catch {
      return body;
    }
  });

test("the PDF is small, holds the drawing as vectors, tagged text and the credential", async () => {
  const { number } = await finishClass(app.current, "Hair that moves, ".repeat(7));
  const answer = await get(number, "certificate.pdf");
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="senga-${number}.pdf"`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBeLessThan(120 * 1024);
  const text = bytes.toString("latin1");
  expect(text).toContain("/Lang (en-US)");
  expect(text).toContain("/DisplayDocTitle true");
  expect(text).toContain("(Certificate: Hair that moves");
  expect(text).toContain("/MediaBox [0 0 841.89 595.28]");
  expect(text).toContain("/Marked true");
  expect(text.match(/\/S \/H1/g)).toHaveLength(1);
  expect(text.match(/\/S \/P\b/g)?.length).toBeGreaterThan(6);
  expect(text).not.toContain("/Subtype /Image");
  const streams = streamsOf(bytes);
  expect(streams.some((each) => each.includes("/Artifact"))).toBe(true);
  expect(streams).toContain(await (await get(number, "credential.jwt")).text());
});

test("the SVG holds the words as outlines and as text, and the credential", async () => {
  const { number, student } = await finishClass(app.current, "Lines & <dots>");
  const answer = await get(number, "certificate.svg");
  expect(answer.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(answer.headers.get("x-robots-tag")).toBe("noindex, noai, noimageai");
  const svg = await answer.text();
  expect(svg).toContain(`>${student.name}</tspan>`);
  expect(svg).toContain("Lines &amp; &lt;dots&gt;");
  // WebKit leaves out words whose font is inside the picture.
  expect(svg).not.toContain("@font-face");
  const before = svg.slice(0, svg.indexOf(`>${student.name}</tspan>`));
  const letters = [...before.slice(before.lastIndexOf("<g ")).matchAll(/<use href="#([\w-]+)"/g)];
  expect(letters).toHaveLength(student.name.length);
  for (const [, id] of letters) expect(svg).toContain(`<path id="${id}" d="`);
  const baked = /<openbadges:credential verify="(.*?)"\/>/.exec(svg)?.[1];
  expect(baked).toBe(await (await get(number, "credential.jwt")).text());
});

test.each([
  "The complete guide to hair that moves in wind, rain and snow, for whoever wants it at all, one to two",
  "Drawing hands and feet in motion from difficult angles, step by step",
  "Perspective for interiors and city streets at night",
])("the longest name stays left of the panels, and so does %s, above the lines below", async (title) => {
  const learner = await makeLearner(app.current, title);
  const { student, classId } = learner;
  const { lesson } = await makeLesson(app.current, learner.instructor, classId, { kind: "exercise" });
  await tick(app.current, learner, lesson);
  await acceptExercise(app.current, learner, lesson);
  await issueCertificates(app.current.context);
  const number = await numberOf(app.current, learner);
  await call(
    app.current,
    "PATCH /learning/{email}/class/{classId}/certificate",
    { params: { email: student.email, classId }, body: { name: "W".repeat(80), isNamed: true } },
    student,
  );
  const svg = await (await get(number, "certificate.svg")).text();
  const lines = [
    ...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"[^>]*>(.*?)<\/text>/g),
  ].map(([, x, y, size, spans = ""]) => {
    const font = /font-family="(\w+)/.exec(spans)?.[1] ?? "";
    return { x: Number(x), y: Number(y), size: Number(size), font, text: spans.replace(/<[^>]+>/g, "") };
  });
  expect(lines.map(({ text }) => text).join(" ")).toContain(title);
  for (const { x, y, size, font, text } of lines) {
    const slantedEdge = 786 - ((y - 130) * 110) / 730;
    expect(x + widthOf(text, letterings[font] ?? "text", size), text).toBeLessThan(slantedEdge);
  }
  for (const [index, { y, size, text }] of lines.slice(1).entries())
    expect(y - size * 0.75, text).toBeGreaterThan(lines[index]?.y ?? 0);
});

test("the number may be typed as it is printed", async () => {
  const { number } = await finishClass(app.current);
  const typed = `${number.slice(0, 4)}-${number.slice(4, 8)}-${number.slice(8)}`.toLowerCase();
  const { body } = await call(app.current, "GET /certificates/{number}", { params: { number: typed } });
  expect(body.number).toBe(number);
  expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
});

test.each(["certificate.pdf", "certificate.svg", "credential.jwt"])(
  "an unknown number has no %s",
  async (file) => {
    for (const number of ["0123456789AB", "'", "%00", "a".repeat(300)])
      expect((await get(number, file)).status).toBe(404);
  },
);

test("a status list that does not exist is not found", async () => {
  for (const list of ["1", "2", "x", "-1", "1.jwt", "x.jwt"])
    expect((await fetch(`${app.current.origin}/certificates/status/${list}`)).status).toBe(404);
});

test("on a localhost address the certificate says that no stranger can check it", async () => {
  const { number } = await finishClass(app.current);
  const { body } = await call(app.current, "GET /certificates/{number}", { params: { number } });
  expect(body).toMatchObject({ isReachable: false, check: { isGenuine: true, isRevoked: false } });
});

test("nobody's keys are in the tables as they are", async () => {
  const learner = await finishClass(app.current);
  const { db } = app.current.context;
  const [key] = await db.select().from(issuerKeys);
  expect(key?.publicKey).toMatch(/^z6Mk/);
  // How a key pair begins in multibase; sealed, it is random.
  expect(key?.sealedSecret).not.toMatch(/^z3u2/);
  expect(key?.sealedJwk).not.toMatch(/[{"]/);
  expect(key?.jwk).not.toHaveProperty("d");
  expect((await certificateOf(app.current, learner))?.keyId).toBe(key?.id);
});
