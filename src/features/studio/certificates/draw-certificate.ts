import { readFileSync } from "node:fs";
import { join } from "node:path";
// @ts-expect-error: the package ships no types.
import untyped from "svg-to-pdfkit";
import { root } from "../../../platform/root.ts";
import {
  createPdf,
  finishPdf,
  type Pdf,
  write,
  type Lettering,
  isDrawable,
  openFont,
  runsOf,
  widthOf,
} from "../../../platform/pdf.ts";
import { effortWords, longDate, spacedNumber, type Effort } from "./policy.ts";
import { jwtType } from "./credential.ts";

export interface CertificateWords {
  /** Null: leaves a line for a signature. */
  readonly name: string | null;
  readonly className: string;
  readonly instructorName: string;
  readonly effort: Effort;
  readonly finishedAt: Date;
  readonly number: string;
  readonly url: string;
}

export interface Line {
  readonly text: string;
  /** In the drawing's units: left edge and baseline. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly lettering: Lettering;
  readonly color: string;
  readonly role: "H1" | "P";
}

export const sheet = { width: 1400, height: 990 } as const;

const ink = "#16171d";
const red = "#d63a20";
const left = 170;
const plain = { lettering: "text", color: ink, role: "P" } as const;

/** Up to the slanted panels; less beside the seal. */
const roomAt = (y: number): number => (y > 755 ? 390 : 592 - ((y - 130) * 110) / 730);

export function layOutWords(words: CertificateWords): Line[] {
  const { name, className, instructorName, effort, finishedAt, number } = words;
  const link = words.url.replace(/^https?:\/\//, "");
  const followed = effort.ticked ? "who finished every lesson" : "who followed every lesson";
  const did = effort.exercises > 0 ? "who drew every exercise" : followed;
  const title = classLines({ ...plain, text: className, x: 168, y: 612, size: 36, lettering: "display" });
  const afterTitle = title.at(-1)?.y ?? 612;
  const lines: Line[] = [
    { ...plain, text: "Certificate", x: 164, y: 252, size: 88, lettering: "display", role: "H1" },
    { ...plain, text: "of completion", x: 168, y: 318, size: 46, lettering: "display", color: red },
    ...ownerLines(name, link),
    { ...plain, text: `${did}, first line to last, in`, x: left, y: 556, size: 26 },
    ...title,
    { ...plain, text: `taught by ${instructorName}`, x: left, y: afterTitle + 36, size: 26 },
    ...twoToALine(effortWords(effort)).map((text, index) => ({
      ...plain,
      text,
      x: left,
      y: afterTitle + 66 + index * 24,
      size: 19,
    })),
    { ...plain, text: `Finished on ${longDate(finishedAt)}`, x: left, y: 798, size: 24 },
    { ...plain, text: `No. ${spacedNumber(number)}. Check it at`, x: left, y: 821, size: 20 },
    ...linkLines(link).map((text, index) => ({ ...plain, text, x: left, y: 842 + index * 21, size: 20 })),
  ];
  return lines.map((line) => (line.role === "H1" ? line : fit(line)));
}

/** A name with letters that no font has is replaced by a link to the page that shows it. */
function ownerLines(name: string | null, link: string): Line[] {
  const belongs = { ...plain, text: "This page belongs to", x: left, y: 398, size: 26 };
  if (name === null) return [belongs];
  return isDrawable(name)
    ? [belongs, { ...plain, text: name, x: 168, y: 482, size: 58, lettering: "hand" }]
    : [
        { ...belongs, text: `${belongs.text} the student named at` },
        { ...plain, text: link, x: 168, y: 480, size: 32 },
      ];
}

const minLinkSize = 16;

const linkLines = (link: string): string[] =>
  widthOf(link, "text", minLinkSize) <= roomAt(842) ? [link] : link.split(/(?<=^[^/]+\/)/);

const twoToALine = (words: readonly string[]): string[] =>
  [words.slice(0, 2), words.slice(2, 4)].flatMap((two) => (two.length > 0 ? two.join(", ") : []));

function fit(line: Line): Line {
  const [taken, room] = [widthOf(line.text, line.lettering, line.size), roomAt(line.y)];
  return taken <= room ? line : { ...line, size: (line.size * room) / taken };
}

const titleSizes = [36, 32, 28, 24, 20] as const;
/** Baseline; lower lines still end above the date. */
const maxTitleBaseline = 680;

function classLines(line: Line): Line[] {
  for (const size of titleSizes) {
    const lines = brokenAt({ ...line, size });
    if (lines.every(({ text, y }) => y <= maxTitleBaseline && fits(text, size, y))) return lines;
  }
  return [line];
}

function brokenAt(line: Line): Line[] {
  const lines: Line[] = [];
  for (const word of line.text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last && fits(`${last.text} ${word}`, line.size, last.y))
      lines[lines.length - 1] = { ...last, text: `${last.text} ${word}` };
    else lines.push({ ...line, text: word, y: line.y + lines.length * line.size * 1.2 });
  }
  return lines;
}

const fits = (text: string, size: number, y: number): boolean => widthOf(text, "display", size) <= roomAt(y);

const artwork = join(root, "art", "drawings", "certificate.svg");
const openBadges = "https://purl.imsglobal.org/ob/v3p0";

export function readArtwork(): { readonly opening: string; readonly body: string } {
  const svg = readFileSync(artwork, "utf8");
  const end = svg.indexOf(">") + 1;
  return { opening: svg.slice(0, end), body: svg.slice(end, svg.lastIndexOf("</svg>")) };
}

/** With the JWT baked in (Open Badges 3.0). Outlines, because WebKit shows a picture before its fonts load. */
export function drawSvg(words: CertificateWords, jwt: string): string {
  const { opening, body } = readArtwork();
  const lines = layOutWords(words);
  const title = lines.map(({ text }) => text).join(" ");
  const letters = new Map<string, string>();
  const drawn = lines.map((line) => outlinesOf(line, letters) + textOf(line)).join("");
  const tag = opening
    .replace(/ aria-hidden="true"/, "")
    .replace(/>$/, ` xmlns:openbadges="${openBadges}" role="img" aria-label="${escaped(title)}">`);
  return (
    `${tag}<title>${escaped(title)}</title>` +
    `<openbadges:credential verify="${jwt}"/>` +
    `<defs>${[...letters.values()].join("")}</defs>${body}${drawn}</svg>`
  );
}

function outlinesOf({ text, x, y, size, lettering, color }: Line, letters: Map<string, string>): string {
  let pen = x;
  const uses = runsOf(text, lettering).flatMap(({ text: part, file }) => {
    const font = openFont(file.path);
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(part);
    return glyphs.map((glyph, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      const place = `${round(pen + xOffset * scale)} ${round(y - yOffset * scale)}`;
      pen += xAdvance * scale;
      const id = `${file.name}-${glyph.id}`;
      letters.set(id, `<path id="${id}" d="${glyph.path.toSVG()}"/>`);
      // The y axis of fonts points up.
      return `<use href="#${id}" transform="translate(${place})scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})"/>`;
    });
  });
  return `<g fill="${color}">${uses.join("")}</g>`;
}

/** Invisible, for selecting and searching. */
function textOf({ text, x, y, size, lettering, color }: Line): string {
  const spans = runsOf(text, lettering).map(
    ({ text: part, file }) => `<tspan font-family="${file.name}">${escaped(part)}</tspan>`,
  );
  return `<text x="${x}" y="${round(y)}" font-size="${round(size)}" fill="${color}" fill-opacity="0" xml:space="preserve">${spans.join("")}</text>`;
}

const round = (value: number): number => Math.round(value * 100) / 100;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter);

