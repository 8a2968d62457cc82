import { coordinates, type Point } from "../../ink/point.ts";

/** Meters: right of the middle of the street, above the ground, away from the eye. */
export type Place = readonly [across: number, up: number, away: number];

export interface View {
  width: number;
  height: number;
  vanishing: Point;
  /** Drawing units per meter at a distance of one meter. */
  focal: number;
}

/** Meters. */
const eyeHeight = 1.55;

const [thickest, thinnest, thinning] = [5.5, 1.1, 22];

export function lineWidth(away: number): number {
  return Math.max(thinnest, Math.min(thickest, thinning / away));
}

export function project({ vanishing, focal }: View, [across, up, away]: Place): Point {
  return [vanishing[0] + (focal * across) / away, vanishing[1] - (focal * (up - eyeHeight)) / away];
}

export function spot(view: View, ...places: readonly Place[]): string {
  return coordinates(...places.map((place) => project(view, place)));
}

export function face(view: View, ...places: readonly Place[]): string {
  return `M${places.map((place) => spot(view, place)).join("L")}Z`;
}

export function wall(view: View, across: number, [near, far]: Span, [low, high]: Span): string {
  return face(view, [across, low, near], [across, low, far], [across, high, far], [across, high, near]);
}

export function front(view: View, away: number, [left, right]: Span, [low, high]: Span): string {
  return face(view, [left, low, away], [right, low, away], [right, high, away], [left, high, away]);
}

export function ground(view: View, [left, right]: Span, [near, far]: Span): string {
  return face(view, [left, 0, near], [left, 0, far], [right, 0, far], [right, 0, near]);
}

export function edge(view: View, from: Place, to: Place): string {
  return `M${spot(view, from)}L${spot(view, to)}`;
}

export type Span = readonly [from: number, to: number];
