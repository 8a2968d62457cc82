import { palette } from "../ink/palette.ts";
import { place } from "../ink/svg.ts";
import { box, left, note, trace, worksheet } from "./worksheet.ts";

const outline = "M0 300C-130 240-160 90-96-40C-60-110-20-150 0-190C20-150 60-110 96-40C160 90 130 240 0 300Z";
const rib = "M0 400C6 320-4 120 0-190";
const veins = [-60, 10, 80, 150, 220]
  .map((y) => `M0 ${y + 40}C-40 ${y + 20}-70 ${y}-88 ${y - 24}M0 ${y + 40}C40 ${y + 20} 70 ${y} 88 ${y - 24}`)
  .join("");
const tests = ["dot", "lines", "crossing", "eraser", "back"];

export function testLeaf(): string {
  return worksheet(
    {
      title: "The same leaf, eight times",
      how: [
        "Draw each leaf with another pen, nib or brush: outline, then the rib in one stroke, then the veins. Write down the tool,",
        "the ink, and one word for how it felt. Glue pieces of other papers onto the strip and test them.",
      ],
    },
    ...Array.from({ length: 8 }, (_, index) => {
      const [x, y] = [350 + (index % 4) * 470, 640 + Math.floor(index / 4) * 840];
      return (
        place({ x, y, scale: 1.05 }, trace(outline + rib + veins, 3)) +
        trace(`M${x - 180} ${y + 490}h360M${x - 180} ${y + 550}h360`, 2)
      );
    }),
    note("Other papers", left, 2160),
    ...tests.map((words, index) => {
      const x = left + index * 372;
      return box(x, 2190, 340, 330, palette.guide) + note(words, x + 12, 2560);
    }),
  );
}
