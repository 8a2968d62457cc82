import { palette } from "../ink/palette.ts";
import { ellipse } from "../ink/shapes.ts";
import { fill } from "../ink/svg.ts";

/** About 90 by 115 units around 0 0. */
export const sittingCat =
  "M-20 40C-26 10-18-6-12-18C-20-30-20-44-16-60L-4-48C2-50 8-50 14-48L26-60C30-44 30-30 22-18C28-4 34 14 28 40C40 40 52 34 56 20C58 8 68 10 66 22C62 44 44 54 24 52H-14C-20 52-20 46-20 40Z";

export function catSilhouette(): string {
  return (
    fill(sittingCat, palette.ink) +
    fill(ellipse(-3, -34, 3.4, 4.6) + ellipse(13, -34, 3.4, 4.6), palette.gold)
  );
}

export function catEyes(): string {
  return (
    fill(ellipse(-3, -34, 4.2, 5) + ellipse(13, -34, 4.2, 5), palette.gold) +
    fill(ellipse(-2, -34, 1.5, 4) + ellipse(12, -34, 1.5, 4), palette.ink)
  );
}
