import { inked, inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { ellipse } from "../ink/shapes.ts";
import { fill, place } from "../ink/svg.ts";
import { mascotBrush } from "../motifs/pencil-tool.ts";
import { blush, bold, fine, firm, portrait, shade } from "./portrait.ts";

const sheet =
  "M300 78C404 78 452 158 454 262C456 360 470 430 500 486C474 496 452 486 432 470C420 506 388 516 362 488C346 520 300 524 282 490C258 520 220 516 208 478C184 502 140 506 118 486C146 430 146 360 146 262C148 158 196 78 300 78Z";
const headband = "M128 268C128 130 200 52 300 52C400 52 472 130 472 268";
const earPads = [
  "M108 236C134 230 158 240 162 262V336C158 358 134 366 108 360C90 350 86 320 86 298C86 276 90 246 108 236Z",
  "M492 236C466 230 442 240 438 262V336C442 358 466 366 492 360C510 350 514 320 514 298C514 276 510 246 492 236Z",
];

export function ghostPortrait(): string {
  return portrait(
    "Self-portrait of an instructor as a ghost with headphones",
    "dusk",
    inked(sheet, palette.sheet, bold),
    shade(sheet, (x, y) => (x - 368 - Math.max(0, y - 300) * 0.16) / 130),
    inkLine(headband, { width: 16, fadeIn: 0, fadeOut: 0, contrast: 0.3 }),
    ...earPads.map((pad) => inked(pad, palette.red, firm)),
    fill(ellipse(246, 270, 22, 36) + ellipse(354, 270, 22, 36), palette.ink),
    fill(ellipse(239, 254, 8, 11) + ellipse(347, 254, 8, 11), palette.sheet),
    inked(
      "M268 338C286 348 314 348 332 338C334 372 318 388 300 388C282 388 266 372 268 338Z",
      palette.red,
      fine,
    ),
    blush(176, 322),
    blush(380, 322),
    place({ x: 470, y: 470, turn: 28 }, mascotBrush(palette.gold)),
    fill(ellipse(436, 590, 7, 10), palette.ink),
  );
}
