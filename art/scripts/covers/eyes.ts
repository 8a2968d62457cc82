import { panel } from "../ink/inking.ts";
import { newsprint, palette } from "../ink/palette.ts";
import { round } from "../ink/point.ts";
import { screentone } from "../ink/screentone.ts";
import { ellipse } from "../ink/shapes.ts";
import { fill, place } from "../ink/svg.ts";
import { eye, type EyeStage } from "../motifs/eye.ts";
import { cover, stageNumber } from "./cover.ts";

const steps: { stage: EyeStage; top: number; bottom: number }[] = [
  { stage: "guides", top: 34, bottom: 248 },
  { stage: "pencil", top: 264, bottom: 478 },
  { stage: "ink", top: 494, bottom: 716 },
];

function gutterAt(y: number): number {
  return round(452 - (y - 34) * 0.13);
}

export function eyesCover(): string {
  return cover(
    "An anime eye in four stages, from guide lines to finished ink and tone",
    newsprint.pink,
    ...steps.map(({ stage, top, bottom }, index) => {
      const frame = `M34 ${top}H${gutterAt(top)}L${gutterAt(bottom)} ${bottom}H34Z`;
      const drawn = place({ x: 220 - index * 8, y: (top + bottom) / 2 + 26, scale: 0.66 }, eye(stage));
      return panel(frame, palette.sheet, drawn) + stageNumber(68, top + 34, index + 1);
    }),
    panel(`M${gutterAt(34) + 20} 34H1166V716H${gutterAt(716) + 20}Z`, palette.glow, finishedEye()),
    stageNumber(498, 68, 4),
  );
}

function finishedEye(): string {
  const skin = ellipse(790, 430, 430, 330);
  return [
    screentone({
      on: "M460 34H1166V716H380Z",
      gap: 17,
      color: palette.sheet,
      darkness: (x, y) => 0.62 - Math.hypot(x - 1120, y - 60) / 900,
      cut: false,
    }),
    fill(skin, palette.sheet),
    place({ x: 775, y: 420, scale: 1.78 }, eye("tone")),
    screentone({
      on: skin,
      gap: 13,
      color: palette.red,
      darkness: (x, y) => (y < 560 ? 0 : 0.5 - Math.hypot((x - 800) / 330, (y - 690) / 80) * 0.5),
      cut: false,
    }),
  ].join("");
}
