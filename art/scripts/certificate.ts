import { inkLine, panel } from "./ink/inking.ts";
import { lettering } from "../../src/platform/lettering.ts";
import { palette } from "./ink/palette.ts";
import { screentone } from "./ink/screentone.ts";
import { ellipse, rectangle } from "./ink/shapes.ts";
import { drawing, fill, inset, line, place } from "./ink/svg.ts";
import { gutterStroke } from "./logo.ts";
import { girl } from "./motifs/girl/girl.ts";

const [width, height] = [1400, 990];

/** A4 landscape. The names in braces are placeholders. */
export function certificate(): string {
  return drawing(
    { width, height, title: "Certificate of completion", background: "#e9f2f6" },
    screentone({
      on: rectangle(0, 560, width, 430),
      gap: 19,
      color: "#bfdcec",
      darkness: (_, y) => (y - 600) / 620,
      cut: false,
    }),
    cropMarks(),
    frame(),
    portraitPanel(),
    fill(lettering("Certificate", 164, 262, 88), palette.ink),
    fill(lettering("of completion", 168, 330, 46), palette.red),
    words("This page belongs to", { x: 170, y: 420, size: 26 }),
    words("{Student name}", { x: 168, y: 492, size: 58, weight: 700, family: "Yusei Magic, cursive" }),
    inkLine("M164 516C340 506 600 520 832 508", { width: 5, fadeIn: 0.05, fadeOut: 0.3 }),
    words("who drew every exercise, first line to last, in", { x: 170, y: 570, size: 26 }),
    words("{Class name}", { x: 168, y: 630, size: 40, weight: 700 }),
    words("taught by {Instructor name}", { x: 170, y: 680, size: 26 }),
    words("Finished on {date}", { x: 170, y: 800, size: 24 }),
    words("No. {certificate id}", { x: 170, y: 838, size: 22 }),
    seal(),
  );
}

function cropMarks(): string {
  const corners = [
    { x: 60, y: 60, inX: 1, inY: 1 },
    { x: 1340, y: 60, inX: -1, inY: 1 },
    { x: 60, y: 930, inX: 1, inY: -1 },
    { x: 1340, y: 930, inX: -1, inY: -1 },
  ].map(({ x, y, inX, inY }) => `M${x} ${y - inY * 34}V${y + inY * 60}M${x - inX * 34} ${y}H${x + inX * 60}`);
  const centres = `M700 26V78M674 52H726M700 912V964M674 938H726${ellipse(700, 52, 14)}${ellipse(700, 938, 14)}`;
  return line(corners.join("") + centres, palette.guide, 3);
}

function frame(): string {
  const sheet = rectangle(96, 96, 1208, 798);
  const square = { "stroke-linejoin": "miter" };
  return (
    fill(sheet, palette.sheet) +
    line(sheet, palette.ink, 9, square) +
    line(rectangle(116, 116, 1168, 758), palette.ink, 2.5, square)
  );
}

function portraitPanel(): string {
  const shape = "M968 130H1270V860H880Z";
  const dots = screentone({
    on: shape,
    gap: 15,
    color: palette.sheet,
    darkness: (_, y) => 0.62 - (y - 120) / 640,
    cut: false,
  });
  return panel(
    shape,
    palette.glow,
    dots + inset({ x: 846, y: 330, width: 520, height: 560 }, "60 60 940 950", girl("tone")),
    7,
  );
}

function words(
  text: string,
  {
    x,
    y,
    size,
    weight = 400,
    family = "Atkinson Hyperlegible Next, sans-serif",
  }: {
    x: number;
    y: number;
    size: number;
    weight?: number;
    family?: string;
  },
): string {
  return `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="${weight}" fill="${palette.ink}">${text}</text>`;
}

function seal(): string {
  const stamp = "M-52-62H52Q62-62 62-52V52Q62 62 52 62H-52Q-62 62-62 52V-52Q-62-62-52-62Z";
  return place(
    { x: 770, y: 800, turn: -7 },
    fill(stamp, palette.red),
    place({ x: -46, y: -46, scale: 1.44 }, fill(gutterStroke, palette.sheet)),
  );
}
