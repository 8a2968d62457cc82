import { inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { looseEllipse, searchedStroke } from "../ink/pencil.ts";
import { screentone } from "../ink/screentone.ts";
import { arc, ellipse, rectangle } from "../ink/shapes.ts";
import { clip, fill, line } from "../ink/svg.ts";
import { discs, rows } from "../ink/tables.ts";
import { cumulus } from "../motifs/cumulus.ts";
import { border, filmOf, frame, pace, type Film } from "./film.ts";
import { filling, strokesIn, tracing, type Stroke } from "./strokes.ts";

/** Large, middle, small. */
const puffs = discs(
  "470 320 150, 660 240 120, 800 390 140, 300 430 110, 620 420 150, 960 460 90, 380 470 110, 520 190 64, 740 160 52, 890 320 60, 210 490 60, 1040 510 50",
);
/** Center x and y, radius, first and last angle. */
const folds = rows(
  "470 320 150 -10 70, 660 240 120 50 120, 620 420 130 190 262, 800 390 110 196 262, 300 430 100 -30 40",
);
const floor = 540;
const ground = "M40 606C260 590 520 602 760 596C920 592 1060 600 1160 596V658H40Z";
const noTone = { gap: 12, color: palette.guide, darkness: () => 0 };
const shade = {
  gap: 12,
  color: "#4b9fd6",
  darkness: (depth: number, y: number) =>
    Math.min(0.5, Math.max(0, depth - 0.25) * 0.75) + Math.max(0, (y - 430) / 520),
};
const above = rectangle(40, 36, 1120, floor - 36);

export const cloudFilm = (): Film =>
  filmOf("cloud", {
    guides: { seconds: pace.guides, picture: guides(), strokes: strokesIn(guides()) },
    pencil: { seconds: pace.pencil, picture: pencilled(), strokes: strokesIn(pencilled()) },
    eraser: { seconds: pace.eraser, strokes: filling("M100 60H1140V640H100Z", 150, -20) },
    ink: { seconds: pace.ink, picture: inked(), strokes: inkStrokes() },
    tone: { seconds: pace.tone, picture: toned(), strokes: toneStrokes() },
  });

const guides = (): string =>
  line(frame, palette.guide, 3) +
  line(`M40 600H1160M130 ${floor}H1110`, palette.guide, 3) +
  puffs
    .map(({ x, y, radius }, seed) =>
      line(looseEllipse({ x, y, radiusX: radius, seed, passes: 1 }), palette.guide, 2.6),
    )
    .join("");

function pencilled(): string {
  const bumps = puffs.map(({ x, y, radius }) => {
    const from = (Math.atan2(y - 400, x - 620) * 180) / Math.PI;
    return searchedStroke(arc([x, y], radius, from - 62, from + 62), 1);
  });
  const inside = folds.map(([x = 0, y = 0, radius = 0, from = 0, to = 0]) =>
    searchedStroke(arc([x, y], radius, from, to), 1),
  );
  return clip(above, fill([...bumps, ...inside].join(""), palette.guideDark));
}

const foldLines = (): string =>
  folds
    .map(([x = 0, y = 0, radius = 0, from = 0, to = 0]) =>
      inkLine(arc([x, y], radius, from, to), { fadeIn: 0.4 }),
    )
    .join("");

const groundLine = (): string =>
  inkLine("M40 606C260 590 520 602 760 596C920 592 1060 600 1160 596", {
    width: 8,
    fadeIn: 0.02,
    fadeOut: 0.02,
  });

const cloud = (tone: Parameters<typeof cumulus>[2]): string =>
  clip(above, cumulus(puffs, 14, tone)) + foldLines();

const inked = (): string => cloud(noTone) + groundLine() + border();

const inkStrokes = (): Stroke[] => [
  ...tracing(frame, 6),
  ...puffs.flatMap(({ x, y, radius }) => tracing(ellipse(x, y, radius), 18)),
  ...strokesIn(foldLines() + groundLine()),
];

function toned(): string {
  return (
    clip(
      frame,
      fill(frame, "#6fb1e0"),
      screentone({
        on: frame,
        gap: 18,
        color: palette.sheet,
        darkness: (_, y) => (y - 120) / 620,
        cut: false,
      }),
      cloud(shade),
      fill(ground, palette.green),
      groundLine(),
    ) + border()
  );
}

const toneStrokes = (): Stroke[] => [
  ...puffs.flatMap(({ x, y, radius }) =>
    filling(ellipse(x + radius * 0.3, y + radius * 0.3, radius * 0.7), 60, 40),
  ),
  ...filling(ground, 44, 0),
  ...filling(frame, 130, -60),
];
