import { lettering } from "../../../src/platform/lettering.ts";
import { palette } from "../ink/palette.ts";
import { ellipse, rectangle } from "../ink/shapes.ts";
import { drawing, fill } from "../ink/svg.ts";

/** 16:10. */
export const [coverWidth, coverHeight] = [1200, 750];

export const wholeCover = rectangle(0, 0, coverWidth, coverHeight);

export function cover(title: string, background: string, ...body: string[]): string {
  return drawing({ width: coverWidth, height: coverHeight, title, background }, ...body);
}

export function stageNumber(x: number, y: number, number: number): string {
  return (
    fill(ellipse(x, y, 23), palette.ink) + fill(lettering(String(number), x - 9, y + 11, 30), palette.sheet)
  );
}
