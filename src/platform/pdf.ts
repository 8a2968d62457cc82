import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
// @ts-expect-error: the package ships no types.
import * as untyped from "fontkit";

export type Pdf = PDFKit.PDFDocument;

interface Options extends Pick<PDFKit.PDFDocumentOptions, "size" | "layout" | "margin"> {
  readonly title: string;
  readonly language: string;
  readonly author: string;
  readonly createdAt: Date;
}

/** Tagged for screen readers: give each text a structure element with `addStructure`. */
export function createPdf({ title, language, author, createdAt, ...page }: Options): Pdf {
  return new PDFDocument({
    size: "A4",
    ...page,
    pdfVersion: "1.7",
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author, Creator: "Senga", Producer: "pdfkit", CreationDate: createdAt },
  });
}

interface Writing extends Omit<PDFKit.Mixins.TextOptions, "continued"> {
  readonly lettering?: Lettering;
  /** Points. */
  readonly size: number;
}

/** Uses the brand fonts for any script. Aligned text must fit in one font; otherwise place it with `widthOf`. */
export function write(
  pdf: Pdf,
  text: string,
  { x, y }: { readonly x: number; readonly y: number },
  { lettering = "text", size, ...options }: Writing,
): void {
  const runs = runsOf(text, lettering);
  for (const [index, run] of runs.entries()) {
    // pdfkit also accepts a fontkit font, which its types don't say.
    pdf.registerFont(run.file.name, openFont(run.file.path) as unknown as Buffer);
    pdf.font(run.file.name).fontSize(size);
    const continued = index < runs.length - 1;
    if (index === 0) pdf.text(run.text, x, y, { ...options, continued });
    else pdf.text(run.text, { ...options, continued });
  }
}

export function finishPdf(pdf: Pdf): Promise<Buffer> {
  pdf.end();
  return buffer(pdf);
}

/** `hand` imitates handwriting. */
export type Lettering = "text" | "display" | "hand";

interface FontFile {
  readonly name: string;
  readonly path: string;
}

interface Run {
  readonly text: string;
  readonly file: FontFile;
}

interface CandidateFile extends FontFile {
  /** What the file claims to have; it may have less. */
  readonly ranges: readonly (readonly [number, number])[];
}
type Family = readonly CandidateFile[];

const load = createRequire(import.meta.url);
const unicodeRanges = z.record(z.string(), z.string());

function openFamily(packageName: string): Family {
  const folder = dirname(load.resolve(`${packageName}/package.json`));
  const ranges = unicodeRanges.parse(JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8")));
  // The numbered files have Japanese, and some of them Latin letters again.
  const files = Object.entries(ranges).toSorted(
    ([one], [other]) => Number(one.startsWith("[")) - Number(other.startsWith("[")),
  );
  return files.map(([key, range]) => {
    const name = `${basename(packageName)}-${key.replace(/^\[|\]$/g, "")}`;
    return {
      name,
      // fontkit cannot cut glyphs out of WOFF2 (github.com/foliojs/fontkit/issues/201).
      path: join(folder, "files", `${name}-400-normal.woff`),
      ranges: range.split(",").map(rangeOf),
    };
  });
}

function rangeOf(text: string): readonly [number, number] {
  const [from = "", to = from] = text.replace("U+", "").split("-");
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

const atkinson = openFamily("@fontsource/atkinson-hyperlegible-next");
const yusei = openFamily("@fontsource/yusei-magic");
/** Latin, Cyrillic, Greek, Vietnamese and Japanese. */
const dela = openFamily("@fontsource/dela-gothic-one");

const chains: Readonly<Record<Lettering, readonly Family[]>> = {
  text: [atkinson, yusei, dela],
  display: [dela, yusei, atkinson],
  hand: [yusei, atkinson, dela],
};

const covers = (file: CandidateFile, codePoint: number): boolean =>
  file.ranges.some(([from, to]) => codePoint >= from && codePoint <= to) &&
  openFont(file.path).hasGlyphForCodePoint(codePoint);

const fileIn = (family: Family, letter: string): FontFile | undefined =>
  family.find((file) => covers(file, letter.codePointAt(0) ?? 0));

/** Runs of one font file each. Prefers one family for the whole NFC text; omits letters without a font. */
export function runsOf(text: string, lettering: Lettering): readonly Run[] {
  const letters = Array.from(text.normalize("NFC"));
  const chain = chains[lettering];
  const whole = chain.find((family) => letters.every((letter) => fileIn(family, letter)));
  const families = whole ? [whole] : chain;
  const runs: { text: string; readonly file: FontFile }[] = [];
  for (const letter of letters) {
    const last = runs.at(-1);
    const file = families.map((family) => fileIn(family, letter)).find((found) => found !== undefined);
    if (!file) continue;
    if (last?.file === file) last.text += letter;
    else runs.push({ text: letter, file });
  }
  return runs;
}

export const isDrawable = (text: string): boolean =>
  Array.from(text.normalize("NFC")).every((letter) => chains.text.some((family) => fileIn(family, letter)));

export const widthOf = (text: string, lettering: Lettering, size: number): number =>
  runsOf(text, lettering).reduce((sum, run) => {
    const font = openFont(run.file.path);
    return sum + (font.layout(run.text).advanceWidth * size) / font.unitsPerEm;
  }, 0);

interface Font {
  readonly unitsPerEm: number;
  readonly characterSet: readonly number[];
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): unknown;
  layout(text: string): {
    readonly advanceWidth: number;
    readonly glyphs: readonly { readonly id: number; readonly path: { toSVG(): string } }[];
    readonly positions: readonly {
      readonly xAdvance: number;
      readonly xOffset: number;
      readonly yOffset: number;
    }[];
  };
}

const fontkit = untyped as { create(bytes: Buffer): Font };

const opened = new Map<string, Font>();

export function openFont(path: string): Font {
  const known = opened.get(path);
  if (known) return known;
  const font = fontkit.create(readFileSync(path));
  // Shaping é looks up e without its code point; that glyph would lack one in every later PDF.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  opened.set(path, font);
  return font;
}
