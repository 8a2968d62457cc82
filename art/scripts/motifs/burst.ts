import { polar, type Point } from "../ink/point.ts";
import { seededRandom } from "../ink/random.ts";
import { polygon } from "../ink/shapes.ts";

export interface Burst {
  centre: Point;
  /** Radii of the ellipse on which the inner corners lie. */
  radiusX: number;
  radiusY: number;
  points: number;
  /** How far the points reach out: a share of the radius, and what chance may add to it. */
  reach: number;
  chance: number;
  seed: number;
}

/** An impact star with uneven points, the first one straight up. */
export function burst({ centre, radiusX, radiusY, points, reach, chance, seed }: Burst): string {
  const random = seededRandom(seed);
  const corners = points * 2;
  return polygon(
    Array.from({ length: corners }, (_, index) => {
      const stretch = index % 2 === 1 ? 1 : reach + random() * chance;
      return polar(
        centre,
        (index / corners) * Math.PI * 2 - Math.PI / 2,
        radiusX * stretch,
        radiusY * stretch,
      );
    }),
  );
}
