import { inked, inkLine } from "../../ink/inking.ts";
import { palette } from "../../ink/palette.ts";
import { polar, type Point } from "../../ink/point.ts";
import { screentone } from "../../ink/screentone.ts";
import { closedSpline, ellipse, spline } from "../../ink/shapes.ts";
import { fill, place } from "../../ink/svg.ts";
import { rows } from "../../ink/tables.ts";

const leaf = "#79b98c";

export function seaweed(): string {
  return [
    inked("M716 282L748 118L846 130L838 290Z", palette.ink),
    inked("M800 296L866 148L956 182L918 318Z", palette.ink),
    inkLine(
      "M742 250L764 150M760 256L784 152M838 270L884 184M862 280L910 196",
      { width: 6, fadeIn: 0.3 },
      palette.sheet,
    ),
  ].join("");
}

export function fishCake(): string {
  const ruffle = Array.from({ length: 28 }, (_, index): Point => {
    const out = index % 2 === 0 ? 1 : 0.88;
    return polar([372, 328], (index / 28) * Math.PI * 2, 84 * out, 50 * out);
  });
  const swirl = Array.from({ length: 30 }, (_, index): Point => {
    const turn = (index / 29) * Math.PI * 3.6;
    return polar([372, 326], turn, 8 + turn * 4.2, 5 + turn * 2.5);
  });
  return (
    inked(closedSpline(ruffle), palette.sheet) +
    inkLine(spline(swirl), { width: 12, fadeIn: 0.1, fadeOut: 0.2 }, palette.red)
  );
}

export function pork(): string {
  const slice = "M420 286C440 256 520 244 560 262C590 280 570 312 530 322C486 332 412 320 420 286Z";
  return [
    inked(slice, "#f6b6a6"),
    screentone({
      on: slice,
      gap: 11,
      color: palette.red,
      darkness: (x, y) => (y - 280) / 90 + (480 - x) / 500,
    }),
    inkLine(
      "M450 292C468 274 520 266 540 278C552 290 524 304 500 306C482 306 478 296 494 290",
      { width: 7, fadeIn: 0.1, fadeOut: 0.3 },
      palette.sheet,
    ),
  ].join("");
}

export function egg(): string {
  return place(
    { x: 762, y: 352, turn: -10, scale: 0.92 },
    inked(ellipse(0, 0, 104, 66), palette.sheet, { width: 11 }),
    screentone({ on: ellipse(0, 0, 104, 66), gap: 12, darkness: (x, y) => (x * 0.4 + y - 26) / 110 }),
    inked(ellipse(-4, -4, 60, 39), "#f08a24", { width: 8 }),
    fill("M-50-6C-44-30-12-40 16-34C-8-30-30-18-38 4C-46 6-50 2-50-6Z", palette.gold),
    fill(ellipse(-24, -20, 13, 7, -24), palette.sheet),
  );
}

export function scallions(): string {
  return rows("446 366 -20, 690 312 14, 868 372 10, 320 374 24, 652 284 40, 700 404 -16")
    .map(([x = 0, y = 0, turn = 0]) =>
      place(
        { x, y, turn },
        inked(ellipse(0, 0, 21, 13), leaf, { width: 6 }),
        inked(ellipse(0, 0, 9, 5), palette.gold, { width: 4 }),
      ),
    )
    .join("");
}
