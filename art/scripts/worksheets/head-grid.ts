import { palette } from "../ink/palette.ts";
import { ellipse } from "../ink/shapes.ts";
import { line, place } from "../ink/svg.ts";
import { constructionHead } from "../motifs/construction-head.ts";
import { jawLeft, jawRight } from "../motifs/girl/face.ts";
import { note, trace, worksheet } from "./worksheet.ts";

/** Height in the drawing of the head, and what lies there. */
const lines = [
  { y: 166, words: "top of the skull" },
  { y: 300, words: "hairline" },
  { y: 452, words: "brow" },
  { y: 548, words: "eyes, a little low: a young face" },
  { y: 648, words: "tip of the nose" },
  { y: 706, words: "mouth" },
  { y: 779, words: "chin" },
];
const front = { x: 20, y: 290, scale: 1.16 };

export function headGrid(): string {
  return worksheet(
    {
      title: "Head construction grid",
      how: [
        "Draw over the front view until you know the heights by heart. Then turn the balls below into heads:",
        "side plane, brow line around the ball, center line over it, jaw. Leave the ball visible.",
      ],
    },
    place(
      front,
      trace(ellipse(500, 402, 236), 2.6),
      trace("M500 120V830M264 402H736", 2),
      trace(jawLeft + jawRight, 3),
      trace(ellipse(390, 548, 70, 46) + ellipse(610, 548, 70, 46), 2.2),
      line(lines.map(({ y }) => `M230 ${y}H790`).join(""), palette.red, 1.6, { "stroke-dasharray": "10 8" }),
    ),
    ...lines.map(({ y, words }) => note(words, 960, front.y + y * front.scale + 10)),
    constructionHead({ x: 1690, y: 560, radius: 170, yaw: -0.5, pitch: 0.05 }),
    constructionHead({ x: 1690, y: 1030, radius: 170, yaw: 0.95, pitch: -0.2 }),
    trace("M130 1330H1970", 2),
    note("Your turn: the same ball, six times", 130, 1390),
    ...[0, 1, 2].flatMap((column) => {
      const x = 430 + column * 620;
      const turn = (column - 1) * 90;
      return [1660, 2230].map((y, row) =>
        trace(`${ellipse(x, y, 190)}${axes(x, y, row === 0 ? turn : -turn, row === 0 ? 0 : 60)}`),
      );
    }),
  );
}

/** The center line and the brow line of a ball of 190 that is turned aside and up. */
function axes(x: number, y: number, aside: number, up: number): string {
  return (
    `M${x} ${y - 190}C${x + aside * 1.33} ${y - 190} ${x + aside * 1.33} ${y + 190} ${x} ${y + 190}` +
    `M${x - 190} ${y}C${x - 190} ${y - up * 1.33} ${x + 190} ${y - up * 1.33} ${x + 190} ${y}`
  );
}
