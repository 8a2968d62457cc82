import { palette } from "../ink/palette.ts";
import { ellipse } from "../ink/shapes.ts";
import { clip, line } from "../ink/svg.ts";
import { box, note, worksheet } from "./worksheet.ts";

const panels = [
  { y: 400, height: 640, point: [1050, 720], clear: [340, 190], words: "1  Forty lines with a ruler" },
  { y: 1160, height: 640, point: [620, 1350], clear: [260, 150], words: "2  Forty lines by hand" },
  {
    y: 1920,
    height: 560,
    point: [1800, 2300],
    clear: [420, 240],
    words: "3  Twenty lines, the point is outside",
  },
] as const;
const [x, width] = [250, 1420];

export function focusPanels(): string {
  return worksheet(
    {
      title: "Three panels and their points",
      how: [
        "Pull every line from the border toward the cross and lift before you reach the oval. Vary length, weight and gap,",
        "never the aim. Turn the sheet so that you always pull toward yourself.",
      ],
    },
    ...panels.map(({ y, height, point: [px, py], clear: [radiusX, radiusY], words }) =>
      [
        note(words, x, y - 18),
        clip(
          `M${x} ${y}h${width}v${height}h${-width}Z`,
          line(ellipse(px, py, radiusX, radiusY), palette.guide, 3.4, { "stroke-dasharray": "16 12" }),
        ),
        box(x, y, width, height),
        line(`M${px - 26} ${py}h52M${px} ${py - 26}v52`, palette.red, 5),
      ].join(""),
    ),
  );
}
