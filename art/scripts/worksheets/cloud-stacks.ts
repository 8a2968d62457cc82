import { palette } from "../ink/palette.ts";
import { looseEllipse } from "../ink/pencil.ts";
import { discs } from "../ink/tables.ts";
import { place } from "../ink/svg.ts";
import { box, note, trace, worksheet } from "./worksheet.ts";

const large = discs("300 250 130, 480 190 150, 640 290 110");
const middle = discs("190 320 80, 400 330 90, 560 340 80, 740 350 64, 410 110 70, 560 90 64");
const small = discs("330 110 34, 480 30 40, 620 60 30, 680 190 44, 180 220 40");

const frames = [
  { x: 130, y: 420, puffs: [...large, ...middle, ...small], words: "1  Find the outline", side: 1 },
  { x: 1080, y: 420, puffs: [...large, ...middle, ...small], words: "2  And mirrored", side: -1 },
  { x: 130, y: 1160, puffs: large, words: "3  Add middle and small", side: 1 },
  { x: 1080, y: 1160, puffs: large.slice(0, 2), words: "4  Again, higher", side: -1 },
  { x: 130, y: 1900, puffs: [], words: "5  Only a floor: build all of it", side: 1 },
] as const;

export function cloudStacks(): string {
  return worksheet(
    {
      title: "Cloud stacks",
      how: [
        "Go around two balls, skip the third with a flat piece, dive into a valley, come out again. The floor stays level.",
        "Three folds for each cloud, where one ball lies in front of another. Then choose a sun and shade the far sides.",
      ],
    },
    ...frames.map(({ x, y, puffs, words, side }) =>
      [
        note(words, x, y - 20),
        box(x, y, x === 130 && y === 1900 ? 1840 : 890, 590, palette.guide),
        trace(`M${x + 60} ${y + 500}h${y === 1900 ? 1720 : 770}`, 3),
        place(
          { x: side === 1 ? x + 20 : x + 870, y: y + 110, scale: [side * 0.98, 0.98] },
          ...puffs.map((puff, index) =>
            trace(looseEllipse({ x: puff.x, y: puff.y, radiusX: puff.radius, seed: index + 3 }), 2.4),
          ),
        ),
      ].join(""),
    ),
  );
}
