import { readFileSync } from "node:fs";
// @ts-expect-error: the package ships no types.
import * as untyped from "fontkit";

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
