import { inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { line, place } from "../ink/svg.ts";
import { left, note, right, trace, worksheet } from "./worksheet.ts";

const hook = "M0-86C-4-120 40-124 38-92C36-70 2-70 0-40";
const shoulders =
  "M0-40C-60-20-200 40-250 70C-262 80-256 92-240 92H240C256 92 262 80 250 70C200 40 60-20 0-40";
const words = ["for work", "for the worst day", "won't give away"];

export function threeHangers(): string {
  return worksheet(
    {
      title: "Three hangers",
      how: [
        "One person, three garments. Outline first, then seams, then how it closes. Keep both sides of the blue axis alike.",
        "Mark with a small cross where the cloth is held: folds begin there and nowhere else.",
      ],
    },
    inkLine(`M${left} 520C700 512 1400 526 ${right} 518`, { width: 12, fadeIn: 0.01, fadeOut: 0.01 }),
    ...words.map((label, index) => {
      const x = 440 + index * 610;
      return [
        place(
          { x, y: 620 },
          inkLine(hook, { width: 9 }),
          inkLine(shoulders, { width: 10, fadeIn: 0.02, fadeOut: 0.02 }),
        ),
        line(`M${x} 730V2080`, palette.guide, 3, { "stroke-dasharray": "18 14" }),
        trace(`M${x - 60} 1010h120M${x - 60} 1330h120M${x - 60} 1690h120`, 2),
        note(label, x - 270, 2170),
        trace(`M${x - 270} 2240h540M${x - 270} 2310h540M${x - 270} 2380h540`, 2),
      ].join("");
    }),
    note("chest", left, 1020, 26),
    note("waist", left, 1340, 26),
    note("knee", left, 1700, 26),
    note("Beside each line: what it is made of, how much it weighs, how it closes.", left, 2480),
  );
}
