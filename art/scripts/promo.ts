import { focusLines } from "./ink/focus-lines.ts";
import { inkLine } from "./ink/inking.ts";
import { palette } from "./ink/palette.ts";
import { drawing, place } from "./ink/svg.ts";
import { dipPen } from "./motifs/drawing-tools.ts";

export function promoNib(): string {
  return drawing(
    { width: 760, height: 420 },
    focusLines({
      centre: [470, 215],
      clear: [190, 135],
      reach: 760,
      count: 84,
      width: 10,
      seed: 12,
      color: palette.paper,
    }),
    inkLine(
      "M-20 360C120 300 150 190 250 190C330 190 330 290 260 300C180 310 210 150 450 176",
      { width: 24, fadeIn: 0.5, fadeOut: 0.12, thinnest: 0.05, contrast: 0.45 },
      palette.red,
    ),
    place({ x: 450, y: 176, turn: 52, scale: 1.05 }, dipPen()),
  );
}
