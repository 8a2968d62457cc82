import { inkLine } from "../../ink/inking.ts";
import { palette } from "../../ink/palette.ts";
import { looseEllipse } from "../../ink/pencil.ts";
import { rectangle } from "../../ink/shapes.ts";
import { fill, line } from "../../ink/svg.ts";
import type { Stage } from "../hair-clump.ts";
import { pencilBehindEar } from "../pencil-tool.ts";
import { clothes, scarf, scarfEnd, shoulders } from "./clothes.ts";
import { blush, eyes, face, fringeShadow, grin, jawLeft, jawLine, jawRight, nose } from "./face.ts";
import { backHair, frontHair, skull, skullLine, strayHair } from "./hair.ts";
import { printedGirl, type GirlLook } from "./look.ts";

/** About 1000 units square; the face is around 500 550. */
export function girl(stage: Stage, look: GirlLook = printedGirl): string {
  return stage === "pencil" ? pencilled(look) : finished(stage, look);
}

/** Draws only the part from 250 330 to 770 744. */
export function girlCloseUp(): string {
  const look = printedGirl;
  return [
    fill(rectangle(220, 260, 560, 500), palette.ink),
    fill(face, look.sheet),
    fringeShadow(look),
    blush(look),
    jawLine(),
    features("tone", look),
    fill(skull, palette.ink),
    frontHair("tone", look),
  ].join("");
}

/** The caller draws an expression between the two parts. */
export function girlAroundExpression(toneGap: number): { behind: string; before: string } {
  const look = { ...printedGirl, toneGap };
  return { behind: behindFeatures("tone", look), before: beforeFeatures("tone", look) };
}

function pencilled(look: GirlLook): string {
  const crosses = "M182 96v28M168 110h28M818 96v28M804 110h28";
  return (
    headGuides(look.guide) +
    line(jawLeft + jawRight, look.guide, 3) +
    line("M296 460C290 560 330 660 440 752M704 460C710 560 670 660 560 752", look.guide, 1.5) +
    backHair("pencil", look) +
    line(skullLine, look.guide, 2.6) +
    frontHair("pencil", look) +
    eyes("pencil", look) +
    pencilBehindEar("pencil", look) +
    pencilledMouthAndClothes(look.guide) +
    line(crosses, look.guide, 2)
  );
}

/** Ball and axes. */
export function headGuides(guide: string): string {
  const ball =
    line(looseEllipse({ x: 500, y: 402, radiusX: 236, seed: 2, overlap: 0.12 }), guide, 2.6) +
    line(
      looseEllipse({ x: 500, y: 430, radiusX: 160, radiusY: 206, seed: 9, passes: 1, overlap: 0.05 }),
      guide,
      1.4,
      {
        opacity: 0.6,
      },
    );
  return (
    ball +
    line("M500 96V850M214 548H786M240 648H760M300 706H700", guide, 2) +
    line("M268 440C360 470 640 470 732 440", guide, 1.8) +
    line("M500 150C470 300 470 600 500 790", guide, 1.6)
  );
}

export function pencilledMouthAndClothes(guide: string): string {
  const noseAndMouth =
    "M506 616C516 638 518 648 500 656M448 704C480 722 524 722 556 700M484 738C494 743 508 743 516 738";
  const neckLines = "M424 776C430 800 426 830 420 846M576 776C570 800 574 830 580 846";
  return line(`${noseAndMouth}${scarf}${scarfEnd}${neckLines}${shoulders}`, guide, 2.6);
}

function finished(stage: "ink" | "tone", look: GirlLook): string {
  return [
    behindFeatures(stage, look),
    stage === "tone" ? blush(look) : "",
    features(stage, look),
    beforeFeatures(stage, look),
  ].join("");
}

function behindFeatures(stage: "ink" | "tone", look: GirlLook): string {
  const toned = stage === "tone";
  return [
    backHair(stage, look),
    fill(rectangle(330, 260, 360, 360), toned ? palette.ink : look.sheet),
    clothes(toned, look),
    fill(face, look.sheet),
    toned ? fringeShadow(look) : "",
    jawLine(),
  ].join("");
}

function features(stage: "ink" | "tone", look: GirlLook): string {
  const toned = stage === "tone";
  return eyes(stage, look) + nose(toned) + grin(toned, look);
}

function beforeFeatures(stage: "ink" | "tone", look: GirlLook): string {
  return [
    pencilBehindEar(stage, look),
    fill(skull, stage === "tone" ? palette.ink : look.sheet),
    inkLine(skullLine, { width: 6.5, fadeIn: 0.04, fadeOut: 0.04, thinnest: 0.6, contrast: 0.1, seed: 8 }),
    frontHair(stage, look),
    strayHair(stage, look),
  ].join("");
}
