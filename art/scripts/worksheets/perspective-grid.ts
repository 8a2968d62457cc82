import { inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { coordinates, type Point } from "../ink/point.ts";
import { ellipse, polyline } from "../ink/shapes.ts";
import { line } from "../ink/svg.ts";
import { bottom, left, note, right, top, trace, worksheet } from "./worksheet.ts";

const horizon = 1440;
const [leftPoint, rightPoint]: [Point, Point] = [
  [left, horizon],
  [right, horizon],
];
const [first, last] = [top + 60, bottom - 30];

interface Box {
  /** The edge nearest to us. */
  readonly x: number;
  readonly low: number;
  readonly high: number;
  /** Shares of the way to both vanishing points. */
  readonly leftward: number;
  readonly rightward: number;
}

const boxes: Box[] = [
  { x: 1000, low: 2080, high: 1800, leftward: 0.24, rightward: 0.26 },
  { x: 640, low: 1580, high: 1260, leftward: 0.26, rightward: 0.14 },
  { x: 1290, low: 1080, high: 850, leftward: 0.16, rightward: 0.22 },
];

export function perspectiveGrid(): string {
  const rays = [leftPoint, rightPoint].flatMap((from, side) => {
    const across = side === 0 ? right : left;
    const ends = Array.from({ length: 13 }, (_, index) => first + ((last - first) * index) / 12);
    return ends.map((y) => `M${coordinates(from)}L${coordinates([across, y])}`);
  });
  return worksheet(
    {
      title: "Two-point perspective grid",
      how: [
        "Upright edges stay upright. Every other edge runs to the left or to the right point. Below the horizon you see the top of",
        "a box, above it the underside. Draw ten boxes of your own, then a palm with its wrist in each of the three places.",
      ],
    },
    line(rays.join(""), palette.guide, 1.8),
    line(`M${left} ${horizon}H${right}`, palette.guideDark, 5),
    ...boxes.map(boxInPerspective),
    line(ellipse(...leftPoint, 14) + ellipse(...rightPoint, 14), palette.red, 5),
    note("left point", left, horizon + 64),
    note("horizon: your eye level", 900, horizon - 20),
    note("right point", right - 140, horizon + 64),
    trace(`M${left} ${first}H${right}M${left} ${last}H${right}`, 1.8),
  );
}

function boxInPerspective({ x, low, high, leftward, rightward }: Box): string {
  const toward = (from: Point, to: Point, share: number): Point => [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
  ];
  const near = [low, high].map((y): [Point, Point, Point] => {
    const edge: Point = [x, y];
    return [toward(edge, leftPoint, leftward), edge, toward(edge, rightPoint, rightward)];
  });
  const lid = near[high > horizon ? 1 : 0];
  const [lower, upper] = near;
  if (!lid || !lower || !upper) return "";
  const edges = [
    polyline(lower),
    polyline(upper),
    ...[0, 1, 2].map((index) => upright(lower[index], upper[index])),
  ];
  const isCut = low > horizon && high < horizon;
  const far = crossing(lid[0], rightPoint, lid[2], leftPoint);
  return inkLine(edges.join("") + (isCut ? "" : polyline([lid[0], far, lid[2]])), {
    width: 8,
    fadeIn: 0.04,
    fadeOut: 0.04,
    thinnest: 0.5,
  });
}

const upright = (from: Point | undefined, to: Point | undefined): string =>
  from && to ? polyline([from, to]) : "";

function crossing(a: Point, b: Point, c: Point, d: Point): Point {
  const cross = (one: Point, other: Point) => one[0] * other[1] - one[1] * other[0];
  const [along, across]: [Point, Point] = [
    [b[0] - a[0], b[1] - a[1]],
    [d[0] - c[0], d[1] - c[1]],
  ];
  const share = cross([c[0] - a[0], c[1] - a[1]], across) / cross(along, across);
  return [a[0] + along[0] * share, a[1] + along[1] * share];
}
