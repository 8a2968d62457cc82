import { lettering } from "../../../src/platform/lettering.ts";
import { inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { drawing, fill, label, line } from "../ink/svg.ts";

/** Tenths of a millimeter. What lies within the edges also fits on US Letter, whose page is shorter. */
export const [pageWidth, pageHeight] = [2100, 2970];
export const [left, top, right, bottom] = [130, 330, 1970, 2590];

export interface Words {
  readonly title: string;
  /** A line each. */
  readonly how: readonly string[];
}

export function worksheet({ title, how }: Words, ...body: string[]): string {
  return drawing(
    { width: pageWidth, height: pageHeight, title, printed: { width: "210mm", height: "297mm" } },
    fill(lettering(title, left, 196, 76), palette.ink),
    inkLine(`M${left} 226C700 220 1400 230 ${right} 224`, { width: 9, fadeIn: 0.02, fadeOut: 0.7 }),
    ...how.map((words, index) => note(words, left, 272 + index * 42, 33)),
    // The cream of the sheets would cost ink.
    ...body.map((part) => part.replaceAll(palette.sheet, "#fff")),
    note("Senga. Print it as often as you like, at full size or fitted to the page.", left, 2650, 28),
  );
}

export const note = (words: string, x: number, y: number, size = 30): string =>
  label(words, x, y, size, "#4b4c56");

/** Even and thin, for lines to draw over. */
export const trace = (path: string, width = 3.4): string => line(path, palette.guide, width);

export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  color: string = palette.ink,
): string {
  return line(`M${x} ${y}h${width}v${height}h${-width}Z`, color, 5, { "stroke-linejoin": "miter" });
}
