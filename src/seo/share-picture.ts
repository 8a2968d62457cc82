import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { canLetter, lettering, widthOf } from "../platform/lettering.ts";
import { inDollars } from "../platform/money.ts";
import type { AppContext } from "../context.ts";
import type { ClassRow } from "../features/school/classes/list-classes.ts";
import { loadSharp } from "../platform/load-sharp.ts";
import { root } from "../platform/root.ts";

/** Pixels, as Open Graph recommends. */
const width = 1200;
const height = 630;

const edge = { top: 590, foot: 500 };
const textLeft = 64;
const textWidth = edge.foot - textLeft - 40;

const paper = "#f7f2e6";
const ink = "#16171d";
const pencil = "#0b5d95";

const drawings = join(root, "art", "drawings");

export async function renderSiteShare(): Promise<Buffer> {
  const drawing = await readFile(join(drawings, "hero-light.svg"));
  return render("From first line to finished page", ["", "Anime drawing classes"], drawing);
}

export async function renderClassShare(
  { storage }: Pick<AppContext, "storage">,
  item: ClassRow,
): Promise<Buffer> {
  const cover = await readCover(storage, item);
  const facts = [`with ${item.instructorName}`, `${item.level} · ${inDollars(item.priceCents)}`];
  return render(item.name, facts, cover);
}

/** Undefined for an external picture: the server must not fetch foreign URLs. */
async function readCover(storage: AppContext["storage"], { image, picture }: ClassRow) {
  if (image.startsWith("/drawings/")) {
    return readFile(join(drawings, basename(image))).catch(() => undefined);
  }
  const storedWidth = picture?.widths.findLast((each) => each <= 1280);
  const [, name] = /^\/images\/([0-9a-f]{32})$/.exec(image) ?? [];
  const file = name && storedWidth ? await storage.read(`${name}/${storedWidth}.webp`) : undefined;
  return file && buffer(file.stream);
}

async function render(title: string, facts: readonly string[], drawing: Buffer | undefined): Promise<Buffer> {
  const sharp = await loadSharp();
  const logo = await readFile(join(drawings, "logo-light.svg"), "utf8");
  const left = Math.min(edge.top, edge.foot);
  const picture = await sharp(drawing ?? (await readFile(join(drawings, "hero-light.svg"))))
    .resize({ width: width - left, height, fit: "cover" })
    .png()
    .toBuffer();
  const size = fontSizeFor(title);
  const lines = breakLines(title, size);
  const titleTop = 190 + size;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<clipPath id="edge"><path d="M${edge.top} 0H${width}V${height}H${edge.foot}Z"/></clipPath>
<rect width="${width}" height="${height}" fill="${paper}"/>
<image clip-path="url(#edge)" x="${left}" width="${width - left}" height="${height}" href="data:image/png;base64,${picture.toString("base64")}"/>
<path d="M${edge.top} -8L${edge.foot} ${height + 8}" stroke="${ink}" stroke-width="10"/>
<rect x="5" y="5" width="${width - 10}" height="${height - 10}" fill="none" stroke="${ink}" stroke-width="10"/>
${logo.replace("<svg ", `<svg x="${textLeft}" y="64" width="228" height="50" `)}
${lines.map((line, index) => textPath(line, titleTop + index * size * 1.1, size, ink)).join("\n")}
${facts.map((fact, index) => textPath(fact, height - 108 + index * 44, 28, index === 0 ? pencil : ink)).join("\n")}
</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, quality: 90, effort: 4 }).toBuffer();
}

/** Omits text with glyphs that the font lacks. */
const textPath = (text: string, y: number, size: number, fill: string): string =>
  canLetter(text) ? `<path fill="${fill}" d="${lettering(text, textLeft, y, size)}"/>` : "";

function fontSizeFor(title: string): number {
  const isFitting = (size: number): boolean => {
    const lines = breakLines(title, size);
    return lines.length <= 4 && lines.every((line) => widthOf(line, size) <= textWidth);
  };
  return [58, 50, 44, 38, 32, 26].find(isFitting) ?? 20;
}

function breakLines(text: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, size) <= textWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.slice(0, 6);
}
