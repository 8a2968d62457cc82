import { penStroke } from "./pen.ts";
import type { Point } from "./point.ts";
import { seededRandom } from "./random.ts";
import { spline } from "./shapes.ts";

export interface LooseEllipse {
  x: number;
  y: number;
  radiusX: number;
  radiusY?: number;
  /** Degrees. */
  turn?: number;
  seed?: number;
  passes?: number;
  /** Share of a round by which the line overlaps its start. */
  overlap?: number;
}

export function looseEllipse(loose: LooseEllipse): string {
  const { x, y, radiusX, radiusY = radiusX, turn = 0, seed = 1, passes = 2, overlap = 0.18 } = loose;
  const random = seededRandom(seed);
  const centred = (range: number) => (random() - 0.5) * range;
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const pointsARound = 18;

  let path = "";
  for (let pass = 0; pass < passes; pass++) {
    const start = random() * Math.PI * 2;
    const [driftX, driftY] = [centred(radiusX * 0.03), centred(radiusY * 0.03)];
    const [stretchX, stretchY] = [1 + centred(0.035), 1 + centred(0.035)];
    const points: Point[] = [];
    for (let step = 0; step <= pointsARound * (1 + overlap); step++) {
      const angle = start + (step / pointsARound) * Math.PI * 2;
      const [across, down] = [Math.cos(angle) * radiusX * stretchX, Math.sin(angle) * radiusY * stretchY];
      points.push([
        x + driftX + across * cos - down * sin + centred(1.2),
        y + driftY + across * sin + down * cos + centred(1.2),
      ]);
    }
    path += spline(points);
  }
  return path;
}

/** The outline of a line that is drawn again until it is right. */
export function searchedStroke(path: string, passes: number): string {
  return Array.from({ length: passes }, (_, pass) =>
    penStroke(path, {
      width: 4.6,
      fadeIn: 0.2,
      fadeOut: 0.3,
      tremble: 2.6,
      roughness: 0.2,
      seed: 11 + pass * 7 + passes,
    }),
  ).join("");
}
