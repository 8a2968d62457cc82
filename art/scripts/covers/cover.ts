import { lettering } from "../../../src/platform/lettering.ts";
import { palette } from "../ink/palette.ts";
import { ellipse, rectangle } from "../ink/shapes.ts";
import { drawing, fill } from "../ink/svg.ts";

/** Every cover is 16 to 10. */
export const [coverWidth, coverHeight] = [1200, 750];

/** The whole sheet, for tones that fill the background. */
export const wholeCover = rectangle(0, 0, coverWidth, coverHeight);

/** A cover on its newsprint; `title` says what it shows. */
export function cover(title: string, background: string, ...body: string[]): string {
  return drawing({ width: coverWidth, height: coverHeight, title, background }, ...body);
}

/** A white number on a black disc, for the stages of a drawing. */
export function stageNumber(x: number, y: number, number: number): string {
  return (
    fill(ellipse(x, y, 23), palette.ink) + fill(lettering(String(number), x - 9, y + 11, 30), palette.sheet)
  );
}
