import { lettering } from "../../../src/platform/lettering.ts";
import { palette } from "../ink/palette.ts";
import { coordinates, type Point } from "../ink/point.ts";
import { screentone } from "../ink/screentone.ts";
import { clip, fill, line, outlined } from "../ink/svg.ts";
import { burst } from "../motifs/burst.ts";
import { border, filmOf, frame, pace, type Film } from "./film.ts";
import { filling, placed, strokesIn, tracing, type Stroke } from "./strokes.ts";

const star = burst({
  centre: [604, 348],
  radiusX: 392,
  radiusY: 210,
  points: 16,
  reach: 1.26,
  chance: 0.2,
  seed: 9,
});

/** They grow from left to right. */
const letters = Array.from("BANG").map((letter, index) => {
  const size = 180 + index * 36;
  const x = 176 + index * 168 + index * index * 14;
  const y = 426 + index * 14;
  return { path: lettering(letter, x, y, size), left: x, foot: y, width: size * 0.8, height: size * 0.76 };
});
const word = letters.map(({ path }) => path).join("");

export const soundFilm = (): Film =>
  filmOf("sound", {
    guides: { seconds: pace.guides, picture: guides(), strokes: strokesIn(guides()) },
    pencil: { seconds: pace.pencil, picture: pencilled(), strokes: strokesIn(pencilled()) },
    eraser: { seconds: pace.eraser, strokes: filling("M100 60H1120V640H100Z", 150, -20) },
    ink: { seconds: pace.ink, picture: inked(), strokes: inkStrokes() },
    tone: { seconds: pace.tone, picture: toned(), strokes: toneStrokes() },
  });

function guides(): string {
  const [first, last] = [letters[0]!, letters.at(-1)!];
  const from: Point[] = [
    [first.left - 70, first.foot + 2],
    [first.left - 70, first.foot - first.height],
  ];
  const to: Point[] = [
    [last.left + last.width + 60, last.foot + 8],
    [last.left + last.width + 60, last.foot - last.height - 10],
  ];
  const boxes = letters.map(
    ({ left, foot, width, height }) => `M${left} ${foot}h${width}v${-height}h${-width}Z`,
  );
  return (
    line(frame, palette.guide, 3) +
    line(
      from.map((point, index) => `M${coordinates(point)}L${coordinates(to[index] ?? point)}`).join(""),
      palette.guide,
      3,
    ) +
    boxes.map((box) => line(box, palette.guide, 2.6)).join("")
  );
}

const pencilled = (): string => letters.map(({ path }) => line(path, palette.guideDark, 3.4)).join("");

const lettered = (): string => outlined(word, palette.sheet, palette.ink, 24) + fill(word, palette.sheet);

const starLine = (): string => line(star, palette.ink, 9, { "stroke-linejoin": "miter" });

const inked = (): string => clip(frame, starLine(), lettered()) + border();

const inkStrokes = (): Stroke[] => [
  ...tracing(frame, 6),
  ...letters.flatMap(({ path }) => tracing(path, 30)),
  ...tracing(star, 14),
];

function toned(): string {
  return (
    clip(
      frame,
      fill(frame, palette.red),
      fill(placed(star, { x: 12, y: 14 }), palette.ink),
      fill(star, palette.gold),
      screentone({
        on: star,
        gap: 17,
        color: palette.sheet,
        darkness: (x, y) => 0.9 - Math.hypot((x - 604) / 520, (y - 348) / 330),
      }),
      starLine(),
      lettered(),
      screentone({ on: word, gap: 12, color: palette.red, darkness: (_, y) => (y - 300) / 240 }),
    ) + border()
  );
}

const toneStrokes = (): Stroke[] => [
  ...filling(word, 44, -70),
  ...filling(star, 90, -40),
  ...filling(frame, 140, -60),
];
