import { panel } from "../ink/inking.ts";
import { newsprint, palette } from "../ink/palette.ts";
import { looseEllipse } from "../ink/pencil.ts";
import { screentone } from "../ink/screentone.ts";
import { fill, line, place } from "../ink/svg.ts";
import { burst } from "../motifs/burst.ts";
import { paperHand, scissorsBoxes } from "../motifs/hands/boxed-hands.ts";
import { constructionHand } from "../motifs/hands/construction-hand.ts";
import { rockHand } from "../motifs/hands/rock-hand.ts";
import { scissorsHand } from "../motifs/hands/scissors-hand.ts";
import { cuffedSleeve, plainSleeve } from "../motifs/hands/sleeve.ts";
import { cover, stageNumber } from "./cover.ts";

const frames = {
  paper: "M34 34H376L336 716H34Z",
  scissors: "M398 34H718L678 716H358Z",
  rock: "M740 34H1166V716H700Z",
};

const lineOfAction =
  "M10 460C-10 300 0 100 24-350M-150 20C-90-70 60-90 130 0M-170-150C-110-310 90-350 170-200";

export function handsCover(): string {
  const boxes = constructionHand(scissorsBoxes, "none");
  return cover(
    "Three hands playing paper, scissors, rock: built from pencil boxes, inked, and finished with tone",
    newsprint.mint,
    panel(
      frames.paper,
      palette.sheet,
      place(
        { x: 188, y: 412, scale: 0.82 },
        line(lineOfAction, palette.guide, 1.8),
        constructionHand(paperHand),
        palmGuides(),
      ),
    ),
    panel(
      frames.scissors,
      palette.sheet,
      place(
        { x: 528, y: 424, scale: 0.93 },
        scissorsHand(),
        plainSleeve(),
        place({ opacity: 0.5, blend: "multiply" }, boxes),
      ),
    ),
    panel(
      frames.rock,
      palette.ink,
      impact() + place({ x: 940, y: 318, scale: 1.12 }, rockHand(), cuffedSleeve(palette.red)),
    ),
    stageNumber(68, 68, 1),
    stageNumber(432, 68, 2),
    stageNumber(776, 68, 3),
  );
}

function palmGuides(): string {
  const ball = looseEllipse({ x: 40, y: 96, radiusX: 38, radiusY: 72, turn: 28, seed: 8 });
  return (
    line(ball, palette.guide, 2) +
    line("M-116-22L72 178M100-34L-70 178", palette.guide, 1.4, { opacity: 0.7 })
  );
}

function impact(): string {
  const star = burst({
    centre: [938, 350],
    radiusX: 236,
    radiusY: 262,
    points: 15,
    reach: 1.26,
    chance: 0.3,
    seed: 12,
  });
  return (
    fill(star, palette.gold) +
    screentone({
      on: star,
      gap: 17,
      color: palette.sheet,
      darkness: (x, y) => 0.95 - Math.hypot(x - 938, y - 320) / 380,
    })
  );
}
