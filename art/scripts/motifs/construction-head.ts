import { inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { looseEllipse } from "../ink/pencil.ts";
import { coordinates, type Point } from "../ink/point.ts";
import { polyline, spline } from "../ink/shapes.ts";
import { fill, line } from "../ink/svg.ts";

/** Angles are in radians: positive yaw turns to the head's left, positive pitch up. */
export interface HeadPose {
  x: number;
  y: number;
  radius: number;
  yaw: number;
  pitch: number;
}

/** The ball has radius 1; x points right, y up, z out of the face. */
type Place = readonly [x: number, y: number, z: number];

const jawOutline: Place[] = [
  [-0.86, -0.1, 0.22],
  [-0.83, -0.6, 0.22],
  [-0.68, -1, 0.4],
  [-0.3, -1.34, 0.8],
  [0, -1.4, 0.92],
  [0.3, -1.34, 0.8],
  [0.68, -1, 0.4],
  [0.83, -0.6, 0.22],
  [0.86, -0.1, 0.22],
];

const earOutline: Place[] = [
  [0.86, -0.08, 0.02],
  [0.94, 0.02, -0.14],
  [0.96, -0.12, -0.26],
  [0.92, -0.4, -0.16],
  [0.86, -0.56, 0.0],
  [0.84, -0.48, 0.08],
];

export function constructionHead(pose: HeadPose): string {
  const { x, y, radius } = pose;
  const seed = Math.round(x + y);
  const { jaw, axes, sides, profile, mouth } = headPaths(pose);
  return [
    fill(`${looseEllipse({ x, y, radiusX: radius, seed, passes: 1, overlap: 0 })}Z`, palette.sheet),
    fill(`${jaw}Z`, palette.sheet),
    guide(looseEllipse({ x, y, radiusX: radius, seed, overlap: 0.15 }), 2.6),
    guide(axes, 2.6),
    guide(sides.join(""), 2.2),
    guide(jaw, 3.2),
    line(profile, palette.red, 3.4),
    closedEyes(pose),
    inkLine(mouth, { width: 6, fadeIn: 0.3, fadeOut: 0.3 }),
  ].join("");
}

/** `axes`: the brow line and the center line on the ball. `profile`: from the brow over the nose to the chin. */
export function headPaths(pose: HeadPose) {
  const flat = (...place: Place): Point => turned(pose, place).point;
  return {
    jaw: spline(jawOutline.map((place) => flat(...place))),
    axes:
      visibleCircle(pose, (angle) => [Math.sin(angle), 0, Math.cos(angle)]) +
      visibleCircle(pose, (angle) => [0, Math.sin(angle), Math.cos(angle)]),
    sides: [-0.8, 0.8].map((side) =>
      visibleCircle(pose, (angle) => [side, Math.sin(angle) * 0.6, Math.cos(angle) * 0.6]),
    ),
    profile: polyline([flat(0, 0, 1), flat(0, -0.62, 1.04), flat(0, -1.4, 0.92)]),
    nose: polyline([flat(0, -0.3, 1.02), flat(0.02, -0.62, 1.14), flat(-0.1, -0.66, 0.98)]),
    ear: spline(earOutline.map(([right, up, out]) => flat(pose.yaw < 0 ? right : -right, up, out))),
    mouth: bentLine(flat(-0.24, -0.98, 0.9), flat(0, -1.02, 0.96), flat(0.24, -0.98, 0.9)),
  };
}

export const closedEyes = (pose: HeadPose): string =>
  [-0.4, 0.4].map((across) => closedEye(pose, across)).join("");

function guide(path: string, width: number): string {
  return line(path, palette.guideDark, width);
}

function closedEye(pose: HeadPose, across: number): string {
  if (turned(pose, [across, -0.18, 0.86]).towardsUs < 0.2) return "";
  const [left, right] = [across - 0.2, across + 0.2].map((x) => turned(pose, [x, -0.18, 0.86]).point);
  if (!left || !right) return "";
  const top: Point = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2 - pose.radius * 0.17];
  return inkLine(bentLine(left, top, right), { width: 9, fadeIn: 0.3, fadeOut: 0.3 });
}

function turned(
  { x, y, radius, yaw, pitch }: HeadPose,
  [right, up, out]: Place,
): { point: Point; towardsUs: number } {
  const across = right * Math.cos(yaw) + out * Math.sin(yaw);
  const depth = -right * Math.sin(yaw) + out * Math.cos(yaw);
  const height = up * Math.cos(pitch) - depth * Math.sin(pitch);
  return {
    point: [x + across * radius, y - height * radius],
    towardsUs: up * Math.sin(pitch) + depth * Math.cos(pitch),
  };
}

function visibleCircle(pose: HeadPose, onCircle: (angle: number) => Place): string {
  const steps = 48;
  const runs: Point[][] = [[]];
  for (let step = 0; step <= steps; step++) {
    const { point, towardsUs } = turned(pose, onCircle((step / steps) * Math.PI * 2));
    if (towardsUs > -0.04) runs.at(-1)?.push(point);
    else if (runs.at(-1)?.length) runs.push([]);
  }
  return runs
    .filter((run) => run.length > 2)
    .map((run) => spline(run.filter((_, index) => index % 3 === 0 || index === run.length - 1)))
    .join("");
}

function bentLine(from: Point, bend: Point, to: Point): string {
  return `M${coordinates(from)}Q${coordinates(bend, to)}`;
}
