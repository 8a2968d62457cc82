import { readFileSync } from "node:fs";
// @ts-expect-error: the package ships no types.
import * as untyped from "fontkit";

interface Outline {
  readonly commands: readonly { readonly command: string; readonly args: readonly number[] }[];
  readonly bbox: {
    readonly minX: number;
    readonly minY: number;
    readonly maxX: number;
    readonly maxY: number;
  };
}

interface Subset {
  _addGlyph(id: number): number;
  glyf: Uint8Array[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
}

interface Glyph {
  readonly path: Outline;
  readonly advanceWidth: number;
  readonly bbox: { readonly minX: number };
}

export interface Font {
  readonly type: "TTF" | "WOFF" | "WOFF2";
  readonly unitsPerEm: number;
  readonly characterSet: readonly number[];
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): Glyph;
  getGlyph(id: number): Glyph;
  layout(text: string): { readonly advanceWidth: number };
  createSubset(): Subset;
}

const fontkit = untyped as { create(bytes: Buffer): Font };

const opened = new Map<string, Font>();

/** Kept for the life of the process. */
export function openFont(path: string): Font {
  const known = opened.get(path);
  if (known) return known;
  const font = fontkit.create(readFileSync(path));
  // Shaping é looks at e without saying which letter it is; that glyph would stay without one in every PDF.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  if (font.type === "WOFF2") encodeFromOutlines(font);
  opened.set(path, font);
  return font;
}

/** fontkit cuts glyphs by offsets that a WOFF2 file does not have (github.com/foliojs/fontkit/issues/201). */
function encodeFromOutlines(font: Font): void {
  const createSubset = font.createSubset.bind(font);
  font.createSubset = () => {
    const subset = createSubset();
    subset._addGlyph = (id) => {
      const glyph = font.getGlyph(id);
      const bytes = encodeOutline(glyph.path);
      subset.glyf.push(bytes);
      subset.loca.offsets.push(subset.offset);
      subset.hmtx.metrics.push({ advance: glyph.advanceWidth, bearing: Math.round(glyph.bbox.minX) });
      subset.offset += bytes.length;
      return subset.glyf.length - 1;
    };
    return subset;
  };
}

/** A simple glyph of OpenType's `glyf` table, with whole deltas. */
function encodeOutline({ commands, bbox }: Outline): Uint8Array {
  if (commands.length === 0) return new Uint8Array();
  const ends: number[] = [];
  const points: { readonly isOnCurve: boolean; readonly x: number; readonly y: number }[] = [];
  for (const { command, args } of commands) {
    if (command === "closePath") ends.push(points.length - 1);
    for (let index = 0; index < args.length; index += 2) {
      const isOnCurve = command !== "quadraticCurveTo" || index > 0;
      points.push({ isOnCurve, x: Math.round(args[index]!), y: Math.round(args[index + 1]!) });
    }
  }
  const head = [ends.length, bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map(Math.round);
  const words = (values: readonly number[]) => {
    const bytes = Buffer.alloc(values.length * 2);
    values.forEach((value, index) => void bytes.writeInt16BE(value, index * 2));
    return bytes;
  };
  const bytes = Buffer.concat([
    // The last of these is the length of the hints.
    words([...head, ...ends, 0]),
    Uint8Array.from(points, ({ isOnCurve }) => Number(isOnCurve)),
    words(points.map(({ x }, index) => x - (points[index - 1]?.x ?? 0))),
    words(points.map(({ y }, index) => y - (points[index - 1]?.y ?? 0))),
  ]);
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
}
