/** Drawing units; y points down. */
export type Point = readonly [x: number, y: number];

export function round(value: number): number {
  const rounded = Math.round(value * 10) / 10;
  return rounded === 0 ? 0 : rounded;
}

export function coordinates(...points: readonly Point[]): string {
  return points.map(([x, y]) => `${round(x)} ${round(y)}`).join(" ");
}

export function distance(from: Point, to: Point): number {
  return Math.hypot(to[0] - from[0], to[1] - from[1]);
}

export function between(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** `angle` is in radians, clockwise from the right. */
export function polar(centre: Point, angle: number, radiusX: number, radiusY = radiusX): Point {
  return [centre[0] + Math.cos(angle) * radiusX, centre[1] + Math.sin(angle) * radiusY];
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
