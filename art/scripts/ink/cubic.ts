import { between, coordinates, type Point } from "./point.ts";

/** One cubic Bézier curve: its ends and the two handles between them. */
export type Cubic = readonly [start: Point, control1: Point, control2: Point, end: Point];

/** The curve as path data. */
export function cubicPath([start, ...rest]: Cubic): string {
  return `M${coordinates(start)}C${coordinates(...rest)}`;
}

/** The same curve drawn from its end to its start. */
export function reversed([start, control1, control2, end]: Cubic): Cubic {
  return [end, control2, control1, start];
}

/** The piece of the curve between two shares (0 to 1) of it. */
export function piece(curve: Cubic, from: number, to: number): Cubic {
  const [start] = split(curve, to);
  return from > 0 ? split(start, from / to)[1] : start;
}

/** The curve at `share` (0 to 1) of the way from one curve to the other. */
export function betweenCubics(one: Cubic, other: Cubic, share: number): Cubic {
  return [
    between(one[0], other[0], share),
    between(one[1], other[1], share),
    between(one[2], other[2], share),
    between(one[3], other[3], share),
  ];
}

/** A point of the curve, `t` from 0 to 1. */
export function cubicPoint(curve: Cubic, t: number): Point {
  return split(curve, t)[0][3];
}

/** De Casteljau's cut of a curve in two. */
function split([start, control1, control2, end]: Cubic, t: number): [Cubic, Cubic] {
  const [a, b, c] = [between(start, control1, t), between(control1, control2, t), between(control2, end, t)];
  const [d, e] = [between(a, b, t), between(b, c, t)];
  const middle = between(d, e, t);
  return [
    [start, a, d, middle],
    [middle, e, c, end],
  ];
}
