import { coordinates, type Point } from "../../ink/point.ts";

/** A place in the street in metres: to the right of its middle, above the ground, away from the eye. */
export type Place = readonly [across: number, up: number, away: number];

/** One-point perspective: everything that runs away from the eye meets in the vanishing point. */
export interface View {
  width: number;
  height: number;
  vanishing: Point;
  /** Drawing units that a metre measures at one metre's distance. */
  focal: number;
}

/** Height of the eye above the ground, in metres. */
const eyeHeight = 1.55;

/** Width of the thickest and of the thinnest line, and how fast lines thin out with distance. */
const [thickest, thinnest, thinning] = [5.5, 1.1, 22];

/** A line's width for something `away` metres off. */
export function lineWidth(away: number): number {
  return Math.max(thinnest, Math.min(thickest, thinning / away));
}

export function project({ vanishing, focal }: View, [across, up, away]: Place): Point {
  return [vanishing[0] + (focal * across) / away, vanishing[1] - (focal * (up - eyeHeight)) / away];
}

/** A place as path coordinates. */
export function spot(view: View, ...places: readonly Place[]): string {
  return coordinates(...places.map((place) => project(view, place)));
}

/** A flat outline through places, closed. */
export function face(view: View, ...places: readonly Place[]): string {
  return `M${places.map((place) => spot(view, place)).join("L")}Z`;
}

/** An upright wall along the street, at `across` metres from its middle. */
export function wall(view: View, across: number, [near, far]: Span, [low, high]: Span): string {
  return face(view, [across, low, near], [across, low, far], [across, high, far], [across, high, near]);
}

/** An upright surface that faces the eye. */
export function front(view: View, away: number, [left, right]: Span, [low, high]: Span): string {
  return face(view, [left, low, away], [right, low, away], [right, high, away], [left, high, away]);
}

/** A level strip of ground. */
export function ground(view: View, [left, right]: Span, [near, far]: Span): string {
  return face(view, [left, 0, near], [left, 0, far], [right, 0, far], [right, 0, near]);
}

export function edge(view: View, from: Place, to: Place): string {
  return `M${spot(view, from)}L${spot(view, to)}`;
}

export type Span = readonly [from: number, to: number];
