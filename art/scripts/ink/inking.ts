import { palette } from "./palette.ts";
import { penStroke, type Pen } from "./pen.ts";
import { clip, fill, line } from "./svg.ts";

/** The pen for the outlines of solid things: no faded ends, strong contrast between upright and level. */
const outlinePen: Pen = { width: 8, contrast: 0.3 };

/** The pen for lines within a shape: quick start, long lift. */
const detailPen: Pen = { width: 6, fadeIn: 0.15, fadeOut: 0.5 };

/** A shape in flat colour with a pen outline. */
export function inked(shape: string, color: string, pen: Pen = {}): string {
  return fill(shape, color) + fill(penStroke(shape, { ...outlinePen, ...pen }), palette.ink);
}

/** The pen outline alone, for a shape that already has its tone. */
export function outline(shape: string, pen: Pen = {}): string {
  return fill(penStroke(shape, { ...outlinePen, ...pen }), palette.ink);
}

/** One or more pen lines within a shape: folds, mouths, whiskers. */
export function inkLine(path: string, pen: Pen = {}, color: string = palette.ink): string {
  return fill(penStroke(path, { ...detailPen, ...pen }), color);
}

/** A manga panel: the body cut to the frame, with an even ruled border. */
export function panel(frame: string, background: string, body: string, border = 6): string {
  return (
    fill(frame, background) +
    clip(frame, body) +
    line(frame, palette.ink, border, { "stroke-linecap": "butt", "stroke-linejoin": "miter" })
  );
}
