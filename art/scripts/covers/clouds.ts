import { inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { penStroke } from "../ink/pen.ts";
import { round } from "../ink/point.ts";
import { discs, rows } from "../ink/tables.ts";
import { screentone } from "../ink/screentone.ts";
import { arc, ellipse, rectangle } from "../ink/shapes.ts";
import { fill, line } from "../ink/svg.ts";
import { inked } from "../ink/inking.ts";
import { cumulus } from "../motifs/cumulus.ts";
import { cover, coverWidth } from "./cover.ts";

const puffs = discs(
  "250 520 120, 380 420 140, 540 330 150, 690 240 140, 830 310 150, 960 420 140, 1080 520 120, " +
    "620 450 190, 820 470 180, 440 540 150, 180 600 90, 1150 610 100, 760 170 90, 600 210 84",
);

/** Overlaps between puffs: center x and y, radius, start and end angle in degrees. */
const folds = rows(
  "540 330 150 10 88, 690 240 140 30 110, 380 420 140 -20 60, 830 310 150 60 140, " +
    "620 450 120 200 290, 900 470 90 190 280, 440 540 90 200 300, 960 420 140 80 150",
);

const horizon = "M0 660C150 620 300 650 440 636C640 616 780 668 960 640C1060 624 1140 640 1200 630";

/** x and height of each pole; the base is at y = 656. */
const poles = [
  { x: 180, height: 330 },
  { x: 470, height: 270 },
  { x: 720, height: 220 },
  { x: 930, height: 180 },
];
const poleFoot = 656;

export function cloudsCover(): string {
  return cover(
    "A towering summer cloud over a line of telegraph poles",
    "#6fb1e0",
    screentone({
      on: rectangle(0, 0, coverWidth, 620),
      gap: 18,
      color: palette.sheet,
      darkness: (_, y) => (y - 80) / 760,
      cut: false,
    }),
    inked(ellipse(200, 170, 84), palette.red, { width: 7, contrast: 0.22 }),
    cumulus(puffs, 14, {
      gap: 12,
      color: "#4b9fd6",
      darkness: (depth, y) => Math.min(0.55, Math.max(0, depth - 0.22) * 0.75) + Math.max(0, (y - 470) / 900),
    }),
    ...folds.map(([x = 0, y = 0, radius = 0, from = 0, to = 0], index) =>
      inkLine(arc([x, y], radius, from, to), { width: index % 2 === 0 ? 7 : 6, fadeIn: 0.4 }),
    ),
    meadow(),
    ...poles.map(pole),
    line(wires(), palette.ink, 3),
    birds(),
  );
}

function meadow(): string {
  return [
    fill(`${horizon}V750H0Z`, palette.green),
    inkLine(horizon, { width: 9, fadeIn: 0.02, fadeOut: 0.02 }),
    screentone({
      on: `${horizon}V750H0Z`,
      gap: 13,
      darkness: (_, y) => (y < 668 ? 0 : (y - 650) / 170),
      cut: false,
    }),
  ].join("");
}

function pole({ x, height }: { x: number; height: number }): string {
  const arm = (up: number, half: number, thick: number) =>
    rectangle(round(x - height * half), round(poleFoot - height * up), round(height * half * 2), thick);
  const post = `M${x - 6} ${poleFoot}L${x - 4} ${poleFoot - height}H${x + 4}L${x + 6} ${poleFoot}Z`;
  return fill(post + arm(0.9, 0.16, 8) + arm(0.76, 0.12, 7), palette.ink);
}

function wires(): string {
  const stations = [{ x: -60, height: 380 }, ...poles, { x: 1240, height: 150 }];
  let path = "";
  for (const up of [0.9, 0.76]) {
    for (const offset of [-0.14, 0.14]) {
      for (const [index, from] of stations.entries()) {
        const to = stations[index + 1];
        if (!to) break;
        const [x0, y0] = [from.x + offset * from.height, poleFoot - from.height * up];
        const [x1, y1] = [to.x + offset * to.height, poleFoot - to.height * up];
        path += `M${round(x0)} ${round(y0)}Q${round((x0 + x1) / 2)} ${round((y0 + y1) / 2 + 54)} ${round(x1)} ${round(y1)}`;
      }
    }
  }
  return path;
}

function birds(): string {
  const flock = [
    { x: 860, y: 120, size: 1 },
    { x: 930, y: 92, size: 0.7 },
    { x: 980, y: 140, size: 0.55 },
  ].map(({ x, y, size }) => {
    const wing = (reach: number) => round(x + reach * size);
    const up = (height: number) => round(y - height * size);
    const path = `M${wing(-34)} ${up(12)}Q${wing(-14)} ${up(20)} ${x} ${y}Q${wing(14)} ${up(20)} ${wing(34)} ${up(12)}`;
    return penStroke(path, { width: 7 * size, fadeIn: 0.4, fadeOut: 0.4 });
  });
  return fill(flock.join(""), palette.ink);
}
