import { focusLines } from "../ink/focus-lines.ts";
import { palette } from "../ink/palette.ts";
import { looseEllipse, searchedStroke } from "../ink/pencil.ts";
import { between, distance, polar, type Point } from "../ink/point.ts";
import { coordinates } from "../ink/point.ts";
import { flatten, resample } from "../ink/path.ts";
import { clip, fill, line, place } from "../ink/svg.ts";
import { heroShapes, onigiriHero, printedHero } from "../motifs/onigiri-hero.ts";
import { border, filmOf, frame, pace, type Film } from "./film.ts";
import { filling, placed, strokesIn, tracing, type Stroke } from "./strokes.ts";

const at = { x: 400, y: 110, scale: 0.72 };
const on = (path: string): string => placed(path, at);
const centre: Point = [660, 336];
const { scarfTail, legs, body, headScarf, nori, brows, arm, glove, fingers, thumb } = heroShapes;
const plain = { scarf: palette.sheet, boots: palette.sheet, isToned: false };

export const speedFilm = (): Film =>
  filmOf("speed", {
    guides: { seconds: pace.guides, picture: guides(), strokes: strokesIn(guides()) },
    pencil: { seconds: pace.pencil, picture: pencilled(), strokes: strokesIn(pencilled()) },
    eraser: { seconds: pace.eraser, strokes: filling("M200 60H1060V640H200Z", 150, -20) },
    ink: { seconds: pace.ink, picture: inked(), strokes: inkStrokes() },
    tone: { seconds: pace.tone, picture: toned(), strokes: toneStrokes() },
  });

function guides(): string {
  const rays = Array.from({ length: 12 }, (_, index) => {
    const angle = (index / 12) * Math.PI * 2 + 0.2;
    return `M${coordinates(polar(centre, angle, 430, 270))}L${coordinates(polar(centre, angle, 620, 420))}`;
  });
  const [x, y] = centre;
  return (
    line(frame, palette.guide, 3) +
    line(`M${x - 22} ${y}h44M${x} ${y - 22}v44`, palette.guide, 3) +
    line(looseEllipse({ x, y, radiusX: 410, radiusY: 236, seed: 8 }), palette.guide, 2.6) +
    clip(frame, line(rays.join(""), palette.guide, 2.6))
  );
}

function pencilled(): string {
  const searched = [body, headScarf, nori, arm, glove, thumb, fingers, brows, ...legs, scarfTail];
  return place(at, fill(searched.map((path) => searchedStroke(path, 1)).join(""), palette.guideDark));
}

const crowd = (): string =>
  clip(frame, focusLines({ centre, clear: [420, 246], reach: 1000, count: 76, width: 19, seed: 8 }));

const inked = (): string => crowd() + place(at, onigiriHero(plain)) + border();

const inkStrokes = (): Stroke[] => [
  ...tracing(frame, 6),
  ...[body, headScarf, brows, arm, glove, fingers, thumb, nori, ...legs, scarfTail].flatMap((path) =>
    tracing(on(path), 14),
  ),
  ...filling(on("M190 226H272V290H190ZM328 226H410V290H328Z"), 20, 0),
  ...inward(crowd()),
];

/** Every line is pulled from the border toward the point. */
function inward(lines: string): Stroke[] {
  const [, path = ""] = / d="([^"]+Z)" fill/.exec(lines) ?? [];
  return flatten(path, 40).map(({ points: [tip = centre, ...rest] }) => {
    const base = rest.filter((point) => distance(centre, point) > 990);
    const middle = between(base[0] ?? tip, base.at(-1) ?? tip, 0.5);
    const width = distance(base[0] ?? tip, base.at(-1) ?? tip);
    const start = between(middle, tip, 0.3);
    return { points: resample([start, tip], 12), width: Math.max(10, width) };
  });
}

const toned = (): string =>
  clip(frame, fill(frame, palette.sheet), crowd(), place(at, onigiriHero(printedHero))) + border();

const toneStrokes = (): Stroke[] => [
  ...filling(on(headScarf), 30, 0),
  ...filling(on(scarfTail), 40, -10),
  ...filling(on(nori), 36, -60),
  ...legs.flatMap((leg) => filling(on(leg), 34, -50)),
  ...filling(on(body), 60, -40),
  ...filling(on(glove), 40, -40),
];
