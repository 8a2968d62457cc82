import { polar, type Point } from "../ink/point.ts";
import { seededRandom } from "../ink/random.ts";
import { polygon } from "../ink/shapes.ts";

export interface Burst {
  centre: Point;
  radiusX: number;
  radiusY: number;
  points: number;
  /** Share of the radius; `chance` is the random addition. */
  reach: number;
  chance: number;
  seed: number;
}

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
