import { palette } from "../ink/palette.ts";
import { line } from "../ink/svg.ts";
import { note, trace, worksheet } from "./worksheet.ts";

/** Three tiers; the gutters between panels lean, those between tiers are level and wider. */
const panels = [
  "M400 520H1700V1010H400Z",
  "M400 1080H1130L1040 1650H400Z",
  "M1170 1080H1700V1650H1080Z",
  "M400 1720H780L850 2340H400Z",
  "M820 1720H1700V2340H890Z",
];
const order = [
  [470, 620],
  [470, 1160],
  [1230, 1160],
  [470, 1800],
  [890, 1800],
] as const;

export function pageTemplate(): string {
  return worksheet(
    {
      title: "A page of five panels",
      how: [
        "Say in one line what each panel shows before you draw. The widest panel holds the longest moment.",
        "Keep faces and balloons inside the dashed line. Let one drawing, and only one, break its frame.",
      ],
    },
    trace("M320 440H1780V2420H320Z", 4),
    line("M440 560H1660V2300H440Z", palette.guide, 3, { "stroke-dasharray": "16 12" }),
    line(panels.join(""), palette.ink, 7, { "stroke-linejoin": "miter" }),
    ...order.map(([x, y], index) => note(String(index + 1), x, y, 40)),
    note("edge of the page", 320, 424),
    ...[0, 1, 2, 3, 4].map((index) => note(String(index + 1), 130 + index * 376, 2490)),
    trace(
      [0, 1, 2, 3, 4].map((index) => `M${160 + index * 376} 2494h310M${160 + index * 376} 2560h310`).join(""),
      3,
    ),
  );
}
