import { inkLine } from "../ink/inking.ts";
import { newsprint, newsprintDots, palette } from "../ink/palette.ts";
import { screentone } from "../ink/screentone.ts";
import { ellipse, rectangle } from "../ink/shapes.ts";
import { drawing, fill } from "../ink/svg.ts";
import type { Pen } from "../ink/pen.ts";

const size = 600;

/** Thick, because portraits appear small. */
export const bold: Pen = { width: 13 };

export const firm: Pen = { width: 11 };

export const fine: Pen = { width: 8 };

export function portrait(title: string, tint: keyof typeof newsprint, ...body: string[]): string {
  const glow = screentone({
    on: rectangle(0, 0, size, size),
    gap: 17,
    color: newsprintDots[tint],
    darkness: (x, y) => 0.72 - Math.hypot(x - 300, y - 640) / 760,
    cut: false,
  });
  return drawing({ width: size, height: size, title, background: newsprint[tint] }, glow, ...body);
}

export function beadEye(x: number, y: number, radiusX: number, radiusY: number): string {
  const glint = ellipse(x - radiusX * 0.3, y - radiusY * 0.42, radiusX * 0.36, radiusY * 0.3);
  return fill(ellipse(x, y, radiusX, radiusY), palette.ink) + fill(glint, palette.sheet);
}

export function blush(x: number, y: number): string {
  return inkLine(
    `M${x} ${y}l-9 24M${x + 22} ${y - 2}l-10 28M${x + 44} ${y}l-9 24`,
    { width: 5, fadeIn: 0, fadeOut: 0.7 },
    palette.red,
  );
}

export function shade(on: string, darkness: (x: number, y: number) => number): string {
  return screentone({ on, gap: 13, darkness });
}
