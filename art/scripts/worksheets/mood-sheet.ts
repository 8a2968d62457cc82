import { palette } from "../ink/palette.ts";
import { ellipse } from "../ink/shapes.ts";
import { line, place, reusable } from "../ink/svg.ts";
import { jawLeft, jawRight } from "../motifs/girl/face.ts";
import { note, trace, worksheet } from "./worksheet.ts";

const rows = ["brow", "lid", "mouth", "two dials"];
const heights = [452, 548, 648, 706];

export function moodSheet(): string {
  const head = reusable(
    trace(ellipse(500, 402, 236), 4.4) +
      trace(jawLeft + jawRight, 5) +
      trace("M500 140V800", 3.4) +
      line(heights.map((y) => `M290 ${y}H710`).join(""), palette.guide, 2.6, {
        "stroke-dasharray": "10 10",
      }) +
      trace(ellipse(390, 548, 70, 46) + ellipse(610, 548, 70, 46), 2.6),
  );
  return worksheet(
    {
      title: "Twelve heads without a mood",
      how: [
        "Turn one dial in each row and leave the others at zero. Eight lines are enough: two brows, two lids, two irises,",
        "nose, mouth. Write the setting below, not the mood, and let somebody else guess.",
      ],
    },
    head.definition,
    ...rows.flatMap((words, row) => [
      note(words, 130, 620 + row * 560),
      ...[0, 1, 2].map((column) => {
        const [x, y] = [230 + column * 580, 260 + row * 560];
        return place({ x, y, scale: 0.66 }, head.copy()) + trace(`M${x + 160} ${y + 560}h340`, 2);
      }),
    ]),
  );
}
