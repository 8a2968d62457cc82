/** A position in drawing units: x to the right, y downwards. */
export type Point = readonly [x: number, y: number];

/** To one decimal, the precision that every drawing is stored with. */
export function round(value: number): number {
  const rounded = Math.round(value * 10) / 10;
  return rounded === 0 ? 0 : rounded;
}

/** Coordinates as path data: "12.5 40". */
export function coordinates(...points: readonly Point[]): string {
  return points.map(([x, y]) => `${round(x)} ${round(y)}`).join(" ");
}

export function distance(from: Point, to: Point): number {
  return Math.hypot(to[0] - from[0], to[1] - from[1]);
}

/** The point at `share` (0 to 1) of the way. */
export function between(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** The point `radius` away from the centre at an angle in radians, clockwise from the right. */
export function polar(centre: Point, angle: number, radiusX: number, radiusY = radiusX): Point {
  return [centre[0] + Math.cos(angle) * radiusX, centre[1] + Math.sin(angle) * radiusY];
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
