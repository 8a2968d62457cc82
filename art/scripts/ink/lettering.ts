import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as OpenType from "opentype.js";
import { round } from "./point.ts";

const fontFile = "@fontsource/dela-gothic-one/files/dela-gothic-one-latin-400-normal.woff";
// The package has one build for bundlers and another for Node, with different exports; this takes Node's.
const load = createRequire(import.meta.url);
const opentype: typeof OpenType = load("opentype.js");
const bytes = readFileSync(load.resolve(fontFile));
const font = opentype.parse(new Uint8Array(bytes).buffer);

/** Words in Dela Gothic One as path data; (x, y) is the start of the base line, `size` the height of an em. */
export function lettering(text: string, x: number, y: number, size: number): string {
  let path = "";
  let left = x;
  for (const character of text) {
    const glyph = font.charToGlyph(character);
    for (const command of glyph.getPath(left, y, size).commands) path += pathData(command);
    left += ((glyph.advanceWidth ?? 0) * size) / font.unitsPerEm;
  }
  return path;
}

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

function rounded(...numbers: number[]): string {
  return numbers.map(round).join(" ");
}
