// @ts-expect-error: the package ships no types.
import untyped from "svg-to-pdfkit";
import { createPdf, finishPdf, type Pdf, write } from "../../../platform/pdf/document.ts";
import { jwtType } from "./credential.ts";
import { readArtwork } from "./draw-svg.ts";
import { type CertificateWords, layOutWords, sheet } from "./lay-out-words.ts";

const drawVectors = untyped as (pdf: Pdf, svg: string, x: number, y: number, options: object) => void;

/** The long side of A4 in points. */
const width = 841.89;
const scale = width / sheet.width;

/** A4 landscape: the drawing as vectors, the words as tagged text, the credential attached. */
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
  // Decoration: a screen reader passes over it.
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
