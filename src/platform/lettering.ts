import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as OpenType from "opentype.js";

const fontFile = "@fontsource/dela-gothic-one/files/dela-gothic-one-latin-400-normal.woff";
// `require` selects the Node build: the package's two builds have different exports.
const load = createRequire(import.meta.url);
const opentype: typeof OpenType = load("opentype.js");
const bytes = readFileSync(load.resolve(fontFile));
const font = opentype.parse(new Uint8Array(bytes).buffer);

export const canLetter = (text: string): boolean =>
  Array.from(text).every((character) => font.charToGlyphIndex(character) > 0);

export const widthOf = (text: string, size: number): number =>
  Array.from(text).reduce((sum, character) => sum + advance(character, size), 0);

export function lettering(text: string, x: number, y: number, size: number): string {
  let path = "";
  let left = x;
  for (const character of text) {
    const glyph = font.charToGlyph(character);
    for (const command of glyph.getPath(left, y, size).commands) path += pathData(command);
    left += advance(character, size);
  }
  return path;
}

const advance = (character: string, size: number): number =>
  ((font.charToGlyph(character).advanceWidth ?? 0) * size) / font.unitsPerEm;

function pathData(command: OpenType.PathCommand): string {
  switch (command.type) {
    case "Z":
      return "Z";
    case "Q":
      return `Q${rounded(command.x1, command.y1, command.x, command.y)}`;
    case "C":
      return `C${rounded(command.x1, command.y1, command.x2, command.y2, command.x, command.y)}`;
    default:
      return `${command.type}${rounded(command.x, command.y)}`;
  }
}

const rounded = (...numbers: number[]) => numbers.map((number) => Math.round(number * 10) / 10).join(" ");