const drawVectors = untyped as (pdf: Pdf, svg: string, x: number, y: number, options: object) => void;

/** The long side of A4 in points. */
const width = 841.89;
const scale = width / sheet.width;

/** A4 landscape: vectors, tagged text, and the credential attached. */
export async function drawPdf(words: CertificateWords, jwt: string, issuedAt: Date): Promise<Buffer> {
  const { opening, body } = readArtwork();
  const pdf = createPdf({
    title: `Certificate: ${words.className}`,
    language: "en-US",
    author: "Senga",
    createdAt: issuedAt,
    layout: "landscape",
    margin: 0,
  });
  pdf.file(Buffer.from(jwt), attachmentOf(issuedAt));
  // Decoration, which screen readers skip.
  pdf.markContent("Artifact", { type: "Layout" });
  // A dash of length 0 throws in pdfkit.
  const art = `${opening}${body.replaceAll('stroke-dasharray="0 1"', 'stroke-dasharray="0.001 1"')}</svg>`;
  drawVectors(pdf, art, 0, 0, { width, height: sheet.height * scale, assumePt: true });
  pdf.endMarkedContent();
  const page = pdf.struct("Document");
  pdf.addStructure(page);
  for (const { text, x, y, size, lettering, color, role } of layOutWords(words)) {
    page.add(
      pdf.struct(role, {}, () => {
        pdf.fillColor(color);
        write(
          pdf,
          text,
          { x: x * scale, y: y * scale },
          { lettering, size: size * scale, baseline: "alphabetic", lineBreak: false },
        );
      }),
    );
  }
  page.end();
  return finishPdf(pdf);
}

const attachmentOf = (issuedAt: Date) => ({
  name: "credential.jwt",
  type: jwtType,
  description: "The Open Badge 3.0 of this certificate",
  creationDate: issuedAt,
  modifiedDate: issuedAt,
  relationship: "Data",
});
