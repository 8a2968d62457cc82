import { palette } from "../ink/palette.ts";
import { screentone } from "../ink/screentone.ts";
import { ellipse } from "../ink/shapes.ts";
import { fill, line } from "../ink/svg.ts";

export interface Puff {
  x: number;
  y: number;
  radius: number;
}

export interface CloudTone {
  gap: number;
  color: string;
  /** `depth` is the distance from the lit side of the sphere in radii, -1 to 1. */
  darkness: (depth: number, y: number) => number;
}

export function cumulus(
  puffs: readonly Puff[],
  outlineWidth: number,
  { gap, color, darkness }: CloudTone,
): string {
  const circles = puffs.map(({ x, y, radius }) => ellipse(x, y, radius)).join("");
  const shaded = puffs.map(({ x, y, radius }) => ellipse(x, y, radius - 8)).join("");
  const depthAt = (x: number, y: number) =>
    Math.max(
      -1,
      ...puffs
        .filter((puff) => Math.hypot(x - puff.x, y - puff.y) < puff.radius)
        .map((puff) => ((x - puff.x) * 0.7 + (y - puff.y) * 0.7) / puff.radius),
    );
  return (
    line(circles, palette.ink, outlineWidth) +
    fill(circles, palette.sheet) +
    screentone({ on: shaded, gap, color, darkness: (x, y) => darkness(depthAt(x, y), y) })
  );
}
