import { screentone } from "./ink/screentone.ts";
import { rectangle } from "./ink/shapes.ts";
import { drawing } from "./ink/svg.ts";

/** Repeats horizontally. */
export function footerEdge(): string {
  return drawing(
    { width: 480, height: 60 },
    screentone({ on: rectangle(-20, 0, 520, 64), gap: 10, darkness: (_, y) => (y + 2) / 48, cut: false }),
  );
}
