import { inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { ellipse } from "../ink/shapes.ts";
import { fill } from "../ink/svg.ts";
import { box, left, note, right, trace, worksheet } from "./worksheet.ts";

const [firstRow, rowHeight] = [420, 250];
const lanes = Array.from({ length: 10 }, (_, index) => 470 + index * 148);

const days = ["1  level", "2  upright", "3  taper", "4  swell", "5  curves"];

export function penDrills(): string {
  return worksheet(
    {
      title: "Pen drills",
      how: [
        "Ten lines a day and no more. Pull the pen, never push it: turn the sheet until the line comes toward you.",
        "Below are boxes for ten patches of hatching a day. Circle the best of each row and write the date beside it.",
      ],
    },
    ...days.map((words, index) => row(words, firstRow + index * rowHeight, index)),
    trace(`M${left} 1690H${right}`, 2),
    note("Hatching, days 6 to 9", left, 1750),
    ...Array.from({ length: 40 }, (_, index) =>
      box(left + (index % 10) * 186, 1780 + Math.floor(index / 10) * 200, 150, 160, palette.guide),
    ),
  );
}

function row(words: string, y: number, day: number): string {
  return [
    note(words, left, y + 60),
    note("date", left, y + 120, 26),
    example(day, y),
    trace(`M450 ${y + 200}H${right}`, 1.6),
    guides(day, y),
  ].join("");
}

/** What the ten lines of a day run along. */
function guides(day: number, y: number): string {
  if (day === 0)
    return trace(
      lanes.map((_, index) => `M470 ${y + 12 + index * 19}h40M1880 ${y + 12 + index * 19}h40`).join(""),
      2,
    );
  if (day === 2) return fill(lanes.map((x) => ellipse(x, y + 20, 6)).join(""), palette.guide);
  if (day === 3)
    return trace(lanes.map((x) => `M${x - 14} ${y + 10}v170M${x + 14} ${y + 10}v170`).join(""), 1.6);
  return trace(lanes.map((x) => `M${x} ${y + 10}v20M${x} ${y + 160}v20`).join(""), 2);
}

function example(day: number, y: number): string {
  const upright = `M350 ${y + 10}V${y + 180}`;
  const bent = `M330 ${y + 10}C400 ${y + 60} 300 ${y + 120} 372 ${y + 180}`;
  const even = { width: 7, fadeIn: 0.01, fadeOut: 0.01, contrast: 1 };
  if (day === 0) return inkLine(`M306 ${y + 96}H424`, even);
  if (day === 1) return inkLine(upright, even);
  if (day === 2) return inkLine(upright, { width: 14, fadeIn: 0.02, fadeOut: 0.95, thinnest: 0.04 });
  if (day === 3) return inkLine(upright, { width: 18, fadeIn: 0.5, fadeOut: 0.5, thinnest: 0.06 });
  return inkLine(bent, { width: 14, fadeIn: 0.4, fadeOut: 0.4, thinnest: 0.08 });
}
