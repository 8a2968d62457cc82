import { palette } from "../ink/palette.ts";
import { searchedStroke } from "../ink/pencil.ts";
import { screentone } from "../ink/screentone.ts";
import { clip, fill, line, place } from "../ink/svg.ts";
import { burst } from "../motifs/burst.ts";
import { scissorsBoxes } from "../motifs/hands/boxed-hands.ts";
import { constructionHand } from "../motifs/hands/construction-hand.ts";
import { scissorsHand, scissorsShapes } from "../motifs/hands/scissors-hand.ts";
import { cuffedSleeve } from "../motifs/hands/sleeve.ts";
import { border, filmOf, frame, type Film } from "./film.ts";
import { filling, placed, strokesIn, tracing, type Stroke } from "./strokes.ts";

const at = { x: 600, y: 372, scale: 0.86 };
const on = (path: string): string => placed(path, at);
const { leftSide, palm, little, ring, thumb, index, middle } = scissorsShapes;
const lineOfAction = "M0 440C-6 300-10 140-4 40M-16 40C-30-60-48-190-62-330M56 66C84-60 112-180 142-310";
const cuff = "M-124 240C-60 264 60 264 138 236L144 292C60 318-60 318-130 296Z";
const cuffSides = "M-126 296L-140 420M140 292L150 420";
const star = burst({
  centre: [604, 330],
  radiusX: 330,
  radiusY: 300,
  points: 15,
  reach: 1.24,
  chance: 0.3,
  seed: 12,
});

export const handFilm = (): Film =>
  filmOf("hand", {
    guides: { label: "Boxes", seconds: 3.6, picture: boxes(), strokes: strokesIn(boxes()) },
    pencil: { seconds: 2.8, picture: pencilled(), strokes: strokesIn(pencilled()) },
    eraser: { seconds: 0.9, strokes: filling("M380 50H820V656H380Z", 150, -20) },
    ink: { seconds: 3.5, picture: inked(), strokes: inkStrokes() },
    tone: { seconds: 3, picture: toned(), strokes: toneStrokes() },
  });

function boxes(): string {
  return (
    line(frame, palette.guide, 3) +
    clip(frame, place(at, line(lineOfAction, palette.guide, 2.4), constructionHand(scissorsBoxes, "none")))
  );
}

function pencilled(): string {
  const searched = [thumb, leftSide, ring, little, middle, index, cuff, cuffSides];
  const lines = searched.map((path) => searchedStroke(path, 2)).join("");
  return clip(frame, place(at, fill(lines, palette.guideDark)));
}

function inked(): string {
  return clip(frame, place(at, scissorsHand(), cuffedSleeve(palette.sheet))) + border();
}

function inkStrokes(): Stroke[] {
  const [indexLine, middleLine, notch, littleLine, ringLine, side, thumbLine, ...details] = strokesIn(
    place(at, scissorsHand()),
  );
  const outlines = [thumbLine, side, ringLine, littleLine, middleLine, indexLine, notch];
  return [
    ...tracing(frame, 6),
    ...outlines.filter((stroke) => stroke !== undefined),
    ...strokesIn(place(at, cuffedSleeve(palette.sheet))).toReversed(),
    ...details,
  ];
}

function toned(): string {
  return (
    clip(
      frame,
      fill(frame, palette.ink),
      fill(star, palette.gold),
      screentone({
        on: star,
        gap: 30,
        color: palette.sheet,
        darkness: (x, y) => 0.95 - Math.hypot(x - 604, y - 330) / 430,
      }),
      place(at, scissorsHand(), shading(), cuffedSleeve(palette.red)),
    ) + border()
  );
}

/** Light comes from the upper right. */
function shading(): string {
  const dots = (shape: string, darkness: (x: number, y: number) => number) =>
    screentone({ on: shape, gap: 12, darkness });
  return [
    dots(index, (x, y) => (y > 10 ? 0 : (60 - y * 0.24 - x) / 90)),
    dots(middle, (x, y) => (y > 0 ? 0 : (-28 + y * 0.13 - x) / 90)),
    dots(little, (x, y) => (-100 - x) / 90 + (y - 40) / 320),
    dots(ring, (x, y) => (-58 - x) / 110 + (y - 30) / 320),
    dots(`${thumb}Z`, (x, y) => Math.min((y - 110) / 130, (x - 10) / 150)),
    dots(palm, (x, y) => (y < 176 ? 0 : (-10 - x) / 170 + (y - 190) / 380)),
  ].join("");
}

function toneStrokes(): Stroke[] {
  return [
    ...[middle, index, ring, little, palm, `${thumb}Z`].flatMap((shape) => filling(on(shape), 60, -60)),
    ...filling(on("M-128 296C-60 318 60 318 144 292L150 420H-140Z"), 44, -20),
    ...filling(star, 110, -60),
    ...filling(frame, 130, -60),
  ];
}
