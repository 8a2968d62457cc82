import { newsprint, palette } from "../ink/palette.ts";
import { polar, type Point } from "../ink/point.ts";
import { screentone } from "../ink/screentone.ts";
import { ellipse } from "../ink/shapes.ts";
import { clip, fill, line, place } from "../ink/svg.ts";
import { eye, eyeShapes, pencilledEye } from "../motifs/eye.ts";
import { filmOf, frame, type Film } from "./film.ts";
import { filling, placed, strokesIn, tracing, type Stroke } from "./strokes.ts";

const at = { x: 590, y: 392, scale: 1.56 };
const on = (path: string): string => placed(path, at);
const { white, upperLash, lidFold, brow, lowerLid, lowerLashes, innerCorner, iris, pupil } = eyeShapes;
const upperIris = "M-65 8C-65-110 81-110 81 8C56-30-40-30-65 8Z";
const cheek = "M250 530H970C950 640 900 656 880 656H340C310 656 270 640 250 530Z";
const skin = ellipse(610, 420, 460, 300);

export const eyeFilm = (): Film =>
  filmOf("eye", {
    guides: { seconds: 2.6, picture: guides(), strokes: strokesIn(guides()) },
    pencil: { seconds: 3.3, picture: pencilled(), strokes: strokesIn(pencilled()) },
    eraser: { seconds: 0.9, strokes: filling("M60 50H1140V656H60Z", 150, -20) },
    ink: { seconds: 4, picture: inked(), strokes: inkStrokes() },
    tone: { seconds: 3, picture: toned(), strokes: toneStrokes() },
  });

function guides(): string {
  return line(frame, palette.guide, 3) + place(at, eye("guides"));
}

function pencilled(): string {
  return place(at, pencilledEye(palette.guideDark));
}

function inked(): string {
  return line(frame, palette.ink, 6, { "stroke-linejoin": "miter" }) + place(at, eye("ink"));
}

function inkStrokes(): Stroke[] {
  return [
    ...tracing(frame, 6),
    ...tracing(on(upperLash), 8),
    ...filling(on(upperLash), 22, 70),
    ...tracing(on(lidFold), 14),
    ...tracing(on(lowerLid), 16),
    ...tracing(on(iris), 12),
    ...tracing(on(pupil), 8),
    ...filling(on(pupil), 30, 60),
    ...filling(on(upperIris), 26, 20),
    ...rays(),
    ...tracing(on(lowerLashes + innerCorner), 14),
    ...tracing(on(brow), 36),
  ];
}

/** From the edge of the iris inward. */
function rays(): Stroke[] {
  return Array.from({ length: 23 }, (_, index) => {
    const angle = ((index + 0.5) / 23) * Math.PI * 1.25 - 0.4;
    const points = [1, 0.8, 0.6].map((share): Point => {
      const [x, y] = polar([8, 8], angle, 72 * share, 92 * share);
      return [at.x + x * at.scale, at.y + y * at.scale];
    });
    return { points, width: 26, within: on(iris) };
  });
}

function toned(): string {
  return (
    clip(
      frame,
      fill(frame, newsprint.straw),
      fill(frame, palette.glow),
      screentone({
        on: frame,
        gap: 17,
        color: palette.sheet,
        darkness: (x, y) => 0.62 - Math.hypot(x - 1160, y - 40) / 800,
        cut: false,
      }),
      fill(skin, palette.sheet),
      screentone({
        on: skin,
        gap: 14,
        color: palette.red,
        darkness: (x, y) => (y < 540 ? 0 : 0.5 - Math.hypot((x - 610) / 330, (y - 664) / 84) * 0.5),
        cut: false,
      }),
      place(at, eye("tone")),
    ) + line(frame, palette.ink, 6, { "stroke-linejoin": "miter" })
  );
}

function toneStrokes(): Stroke[] {
  return [
    ...filling(on(iris), 56, -50),
    ...filling(on(white), 60, -20),
    ...filling(cheek, 60, 0),
    ...filling(besideSkin(150), 120, -70),
    ...filling(besideSkin(1070), 120, -70),
  ];
}

/** The panel left or right of the skin, up to its middle. */
function besideSkin(edge: number): string {
  const [corner, bend] = edge < 610 ? [36, 356] : [1164, 864];
  return `M${corner} 32H610V120C${bend} 120 ${edge} 254 ${edge} 420C${edge} 586 ${bend} 720 610 720H${corner}Z`;
}
