import { inkLine, panel } from "../ink/inking.ts";
import { newsprint, palette } from "../ink/palette.ts";
import { penStroke } from "../ink/pen.ts";
import { polar, radians } from "../ink/point.ts";
import { seededRandom } from "../ink/random.ts";
import { screentone } from "../ink/screentone.ts";
import { polygon, polyline } from "../ink/shapes.ts";
import { fill, place, reusable } from "../ink/svg.ts";
import { anger, grief, joy, mischief, onGirl, surprise } from "../motifs/girl/expressions.ts";
import { glint } from "../motifs/glint.ts";
import { girlAroundExpression } from "../motifs/girl/girl.ts";
import { cover } from "./cover.ts";

const frames = {
  joy: "M34 34H536L486 716H34Z",
  anger: "M558 34H850L826 364H534Z",
  surprise: "M872 34H1166V364H848Z",
  grief: "M532 386H824L800 716H508Z",
  mischief: "M846 386H1166V716H822Z",
};

export function facesCover(): string {
  const around = girlAroundExpression(18);
  const behind = reusable(around.behind);
  const before = reusable(around.before);
  const head = (
    { x, y, turn = 0, scale }: { x: number; y: number; turn?: number; scale: number },
    mood: string,
  ) => place({ x, y, turn, scale }, place({ x: -500, y: -540 }, behind.copy(), onGirl(mood), before.copy()));
  return cover(
    "An expression sheet: the same girl laughing, angry, surprised, crying and up to mischief",
    newsprint.sky,
    behind.definition + before.definition,
    panel(frames.joy, palette.gold, laughterGlow() + head({ x: 262, y: 408, turn: -5, scale: 0.76 }, joy())),
    panel(frames.anger, palette.red, head({ x: 682, y: 226, turn: 4, scale: 0.42 }, anger()) + vein()),
    panel(frames.surprise, palette.sheet, shock() + head({ x: 1004, y: 230, scale: 0.42 }, surprise())),
    panel(frames.grief, newsprint.sky, gloom() + head({ x: 660, y: 580, turn: -4, scale: 0.42 }, grief())),
    panel(
      frames.mischief,
      palette.ink,
      head({ x: 984, y: 582, turn: 7, scale: 0.43 }, mischief()) + sparkle(),
    ),
  );
}

function laughterGlow(): string {
  return screentone({
    on: frames.joy,
    gap: 18,
    color: palette.sheet,
    darkness: (x, y) => Math.hypot(x - 270, y - 400) / 620 - 0.25,
    cut: false,
  });
}

function vein(): string {
  const bends = [0, 90, 180, 270].map((turn) =>
    place(
      { turn },
      inkLine(
        "M9 36C11 18 18 11 36 9",
        { width: 11, fadeIn: 0.2, fadeOut: 0.2, thinnest: 0.5 },
        palette.sheet,
      ),
    ),
  );
  return place({ x: 590, y: 96, turn: 10, scale: 1.1 }, ...bends);
}

function shock(): string {
  const random = seededRandom(14);
  const flashes = Array.from({ length: 44 }, (_, index) => {
    const angle = radians((index / 44) * 360 + random() * 5);
    const spread = 0.008 + random() * 0.016;
    return polygon([
      polar([1012, 214], angle, 158 + random() * 26, 140 + random() * 24),
      polar([1012, 214], angle - spread, 330),
      polar([1012, 214], angle + spread, 330),
    ]);
  });
  return fill(flashes.join(""), palette.ink);
}

function gloom(): string {
  const random = seededRandom(9);
  const lines = Array.from({ length: 26 }, (_, index) => {
    const x = 524 + index * 12;
    const fall = polyline([
      [x, 380],
      [x - 4, 440 + random() * 120],
    ]);
    return penStroke(fall, { width: 5, fadeIn: 0, fadeOut: 1, thinnest: 0.05 });
  });
  return fill(lines.join(""), palette.ink);
}

function sparkle(): string {
  return (
    place({ x: 1112, y: 452 }, glint(46, palette.gold)) + place({ x: 1064, y: 420 }, glint(18, palette.sheet))
  );
}
