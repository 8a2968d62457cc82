import { type Lettering, isDrawable, widthOf } from "../../../platform/pdf/font-runs.ts";
import { effortWords, longDate, spacedNumber } from "./effort-words.ts";
import type { Effort } from "./policy.ts";

export interface CertificateWords {
  /** Null: a line is left to be signed with a pen. */
  readonly name: string | null;
  readonly className: string;
  readonly instructorName: string;
  readonly effort: Effort;
  readonly finishedAt: Date;
  readonly number: string;
  /** Where it is checked. */
  readonly url: string;
}

export interface Line {
  readonly text: string;
  /** In the units of the drawing: its left edge and its baseline. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly lettering: Lettering;
  readonly color: string;
  /** For screen readers. */
  readonly role: "H1" | "P";
}

/** Of `art/drawings/certificate.svg`. */
export const sheet = { width: 1400, height: 990 } as const;

const ink = "#16171d";
const red = "#d63a20";
const left = 170;
const plain = { lettering: "text", color: ink, role: "P" } as const;

/** Up to the slanted panels; beside the seal, less. */
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

/** A name with letters that no font has is not drawn: the link to the page that shows it takes its place. */
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

/** A long host has a line of its own, so that people can read the link. */
const linkLines = (link: string): string[] =>
  widthOf(link, "text", minLinkSize) <= roomAt(842) ? [link] : link.split(/(?<=^[^/]+\/)/);

/** The first four. */
const twoToALine = (words: readonly string[]): string[] =>
  [words.slice(0, 2), words.slice(2, 4)].flatMap((two) => (two.length > 0 ? two.join(", ") : []));

function fit(line: Line): Line {
  const [taken, room] = [widthOf(line.text, line.lettering, line.size), roomAt(line.y)];
  return taken <= room ? line : { ...line, size: (line.size * room) / taken };
}

const titleSizes = [36, 32, 28, 24, 20] as const;
/** Baseline; the lines below end above the date then. */
const lowestTitle = 680;

/** On up to three lines, as large as fits. */
function classLines(line: Line): Line[] {
  for (const size of titleSizes) {
    const lines = brokenAt({ ...line, size });
    if (lines.every(({ text, y }) => y <= lowestTitle && fits(text, size, y))) return lines;
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
