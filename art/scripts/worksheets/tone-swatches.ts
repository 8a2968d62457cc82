import { hatching } from "../ink/focus-lines.ts";
import { outline } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { screentone } from "../ink/screentone.ts";
import { ellipse, rectangle } from "../ink/shapes.ts";
import { clip, line } from "../ink/svg.ts";
import { box, left, note, trace, worksheet } from "./worksheet.ts";

const darknesses = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
const hatchings = [
  { gap: 30, angles: [-45] },
  { gap: 18, angles: [-45] },
  { gap: 11, angles: [-45] },
  { gap: 30, angles: [-45, 45] },
  { gap: 18, angles: [-45, 45] },
  { gap: 18, angles: [-45, 45, 0] },
];
const [size, step] = [270, 314];

export function toneSwatches(): string {
  return worksheet(
    {
      title: "Tone and hatching swatches",
      how: [
        "Copy each swatch into the empty square below it. Squint: both squares should be the same gray.",
        "Then shade the two balls, one with dots and one with lines. The light comes from the upper left.",
      ],
    },
    ...darknesses.map((darkness, index) => toneSwatch(left + index * step, darkness)),
    ...hatchings.map((hatched, index) => hatchSwatch(left + index * step, index, hatched)),
    ...[0, 1].flatMap((row) =>
      darknesses.map((_, index) => box(left + index * step, 740 + row * 680, size, size, palette.guide)),
    ),
    trace("M130 1760H1970", 2),
    ball(450),
    emptyBall(1050),
    emptyBall(1650),
    note("an example", 370, 2560),
    note("dots", 1020, 2560),
    note("lines", 1620, 2560),
  );
}

function toneSwatch(x: number, darkness: number): string {
  const square = rectangle(x, 440, size, size);
  return (
    note(`${Math.round(darkness * 100)} %`, x, 424) +
    screentone({ on: square, gap: 15, darkness: () => darkness }) +
    box(x, 440, size, size)
  );
}

function hatchSwatch(x: number, index: number, { gap, angles }: (typeof hatchings)[number]): string {
  const square = rectangle(x, 1120, size, size);
  const lines = angles.map((angle, layer) =>
    hatching({
      x: x - 20,
      y: 1100,
      width: size + 40,
      height: size + 40,
      gap,
      angle,
      seed: index * 3 + layer,
    }),
  );
  const words = ["one way, wide", "closer", "closest", "two ways", "closer", "three ways"][index] ?? "";
  return (
    note(words, x, 1104) + clip(square, line(lines.join(""), palette.ink, 3.4)) + box(x, 1120, size, size)
  );
}

const [ballY, radius] = [2090, 250];

function ball(x: number): string {
  const darkness = (dotX: number, dotY: number): number => {
    const [across, down] = [(dotX - x) / radius, (dotY - ballY) / radius];
    const out = Math.sqrt(Math.max(0, 1 - across * across - down * down));
    return 0.6 - (across * -0.62 + down * -0.55 + out * 0.6) * 0.95;
  };
  const shape = ellipse(x, ballY, radius);
  return (
    screentone({ on: shadow(x), gap: 15, darkness: () => 0.5 }) +
    screentone({ on: shape, gap: 15, darkness }) +
    outline(shape, { width: 8 })
  );
}

const emptyBall = (x: number): string =>
  trace(shadow(x), 3) + outline(ellipse(x, ballY, radius), { width: 8 });

const shadow = (x: number): string => ellipse(x + 40, ballY + radius + 60, radius * 0.95, 46);
