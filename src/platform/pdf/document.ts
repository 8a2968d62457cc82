import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { type Lettering, openFont, runsOf } from "./fonts.ts";

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
