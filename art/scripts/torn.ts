import { panel } from "./ink/inking.ts";
import { newsprint, newsprintDots, palette } from "./ink/palette.ts";
import type { Point } from "./ink/point.ts";
import { seededRandom } from "./ink/random.ts";
import { screentone } from "./ink/screentone.ts";
import { polygon, polyline, rectangle } from "./ink/shapes.ts";
import { clip, drawing, fill, line, place, reusable } from "./ink/svg.ts";
import { catEyes, sittingCat } from "./motifs/cat.ts";
import { girl } from "./motifs/girl/girl.ts";

const [width, height] = [1200, 760];
const [left, top, right, bottom] = [150, 48, 1050, 712];

const tear: readonly Point[] = (() => {
  const random = seededRandom(41);
  const steps = 17;
  return Array.from({ length: steps + 1 }, (_, index): Point => {
    const way = index / steps;
    const side = index % 2 === 0 ? -1 : 1;
    const swing = index === 0 || index === steps ? 0 : side * (8 + random() * 20);
    return [690 - 150 * way + swing, top + (bottom - top) * way];
  });
})();

export function torn(): string {
  const pencilled = reusable(sheet());
  const leftHalf = polygon([[left, top], ...tear, [left, bottom]]);
  const rightHalf = polygon([...tear, [right, bottom], [right, top]]);
  const half = (shape: string): string =>
    clip(shape, fill(shape, palette.sheet), pencilled.copy()) +
    line(shape, palette.ink, 5, { "stroke-linejoin": "miter" }) +
    line(polyline(tear), palette.sheet, 9, { "stroke-linejoin": "miter" });
  return drawing(
    {
      width,
      height,
      title: "A pencilled manga page, torn in two; a black cat looks through the tear",
      background: newsprint.sky,
    },
    screentone({
      on: rectangle(0, 0, width, height),
      gap: 20,
      color: newsprintDots.sky,
      darkness: (x, y) => 0.66 - Math.hypot(x - 1100, y - 720) / 1000,
      cut: false,
    }),
    pencilled.definition,
    place(
      { x: 44, y: 52, scale: 0.93 },
      place({ x: 570, y: 600, scale: 3.2 }, fill(sittingCat, palette.ink), catEyes()),
      opened(-12, 5.5, half(leftHalf)),
      opened(12, -5.5, half(rightHalf)),
      fill("M470 728L506 708L522 738L490 752ZM676 22L702 12L700 38ZM690 742L706 726L716 748Z", palette.sheet),
    ),
  );
}

const opened = (aside: number, turn: number, half: string): string =>
  place({ x: 690 + aside, y: top, turn }, place({ x: -690, y: -top }, half));

function sheet(): string {
  const frame = rectangle(left + 34, top + 34, right - left - 68, bottom - top - 68);
  return panel(frame, palette.sheet, place({ x: 150, y: -40, scale: 0.9 }, girl("pencil")));
}
