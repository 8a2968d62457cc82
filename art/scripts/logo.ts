import { lettering } from "../../src/platform/lettering.ts";
import { palette } from "./ink/palette.ts";
import { penStroke } from "./ink/pen.ts";
import { drawing, fill, place } from "./ink/svg.ts";

export const gutterStroke = penStroke(
  "M49 19C44 11 31 9 23 13C13 18 15 28 27 31C39 34 51 36 50 46C49 55 33 58 14 49",
  {
    width: 10.5,
    fadeIn: 0.3,
    fadeOut: 0.5,
    thinnest: 0.1,
    contrast: -0.25,
    roughness: 0.02,
    tremble: 0.1,
    tolerance: 0.05,
    seed: 3,
  },
);

/** A panel of 60 in a box of 64. */
export function mark(ink: string = palette.ink, paper: string = palette.sheet): string {
  return drawing({ width: 64, height: 64 }, markParts(ink, paper));
}

export function logo(ink: string, paper: string): string {
  return drawing(
    { width: 292, height: 64, title: "Senga" },
    markParts(ink, paper),
    fill(lettering("Senga", 76, 50, 54), ink),
  );
}

/** Launchers crop icons, so the mark stays within the middle 80 percent. */
export function maskableIcon(): string {
  return drawing(
    { width: 64, height: 64, background: palette.paper },
    place({ x: 13.4, y: 13.4, scale: 0.58 }, markParts(palette.ink, palette.sheet)),
  );
}

function markParts(ink: string, paper: string): string {
  return fill("M5 2H59Q62 2 62 5V59Q62 62 59 62H5Q2 62 2 59V5Q2 2 5 2Z", ink) + fill(gutterStroke, paper);
}
