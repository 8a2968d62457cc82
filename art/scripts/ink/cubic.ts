import { between, coordinates, type Point } from "./point.ts";

export type Cubic = readonly [start: Point, control1: Point, control2: Point, end: Point];

export function cubicPath([start, ...rest]: Cubic): string {
  return `M${coordinates(start)}C${coordinates(...rest)}`;
}

export function reversed([start, control1, control2, end]: Cubic): Cubic {
  return [end, control2, control1, start];
}

/** `from` and `to` are shares of the curve, 0 to 1. */
export function piece(curve: Cubic, from: number, to: number): Cubic {
  const [start] = split(curve, to);
  return from > 0 ? split(start, from / to)[1] : start;
}

export function betweenCubics(one: Cubic, other: Cubic, share: number): Cubic {
  return [
    between(one[0], other[0], share),
    between(one[1], other[1], share),
    between(one[2], other[2], share),
    between(one[3], other[3], share),
  ];
}

export function cubicPoint(curve: Cubic, t: number): Point {
  return split(curve, t)[0][3];
}

/** De Casteljau's algorithm. */
function split([start, control1, control2, end]: Cubic, t: number): [Cubic, Cubic] {
  const [a, b, c] = [between(start, control1, t), between(control1, control2, t), between(control2, end, t)];
  const [d, e] = [between(a, b, t), between(b, c, t)];
  const middle = between(d, e, t);
  return [
    [start, a, d, middle],
    [middle, e, c, end],
  ];
}
