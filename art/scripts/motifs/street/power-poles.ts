import { palette } from "../../ink/palette.ts";
import { polyline } from "../../ink/shapes.ts";
import { fill, line, outlined } from "../../ink/svg.ts";
import type { Point } from "../../ink/point.ts";
import { edge, front, face, lineWidth, project, spot, type View } from "./perspective.ts";

/** Height above the ground and half the width, in meters. */
const arms = [
  { up: 6.6, half: 0.75 },
  { up: 6.05, half: 0.6 },
];

/** Meters from the middle of the street. */
const polesAt = 3.35;

interface Pole {
  side: -1 | 1;
  away: number;
}

export function powerPoles(view: View, count: number): string {
  const rows = ([-1, 1] as const).map((side) => poleRow(side, count));
  const wires = rows.map((row) => wiresOf(view, row)).join("");
  return (
    line(wires, palette.ink, 1.7) +
    rows
      .flat()
      .toSorted((one, other) => other.away - one.away)
      .map((pole) => drawPole(view, pole))
      .join("")
  );
}

function poleRow(side: -1 | 1, count: number): Pole[] {
  const first = side < 0 ? 4.6 : 7.2;
  return Array.from({ length: count }, (_, index) => ({ side, away: first * 1.55 ** index }));
}

function wiresOf(view: View, poles: readonly Pole[]): string {
  let wires = "";
  let near = 1.25;
  for (const { side, away } of poles) {
    for (const { up, half } of arms) {
      for (const offset of [-half, 0, half]) {
        wires += wire(view, side * polesAt + offset, up, near, away);
      }
    }
    near = away;
  }
  return wires;
}

function wire(view: View, across: number, up: number, near: number, far: number): string {
  const points = Array.from({ length: 11 }, (_, index): Point => {
    const share = index / 10;
    // Even steps on the picture plane, not along the street.
    const away = 1 / ((1 - share) / near + share / far);
    const sag = (0.55 * 4 * share * (1 - share) * (far - near)) / 9;
    return project(view, [across, up + 0.1 - sag, away]);
  });
  return polyline(points);
}

function drawPole(view: View, { side, away }: Pole): string {
  const middle = side * polesAt;
  const radius = 0.11;
  const width = lineWidth(away);
  const pole = face(
    view,
    [middle - radius * 1.2, 0, away],
    [middle - radius * 0.8, 7.1, away],
    [middle + radius * 0.8, 7.1, away],
    [middle + radius * 1.2, 0, away],
  );
  const shadedHalf = face(
    view,
    [middle + radius * 0.1, 0, away],
    [middle + radius * 0.1, 7.1, away],
    [middle + radius * 0.8, 7.1, away],
    [middle + radius * 1.2, 0, away],
  );
  const crossArms = arms.map(({ up, half }) =>
    front(view, away, [middle - half - 0.1, middle + half + 0.1], [up, up + 0.12]),
  );
  const insulators = arms.flatMap(({ up, half }) =>
    [-half, 0, half].map((offset) =>
      front(view, away, [middle + offset - 0.05, middle + offset + 0.05], [up + 0.12, up + 0.3]),
    ),
  );
  return [
    outlined(pole, side > 0 ? palette.ink : "#d9d2c0", palette.ink, width * 0.7),
    side < 0 ? fill(shadedHalf, palette.ink) : "",
    outlined(crossArms.join(""), palette.sheet, palette.ink, width * 0.6),
    fill(insulators.join(""), palette.ink),
    away < 30 ? transformer(view, middle + side * -0.34, away) : "",
  ].join("");
}

function transformer(view: View, middle: number, away: number): string {
  const low = 4.9;
  const at = (across: number, up: number) => spot(view, [middle + across, low + up, away]);
  const can = `M${at(-0.24, 0)}L${at(-0.24, 0.8)}Q${at(0, 0.95)} ${at(0.24, 0.8)}L${at(0.24, 0)}Q${at(0, -0.12)} ${at(-0.24, 0)}Z`;
  const ribs = [0.1, 0.17].map((across) =>
    edge(view, [middle + across, low + 0.05, away], [middle + across, low + 0.75, away]),
  );
  return (
    outlined(can, palette.sheet, palette.ink, lineWidth(away) * 0.7) +
    line(ribs.join(""), palette.ink, lineWidth(away) * 0.5)
  );
}
