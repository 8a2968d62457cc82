import { focusLines } from "../ink/focus-lines.ts";
import { lettering } from "../../../src/platform/lettering.ts";
import { palette } from "../ink/palette.ts";
import type { Point } from "../ink/point.ts";
import { screentone } from "../ink/screentone.ts";
import { rectangle } from "../ink/shapes.ts";
import { clip, fill, line, outlined, place } from "../ink/svg.ts";
import { burst } from "../motifs/burst.ts";
import { cover } from "./cover.ts";

const centre: Point = [600, 392];

export function sfxCover(): string {
  const star = burst({ centre, radiusX: 390, radiusY: 222, points: 17, reach: 1.36, chance: 0.3, seed: 6 });
  return cover(
    "Hand-built sound-effect lettering on an impact burst",
    palette.red,
    focusLines({
      centre: [600, 390],
      clear: [200, 150],
      reach: 1000,
      count: 70,
      width: 26,
      seed: 15,
      color: "#c1331b",
    }),
    place({ x: 16, y: 18 }, fill(star, palette.ink)),
    fill(star, palette.gold),
    screentone({
      on: star,
      gap: 17,
      color: palette.sheet,
      darkness: (x, y) => 0.9 - Math.hypot((x - centre[0]) / 520, (y - centre[1]) / 330),
    }),
    line(star, palette.ink, 10, { "stroke-linejoin": "miter" }),
    place({ x: 176, y: 470, turn: -7, skew: -8, scale: [1, 1.25] }, word("DRAW!")),
  );
}

function word(text: string): string {
  const letters = lettering(text, 0, 0, 220);
  const tone = screentone({
    on: rectangle(0, -170, 900, 180),
    gap: 12,
    color: palette.red,
    darkness: (_, y) => (y + 130) / 190,
    cut: false,
  });
  return [
    place({ x: 14, y: 14 }, outlined(letters, palette.ink, palette.ink, 26)),
    outlined(letters, palette.sheet, palette.ink, 22),
    fill(letters, palette.sheet),
    clip(letters, tone),
  ].join("");
}
