import { inkLine } from "../ink/inking.ts";
import { newsprint, palette } from "../ink/palette.ts";
import { looseEllipse, searchedStroke } from "../ink/pencil.ts";
import { screentone } from "../ink/screentone.ts";
import { arc, ellipse } from "../ink/shapes.ts";
import { clip, fill, line } from "../ink/svg.ts";
import { closedEyes, headPaths, type HeadPose } from "../motifs/construction-head.ts";
import { border, filmOf, frame, pace, type Film } from "./film.ts";
import { filling, strokesIn, tracing, type Stroke } from "./strokes.ts";

/** One looks aside, one at us, one up and over the shoulder. */
const poses: readonly HeadPose[] = [
  { x: 250, y: 286, radius: 160, yaw: -0.85, pitch: -0.06 },
  { x: 610, y: 296, radius: 160, yaw: -0.3, pitch: -0.2 },
  { x: 968, y: 276, radius: 160, yaw: 0.6, pitch: 0.3 },
];

export const headFilm = (): Film =>
  filmOf("head", {
    guides: { seconds: pace.guides, picture: guides(), strokes: strokesIn(guides()) },
    pencil: { seconds: pace.pencil, picture: pencilled(), strokes: strokesIn(pencilled()) },
    eraser: { seconds: pace.eraser, strokes: filling("M60 60H1140V640H60Z", 150, -20) },
    ink: { seconds: pace.ink, picture: inked(), strokes: inkStrokes() },
    tone: { seconds: pace.tone, picture: toned(), strokes: toneStrokes() },
  });

function guides(): string {
  const balls = poses.map((pose) => {
    const { x, y, radius } = pose;
    return (
      line(looseEllipse({ x, y, radiusX: radius, seed: Math.round(x) }), palette.guide, 3) +
      line(headPaths(pose).axes, palette.guide, 2.6)
    );
  });
  return line(frame, palette.guide, 3) + balls.join("");
}

function pencilled(): string {
  return poses
    .map((pose) => {
      const { sides, jaw, profile } = headPaths(pose);
      return (
        line(sides.join(""), palette.guideDark, 2.6) +
        fill(searchedStroke(jaw, 2), palette.guideDark) +
        line(profile, palette.guideDark, 2.6)
      );
    })
    .join("");
}

/** From the brow over the top and down the back of the head. */
function skull({ x, y, radius, yaw }: HeadPose): string {
  const back = 8 + Math.abs(yaw) * 56;
  return yaw < 0 ? arc([x, y], radius, 176, 360 + back) : arc([x, y], radius, 180 - back, 364);
}

function inkedHead(pose: HeadPose): string {
  const { jaw, nose, mouth, ear } = headPaths(pose);
  const outlinePen = { width: 9, fadeIn: 0.06, fadeOut: 0.06, thinnest: 0.4 };
  return [
    inkLine(skull(pose), outlinePen),
    inkLine(jaw, outlinePen),
    closedEyes(pose),
    inkLine(ear, { width: 7, fadeIn: 0.1, fadeOut: 0.2 }),
    inkLine(nose, { width: 7, fadeIn: 0.6, fadeOut: 0.2 }),
    inkLine(mouth, { width: 7, fadeIn: 0.3, fadeOut: 0.3 }),
  ].join("");
}

const inked = (): string => poses.map(inkedHead).join("") + border();

const inkStrokes = (): Stroke[] => [
  ...tracing(frame, 6),
  ...poses.flatMap((pose) => strokesIn(inkedHead(pose))),
];

/** The slice that the light misses: the side plane that is seen, and the underside of the jaw. */
function shaded(pose: HeadPose): string {
  const { sides } = headPaths(pose);
  return sides.reduce((wider, side) => (side.length > wider.length ? side : wider), "");
}

const partsOf = (pose: HeadPose): string[] => [
  ellipse(pose.x, pose.y, pose.radius),
  `${headPaths(pose).jaw}Z`,
];

function toned(): string {
  return (
    clip(
      frame,
      fill(frame, newsprint.sky),
      ...poses.flatMap(partsOf).map((part) => fill(part, palette.sheet)),
      ...poses.map((pose) => screentone({ on: `${shaded(pose)}Z`, gap: 11, darkness: () => 0.3 })),
      ...poses.map((pose) =>
        screentone({
          on: `${headPaths(pose).jaw}Z`,
          gap: 11,
          darkness: (_, y) => (y - pose.y - pose.radius * 0.98) / (pose.radius * 0.9),
        }),
      ),
      ...poses.map(inkedHead),
    ) + border()
  );
}

const toneStrokes = (): Stroke[] => [
  ...poses.flatMap((pose) => filling(`${shaded(pose)}Z`, 46, -50)),
  ...poses.flatMap(partsOf).flatMap((part) => filling(part, 70, -20)),
  ...filling(frame, 130, -60),
];
