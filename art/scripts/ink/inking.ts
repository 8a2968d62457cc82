import { palette } from "./palette.ts";
import { penStroke, type Pen } from "./pen.ts";
import { clip, fill, line } from "./svg.ts";

/** No faded ends; strong contrast between vertical and horizontal lines. */
const outlinePen: Pen = { width: 8, contrast: 0.3 };

const detailPen: Pen = { width: 6, fadeIn: 0.15, fadeOut: 0.5 };

export function inked(shape: string, color: string, pen: Pen = {}): string {
  return fill(shape, color) + fill(penStroke(shape, { ...outlinePen, ...pen }), palette.ink);
}

export function outline(shape: string, pen: Pen = {}): string {
  return fill(penStroke(shape, { ...outlinePen, ...pen }), palette.ink);
}

export function inkLine(path: string, pen: Pen = {}, color: string = palette.ink): string {
  return fill(penStroke(path, { ...detailPen, ...pen }), color);
}

export function panel(frame: string, background: string, body: string, border = 6): string {
  return (
    fill(frame, background) +
    clip(frame, body) +
    line(frame, palette.ink, border, { "stroke-linecap": "butt", "stroke-linejoin": "miter" })
  );
}
