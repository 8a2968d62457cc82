import {
  type Pdf,
  createPdf,
  finishPdf,
  write,
  type Lettering,
  isDrawable,
  widthOf,
} from "../../../platform/pdf.ts";
import { type Cents, inDollars } from "../../../platform/money.ts";
import { utcDate } from "../../../ui/day.ts";
import { paidWith } from "./policy.ts";
import type { Receipt } from "./read-receipt.ts";

/** Points, on A4. */
const margin = 64;
const left = margin;
const right = 595.28 - margin;
const factsFrom = 190;
const amountsFrom = right - 110;

const ink = "#16171d";
const gray = "#4b4c56";

/** @param url the same receipt as a page */
export async function drawReceipt(receipt: Receipt, url: string): Promise<Buffer> {
  const { seller, buyer, card, returned, note } = receipt;
  const pdf = createPdf({
    title: `Receipt for ${receipt.className}`,
    language: "en-US",
    author: seller.name,
    createdAt: receipt.date,
    margin,
  });
  const page = pdf.struct("Document");
  pdf.addStructure(page);
  const paper = createPaper(pdf, page);

  paper.text("H1", "Receipt", { size: 30, lettering: "display" });
  paper.skip(6);
  paper.text("P", seller.name, { size: 13 });
  for (const line of [seller.address, seller.taxId && `Tax ID: ${seller.taxId}`, seller.email])
    if (line) paper.text("P", line, { size: 11, color: gray });
  paper.skip(22);

  paper.fact("Date", utcDate(receipt.date));
  paper.fact("For", `${buyer.name}, ${buyer.email}`);
  paper.fact("Instructor", receipt.instructorName);
  if (card) paper.fact("Paid with", paidWith(card));
  paper.fact("Transaction ID", receipt.transactionId);
  paper.skip(22);

  paper.rule();
  paper.amount(`A seat in “${receipt.className}”`, receipt.price);
  paper.amount("Tax", receipt.tax);
  paper.rule();
  paper.amount("Total", receipt.total, { size: 14 });
  for (const { says, date, amount } of returned)
    paper.amount(date ? `${says} on ${utcDate(date)}` : says, amount, { sign: "-" });
  if (returned.length > 0) {
    paper.rule();
    paper.amount("Kept", receipt.kept, { size: 14 });
  }
  if (note) {
    paper.skip(14);
    paper.text("P", note, { size: 11 });
  }
  paper.skip(22);
  paper.text("P", "All amounts are in US dollars.", { size: 10, color: gray });
  const names = [seller.name, seller.address ?? "", buyer.name, receipt.className, receipt.instructorName];
  if (!isDrawable(names.join("")))
    paper.text("P", `Some letters in these names can’t be printed here. See them at ${url}`, {
      size: 10,
      color: gray,
    });
  page.end();
  return finishPdf(pdf);
}

interface Look {
  readonly size?: number;
  readonly color?: string;
  readonly lettering?: Lettering;
}

function createPaper(pdf: Pdf, page: PDFKit.PDFStructureElement) {
  let y = margin;
  const put = (text: string, x: number, width: number, look: Look): number => {
    const { size = 12, color = ink, lettering = "text" } = look;
    pdf.fillColor(color);
    write(pdf, text, { x, y }, { size, width, lettering });
    return pdf.y;
  };
  const piece = (role: string, draw: () => number): void => {
    let end = y;
    page.add(
      pdf.struct(role, {}, () => {
        end = draw();
      }),
    );
    y = end;
  };
  return {
    skip: (points: number): void => {
      y += points;
    },
    text: (role: string, text: string, look: Look): void => {
      piece(role, () => put(text, left, right - left, look) + 2);
    },
    fact: (label: string, value: string): void => {
      piece("P", () => {
        put(`${label}: `, left, factsFrom - left - 10, { color: gray });
        return put(value, factsFrom, right - factsFrom, {}) + 5;
      });
    },
    amount: (label: string, cents: Cents, { sign, ...look }: Look & { readonly sign?: "-" } = {}): void => {
      piece("P", () => {
        const end = put(`${label} `, left, amountsFrom - left - 16, look) + 7;
        const words = `${sign ?? ""}${inDollars(cents)}`;
        const width = widthOf(words, "text", look.size ?? 12);
        put(words, right - width, width + 1, look);
        return end;
      });
    },
    rule: (): void => {
      pdf.markContent("Artifact", { type: "Layout" });
      pdf.moveTo(left, y).lineTo(right, y).lineWidth(1).strokeColor(ink).stroke();
      pdf.endMarkedContent();
      y += 10;
    },
  };
}
