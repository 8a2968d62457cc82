import { palette } from "../ink/palette.ts";
import { line } from "../ink/svg.ts";
import { box, left, note, trace, worksheet } from "./worksheet.ts";

const questions = ["sudden?", "loud?", "lasting?", "low?"];
const panels = [
  { x: left, y: 420, width: 1300, height: 640, words: "A slam" },
  { x: left, y: 1180, width: 1300, height: 560, words: "A whisper" },
  { x: left, y: 1860, width: 1300, height: 640, words: "A splash" },
];

export function soundPanels(): string {
  return worksheet(
    {
      title: "Panels for three sounds",
      how: [
        "Make the noise, answer the four questions, and invent a word that can be spoken. Draw a box for each letter first:",
        "boxes that grow come closer, boxes on an arc fly. Then fill them to their edges.",
      ],
    },
    ...panels.map(({ x, y, width, height, words }) =>
      [
        note(words, x, y - 18),
        box(x, y, width, height),
        line(`M${x} ${y + height * 0.78}h${width}`, palette.guide, 2, { "stroke-dasharray": "16 12" }),
        ...questions.map((question, index) => {
          const foot = y + 60 + index * 120;
          return note(question, 1490, foot) + trace(`M1640 ${foot + 4}h330`, 2);
        }),
      ].join(""),
    ),
  );
}
