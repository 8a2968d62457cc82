import { inkLine, panel } from "../ink/inking.ts";
import { newsprint, palette } from "../ink/palette.ts";
import { screentone } from "../ink/screentone.ts";
import { line, place } from "../ink/svg.ts";
import { clumpFrom, drawClump, type Stage } from "../motifs/hair-clump.ts";
import { cover, stageNumber } from "./cover.ts";

/** One lock, back ribbon first, in a box of 420 by 760. */
const ribbons = [
  "210 -40 330 120 300 260 250 420 330 300 390 120 320 -40",
  "60 -40 40 160 190 300 150 520 250 330 180 140 190 -40",
  "290 -40 470 140 420 330 330 470 470 360 520 130 420 -40",
  "-40 -40 -60 180 40 330 10 500 130 350 90 160 80 -40",
  "150 -40 240 170 300 330 120 650 330 470 370 190 290 -40",
  "-10 -40 20 200 160 330 40 720 240 500 220 190 150 -40",
  "240 -40 380 200 430 400 270 700 470 520 480 200 360 -40",
  "60 -40 130 220 270 380 190 770 350 560 340 220 250 -40",
].map(clumpFrom);
const redRibbon = 4;
const looseHairs = [
  "M20 -40C-30 220 60 420 -20 640",
  "M330 -40C460 240 480 420 380 640",
  "M260 300C300 480 250 600 300 720",
];

export function hairCover(): string {
  const tone = screentone({
    on: "M812 34H1166V716H758Z",
    gap: 17,
    color: palette.sheet,
    darkness: (_, y) => 0.6 - (y - 20) / 1000,
    cut: false,
  });
  return cover(
    "One lock of hair built from ribbons in three stages: pencil, ink and black with sheen",
    newsprint.pink,
    panel("M34 34H392L338 716H34Z", palette.sheet, place({ x: 14, y: 20 }, lock("pencil"))),
    panel(
      "M414 34H790L736 716H360Z",
      palette.sheet,
      place({ x: 400, y: 20 }, place({ opacity: 0.35 }, lock("pencil")), lock("ink")),
    ),
    panel("M812 34H1166V716H758Z", "#f3b7a8", tone + place({ x: 800, y: 20 }, lock("tone"))),
    stageNumber(68, 68, 1),
    stageNumber(450, 68, 2),
    stageNumber(848, 68, 3),
  );
}

function lock(stage: Stage): string {
  const drawn = ribbons.map((ribbon, index) =>
    drawClump(ribbon, stage, {
      seed: index * 3 + 2,
      sheen: index % 2 === 1 ? [0.3, 0.5] : [0.22, 0.4],
      width: 6.5,
      strands: 4,
      color: index === redRibbon ? palette.red : palette.ink,
    }),
  );
  const hairs = looseHairs.map((path) =>
    stage === "pencil"
      ? line(path, palette.guide, 2.2)
      : inkLine(path, { width: 4.5, fadeIn: 0.1, fadeOut: 0.6 }),
  );
  return [...drawn, ...hairs].join("");
}
