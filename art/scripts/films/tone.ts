import { outline } from "../ink/inking.ts";
import { newsprint, palette } from "../ink/palette.ts";
import { looseEllipse, searchedStroke } from "../ink/pencil.ts";
import { screentone } from "../ink/screentone.ts";
import { arc, ellipse, rectangle } from "../ink/shapes.ts";
import { clip, fill, line } from "../ink/svg.ts";
import { border, filmOf, frame, pace, type Film } from "./film.ts";
import { filling, strokesIn, tracing, type Stroke } from "./strokes.ts";

const [ballX, ballY, radius] = [400, 330, 196];
const ball = ellipse(ballX, ballY, radius);
const ballShadow = ellipse(ballX + 190, ballY + 186, 224, 44);
const cone = "M806 120L974 526C916 560 716 560 656 526Z";
const coneShadow = ellipse(944, 540, 170, 28);
const table = rectangle(40, 490, 1120, 168);
const tableLine = "M40 490H287M513 490H668M960 490H1160";
/** Where the light ends. */
const shadowEdges = `${arc([ballX - 92, ballY - 82], 210, -34, 118)}M812 150C846 300 862 430 856 550`;

export const toneFilm = (): Film =>
  filmOf("tone", {
    guides: { seconds: pace.guides, picture: guides(), strokes: strokesIn(guides()) },
    pencil: { seconds: pace.pencil, picture: pencilled(), strokes: strokesIn(pencilled()) },
    eraser: { seconds: pace.eraser, strokes: filling("M150 80H1140V640H150Z", 150, -20) },
    ink: { seconds: pace.ink, picture: inked(), strokes: inkStrokes() },
    tone: { seconds: pace.tone, picture: toned(), strokes: toneStrokes() },
  });

const guides = (): string =>
  [
    line(frame, palette.guide, 3),
    line("M40 490H1160", palette.guide, 3),
    line(looseEllipse({ x: ballX, y: ballY, radiusX: radius, seed: 4 }), palette.guide, 3),
    line("M806 90V560", palette.guide, 2.6),
    line(looseEllipse({ x: 815, y: 528, radiusX: 160, radiusY: 30, seed: 6 }), palette.guide, 2.6),
  ].join("");

const pencilled = (): string =>
  fill(
    [
      searchedStroke(cone, 2),
      searchedStroke(shadowEdges, 2),
      searchedStroke(ballShadow + coneShadow, 1),
    ].join(""),
    palette.guideDark,
  );

const shapes = (): string => outline(ball, { width: 9, contrast: 0.35 }) + outline(cone, { width: 9 });

const inked = (): string =>
  line(tableLine, palette.ink, 6) +
  fill(ball, palette.sheet) +
  fill(cone, palette.sheet) +
  shapes() +
  border();

const inkStrokes = (): Stroke[] => [
  ...tracing(frame, 6),
  ...tracing(ball, 14),
  ...tracing(cone, 14),
  ...tracing(tableLine, 8),
];

function ballDarkness(x: number, y: number): number {
  const [right, down] = [(x - ballX) / radius, (y - ballY) / radius];
  const out = Math.sqrt(Math.max(0, 1 - right * right - down * down));
  const reflected = right * 0.7 + down * 0.55 > 0.82 ? 0.3 : 0;
  return 0.62 - (right * -0.62 + down * -0.55 + out * 0.6) * 0.95 - reflected;
}

function coneDarkness(x: number, y: number): number {
  const across = (x - 811) / (8 + ((y - 120) / 406) * 160);
  return (across + 0.05) * 0.85 - (across > 0.8 ? 0.35 : 0);
}

function toned(): string {
  const dots = (on: string, darkness: (x: number, y: number) => number) =>
    screentone({ on, gap: 12, darkness });
  return (
    clip(
      frame,
      fill(frame, newsprint.mint),
      fill(table, "#b6d8bf"),
      line(tableLine, palette.ink, 6),
      dots(ballShadow, (x) => 0.85 - (x - ballX) / (radius * 3)),
      dots(coneShadow, (x) => 0.85 - (x - 816) / 440),
      fill(ball, palette.sheet),
      dots(ball, ballDarkness),
      fill(cone, palette.gold),
      dots(cone, coneDarkness),
      shapes(),
    ) + border()
  );
}

const toneStrokes = (): Stroke[] => [
  ...filling(ball, 64, -40),
  ...filling(cone, 56, -70),
  ...filling(ballShadow, 40, 0),
  ...filling(coneShadow, 34, 0),
  ...filling(table, 80, 0),
  ...filling(frame, 150, -60),
];
