import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type FontFile, runsOf } from "../../../platform/pdf/font-runs.ts";
import { type CertificateWords, type Line, layOutWords } from "./lay-out-words.ts";
import { root } from "../../../platform/root.ts";

const artwork = join(root, "art", "drawings", "certificate.svg");
const openBadges = "https://purl.imsglobal.org/ob/v3p0";

/** Its opening tag, and what is inside. */
export function readArtwork(): { readonly opening: string; readonly body: string } {
  const svg = readFileSync(artwork, "utf8");
  const end = svg.indexOf(">") + 1;
  return { opening: svg.slice(0, end), body: svg.slice(end, svg.lastIndexOf("</svg>")) };
}

/** A picture of its own: the fonts are inside, and the JWT is baked in as Open Badges 3.0 says. */
export function drawSvg(words: CertificateWords, jwt: string): string {
  const { opening, body } = readArtwork();
  const lines = layOutWords(words);
  const files = new Map<string, FontFile>();
  const texts = lines.map((line) => textOf(line, files)).join("");
  const title = lines.map(({ text }) => text).join(" ");
  const tag = opening
    .replace(/ aria-hidden="true"/, "")
    .replace(/>$/, ` xmlns:openbadges="${openBadges}" role="img" aria-label="${escaped(title)}">`);
  return (
    `${tag}<title>${escaped(title)}</title>` +
    `<openbadges:credential verify="${jwt}"/>` +
    `<style>${[...files.values()].map(fontFace).join("")}</style>${body}${texts}</svg>`
  );
}

function textOf({ text, x, y, size, lettering, color }: Line, files: Map<string, FontFile>): string {
  const spans = runsOf(text, lettering).map(({ text: part, file }) => {
    files.set(file.name, file);
    return `<tspan font-family="${file.name}">${escaped(part)}</tspan>`;
  });
  return `<text x="${x}" y="${round(y)}" font-size="${round(size)}" fill="${color}" xml:space="preserve">${spans.join("")}</text>`;
}

const fontFace = ({ name, woff2 }: FontFile): string =>
  `@font-face{font-family:"${name}";src:url(data:font/woff2;base64,${readFileSync(woff2).toString("base64")})}`;

const round = (value: number): number => Math.round(value * 10) / 10;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter);
