import { readSegments } from "../ink/path-segments.ts";
import { flatten, resample } from "../ink/path.ts";
import { coordinates, distance, radians, type Point } from "../ink/point.ts";
import type { Placement } from "../ink/svg.ts";
import { identity, moved, readTree, times, transformOf, type Matrix, type SvgNode } from "../ink/svg-tree.ts";

/** One movement of the hand, on the sheet's coordinates. */
export interface Stroke {
  readonly points: readonly Point[];
  /** Of the trace that it uncovers. */
  readonly width: number;
  /** It uncovers nothing outside. */
  readonly within?: string;
}

/**
 * Finds how a hand would draw a picture: lines along themselves, ink along the middle of its outline. Filled areas,
 * clips and dots are left to `filling`.
 */
export function strokesIn(svg: string): Stroke[] {
  return strokesOf(readTree(`<g>${svg}</g>`), identity);
}

function strokesOf({ name, attributes, children }: SvgNode, outer: Matrix): Stroke[] {
  if (name === "clipPath" || attributes.get("stroke-dasharray") === "0 1") return [];
  const matrix = times(outer, transformOf(attributes.get("transform") ?? ""));
  if (name !== "path") return children.flatMap((child) => strokesOf(child, matrix));

  const path = attributes.get("d") ?? "";
  const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
  const ways = attributes.has("stroke")
    ? flatten(path).map(({ points }) => ({ points, width: Number(attributes.get("stroke-width") ?? 1) }))
    : middles(path);
  return ways
    .filter(({ points }) => points.length > 1)
    .map(({ points, width }) => ({
      points: points.map((point) => moved(matrix, point)),
      width: width * scale,
    }));
}

/** `penStroke` writes one edge, a line across the end, and the other edge back; a ring is two closed edges. */
function middles(path: string): Stroke[] {
  const outlines = path.split(/(?=M)/).map((outline) => outline.trim());
  return outlines.flatMap((outline, index): Stroke[] => {
    const [there, back] = outline.split("L");
    if (there && back && /^M[^CL]+(C[^CL]+)+L[^CL]+(C[^CL]+)+Z$/.test(outline)) {
      return [middle(pointsOf(there), pointsOf(`M${back.slice(0, -1)}`).toReversed())];
    }
    const inner = outlines[index + 1];
    if (!inner || outline.includes("L") || !isRing(outline, inner)) return [];
    return [middle(pointsOf(outline), pointsOf(inner).toReversed())];
  });
}

function isRing(outer: string, inner: string): boolean {
  const [one, other] = [pointsOf(outer), pointsOf(inner)];
  const [first, last] = [one[0], other.at(-1)];
  if (!first || !last || inner.includes("L")) return false;
  return distance(first, last) < 24 && Math.abs(lengthOf(one) - lengthOf(other)) < 0.3 * lengthOf(one);
}

function middle(left: readonly Point[], right: readonly Point[]): Stroke {
  const count = Math.max(4, Math.ceil(lengthOf(left) / 5));
  const [one, other] = [left, right].map((edge) => resample(edge, lengthOf(edge) / count));
  const points: Point[] = [];
  let width = 0;
  for (const [index, [x, y]] of (one ?? []).entries()) {
    const across = other?.[index];
    if (!across) break;
    points.push([(x + across[0]) / 2, (y + across[1]) / 2]);
    width = Math.max(width, distance([x, y], across));
  }
  return { points, width };
}

const pointsOf = (path: string): readonly Point[] => flatten(path, 3)[0]?.points ?? [];

export const lengthOf = (points: readonly Point[]): number =>
  points.reduce((sum, point, index) => sum + distance(points[index - 1] ?? point, point), 0);

/** Back and forth over a shape, as one blacks it in or lays a tone. `angle` is in degrees. */
export function filling(shape: string, width: number, angle = -35): Stroke[] {
  const turn = radians(angle);
  const polygons = flatten(shape, 6).map(({ points }) => points.map((point) => rotated(point, -turn)));
  const heights = polygons.flat().map(([, y]) => y);
  const strokes: Stroke[] = [];
  let forth = true;
  for (let y = Math.min(...heights) + width * 0.3; y < Math.max(...heights) + width * 0.3; y += width * 0.7) {
    const row = Math.min(y, Math.max(...heights) - 0.5);
    const crossings = polygons
      .flatMap((points) => crossingsAt(points, row))
      .toSorted((one, other) => one - other);
    const spans = crossings.flatMap((left, index) => {
      const right = crossings[index + 1];
      return index % 2 > 0 || right === undefined
        ? []
        : [[rotated([left, row], turn), rotated([right, row], turn)]];
    });
    for (const span of forth ? spans : spans.toReversed()) {
      strokes.push({ points: resample(forth ? span : span.toReversed(), 8), width, within: shape });
    }
    forth = !forth;
  }
  return strokes;
}

function crossingsAt(points: readonly Point[], row: number): number[] {
  return points.flatMap((to, index) => {
    const from = points.at(index - 1) ?? to;
    if (from[1] <= row === to[1] <= row) return [];
    return [from[0] + ((row - from[1]) / (to[1] - from[1])) * (to[0] - from[0])];
  });
}

/** Moves a path as `place` would. */
export function placed(path: string, { x = 0, y = 0, scale = 1 }: Placement): string {
  const matrix = transformOf(`translate(${x} ${y})scale(${[scale].flat().join(" ")})`);
  return readSegments(path)
    .map((segment) => {
      if (segment.kind === "close") return "Z";
      const to = moved(matrix, segment.to);
      if (segment.kind !== "curve") return `${segment.kind === "move" ? "M" : "L"}${coordinates(to)}`;
      return `C${coordinates(moved(matrix, segment.control1), moved(matrix, segment.control2), to)}`;
    })
    .join("");
}

function rotated([x, y]: Point, turn: number): Point {
  return [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
}

export const tracing = (shape: string, width: number): Stroke[] =>
  flatten(shape).map(({ points }) => ({ points, width }));
