import { coordinates, polar, radians, type Point } from "./point.ts";

export function spline(points: readonly Point[]): string {
  return splineThrough(points, (index) => points[Math.max(0, Math.min(points.length - 1, index))]);
}

export function closedSpline(points: readonly Point[]): string {
  const [first] = points;
  if (!first) return "";
  const around = (index: number) => points[(index + points.length) % points.length];
  return `${splineThrough([...points, first], around)}Z`;
}

/** Catmull-Rom, written as cubic curves. `neighbour` extends the points beyond both ends. */
function splineThrough(points: readonly Point[], neighbour: (index: number) => Point | undefined): string {
  const tension = 1 / 6;
  let path = "";
  for (const [index, from] of points.entries()) {
    const to = points[index + 1];
    if (index === 0) path = `M${coordinates(from)}`;
    if (!to) break;
    const before = neighbour(index - 1) ?? from;
    const after = neighbour(index + 2) ?? to;
    const control1: Point = [
      from[0] + (to[0] - before[0]) * tension,
      from[1] + (to[1] - before[1]) * tension,
    ];
    const control2: Point = [to[0] - (after[0] - from[0]) * tension, to[1] - (after[1] - from[1]) * tension];
    path += `C${coordinates(control1, control2, to)}`;
  }
  return path;
}

export function polyline(points: readonly Point[]): string {
  return points.map((point, index) => `${index === 0 ? "M" : "L"}${coordinates(point)}`).join("");
}

export function polygon(points: readonly Point[]): string {
  return `${polyline(points)}Z`;
}

export function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${coordinates([x, y])}h${width}v${height}h${-width}Z`;
}

/** `turn` is in degrees. */
export function ellipse(x: number, y: number, radiusX: number, radiusY = radiusX, turn = 0): string {
  const kappa = 0.5523;
  const cos = Math.cos(radians(turn));
  const sin = Math.sin(radians(turn));
  const on = (across: number, down: number): Point => {
    const [dx, dy] = [across * radiusX, down * radiusY];
    return [x + dx * cos - dy * sin, y + dx * sin + dy * cos];
  };
  return (
    `M${coordinates(on(1, 0))}` +
    `C${coordinates(on(1, kappa), on(kappa, 1), on(0, 1))}` +
    `C${coordinates(on(-kappa, 1), on(-1, kappa), on(-1, 0))}` +
    `C${coordinates(on(-1, -kappa), on(-kappa, -1), on(0, -1))}` +
    `C${coordinates(on(kappa, -1), on(1, -kappa), on(1, 0))}Z`
  );
}

/** Angles are in degrees, clockwise from the right. */
export function arc(
  centre: Point,
  radius: number,
  fromDegrees: number,
  toDegrees: number,
  radiusY = radius,
): string {
  const steps = 8;
  return spline(
    Array.from({ length: steps + 1 }, (_, index) =>
      polar(centre, radians(fromDegrees + ((toDegrees - fromDegrees) * index) / steps), radius, radiusY),
    ),
  );
}
