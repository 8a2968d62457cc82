import { palette } from "../../ink/palette.ts";
import { distance, polar, type Point } from "../../ink/point.ts";
import { seededRandom, type Random } from "../../ink/random.ts";
import { looseEllipse } from "../../ink/pencil.ts";
import { polyline } from "../../ink/shapes.ts";
import { fill, line } from "../../ink/svg.ts";
import { headingAt, limbShape, type Limb } from "./limb.ts";

/** The first two corners are the upper edge. */
type Front = readonly Point[];

export interface BoxedHand {
  fingers: readonly Limb[];
  /** Far boxes first. */
  slabs: readonly Front[];
}

/** Offset of the far edges. */
const depth: Point = [20, -13];

export function constructionHand({ fingers, slabs }: BoxedHand, sheet: string = palette.sheet): string {
  const random = seededRandom(31);
  const boxes = [...slabs, ...fingers.flatMap(fingerFronts)].map((front) => box(front, sheet, random));
  const rings = fingers.flatMap(({ joints, widths }) =>
    joints.slice(0, -1).map(([x, y], index) => {
      const turn = (headingAt(joints, index) * 180) / Math.PI + 90;
      const radiusX = (widths[index] ?? 0) * 0.5;
      return looseEllipse({
        x,
        y,
        radiusX,
        radiusY: radiusX * 0.36,
        turn,
        seed: index + 3,
        passes: 1,
        overlap: 0.1,
      });
    }),
  );
  const flesh = fingers.map(limbShape).join("");
  return (
    boxes.join("") +
    line(rings.join(""), palette.guide, 2.2) +
    line(flesh, palette.guide, 1.6, { opacity: 0.7 })
  );
}

function fingerFronts({ joints, widths }: Limb): Front[] {
  return joints.slice(0, -1).map((from, index): Front => {
    const to = joints[index + 1] ?? from;
    const along = Math.atan2(to[1] - from[1], to[0] - from[0]);
    const [near, far] = [(widths[index] ?? 0) * 0.44, (widths[index + 1] ?? 0) * 0.44];
    const last = index === joints.length - 2;
    const end = last ? polar(to, along, far * 0.8) : polar(to, along, -5);
    const start = polar(from, along, 5);
    return [
      polar(end, along - Math.PI / 2, far),
      polar(end, along + Math.PI / 2, far),
      polar(start, along + Math.PI / 2, near),
      polar(start, along - Math.PI / 2, near),
    ];
  });
}

function box(front: Front, sheet: string, random: Random): string {
  const [a, b, c, d] = front;
  if (!a || !b || !c || !d) return "";
  const hull = polyline([a, back(a), back(b), back(c), c, d]);
  const edges: [Point, Point][] = [
    ...front.map((corner, index): [Point, Point] => [corner, front[(index + 1) % 4] ?? corner]),
    [a, back(a)],
    [b, back(b)],
    [c, back(c)],
    [back(a), back(b)],
    [back(b), back(c)],
  ];
  const drawn = edges.map(([from, to]) => searchedLine(from, to, random)).join("");
  return fill(`${hull}Z`, sheet) + line(drawn, palette.guide, 2.8);
}

function back([x, y]: Point): Point {
  return [x + depth[0], y + depth[1]];
}

function searchedLine(from: Point, to: Point, random: Random): string {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const beyond = Math.min(9, distance(from, to) * 0.12);
  const near = ([x, y]: Point): Point => [x + (random() - 0.5) * 3.4, y + (random() - 0.5) * 3.4];
  return [0, 1]
    .map(() =>
      polyline([near(polar(from, angle, -beyond * random())), near(polar(to, angle, beyond * random()))]),
    )
    .join("");
}
