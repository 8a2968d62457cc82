import { palette } from "../ink/palette.ts";
import { place } from "../ink/svg.ts";
import { clumpFrom, drawClump, type Stage } from "../motifs/hair-clump.ts";
import { note, trace, worksheet } from "./worksheet.ts";

const ribbon = clumpFrom("-10 -40 20 200 160 330 40 660 240 500 220 190 150 -40");
const ribbonWay = "M70-70C110 190 200 400 52 690";
const twisted = [
  "290 -40 470 140 420 330 330 470 470 360 520 130 420 -40",
  "60 -40 40 160 190 300 150 520 250 330 180 140 190 -40",
  "150 -40 240 170 300 330 120 650 330 470 370 190 290 -40",
  "240 -40 380 200 430 400 270 700 470 520 480 200 360 -40",
  "60 -40 130 220 270 380 190 770 350 560 340 220 250 -40",
].map(clumpFrom);

/** How each hair falls, from its root. */
const ways = ["M0 0C40 160 150 300 20 560", "M60 0C-60 180 130 300 40 560", "M0 0C140 90 150 330 110 560"];

export function hairRibbons(): string {
  return worksheet(
    {
      title: "Hair ribbons",
      how: [
        "A ribbon has a root, two edges and one tip. Give each curve its two edges, then ink the edge on the shadow side heavier.",
        "Black comes last: leave a broken band of paper where the head turns to the light.",
      ],
    },
    ...(["pencil", "ink", "tone"] as const).map((stage, index) => inStage(stage, 640 + index * 480)),
    place({ x: 200, y: 470, scale: 0.82 }, trace(ribbonWay, 4)),
    ...["1  Curve", "2  Edges", "3  Ink", "4  Black"].map((words, index) =>
      note(words, 190 + index * 480, 1100),
    ),
    trace("M130 1140H1970", 2),
    note("Curves without edges: make each one a ribbon", 130, 1200),
    ...Array.from({ length: 6 }, (_, index) =>
      place({ x: 190 + index * 300, y: 1240, scale: 0.96 }, trace(ways[index % 3] ?? "", 4)),
    ),
    trace("M130 1830H1970", 2),
    note("One lock of five ribbons: ink what is in front first, then fill with black", 130, 1890),
    place({ x: 240, y: 1950, scale: 0.8 }, ...twisted.map((clump) => pencilled(clump))),
    place({ x: 820, y: 1950, scale: 0.8 }, ...twisted.map((clump) => pencilled(clump))),
    place(
      { x: 1400, y: 1950, scale: 0.8 },
      ...twisted.map((clump, index) => drawClump(clump, "ink", { seed: index + 2, width: 6.5, strands: 1 })),
    ),
  );
}

function inStage(stage: Stage, x: number): string {
  const drawn = drawClump(ribbon, stage, { seed: 14, width: 7, strands: 3 });
  return place({ x, y: 470, scale: 0.82 }, drawn);
}

const pencilled = (clump: (typeof twisted)[number]): string =>
  drawClump(clump, "pencil", { seed: 3, guide: palette.guide });
