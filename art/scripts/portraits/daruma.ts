import { inked, inkLine, outline } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { ellipse } from "../ink/shapes.ts";
import { fill, place } from "../ink/svg.ts";
import { bold, fine, portrait, shade } from "./portrait.ts";
import { mascotBrush } from "../motifs/pencil-tool.ts";

const body =
  "M292 66C400 62 486 132 506 244C528 366 494 462 420 512C374 540 214 540 170 512C94 462 62 366 84 244C104 132 188 70 292 66Z";
const face =
  "M296 158C366 140 438 174 446 250C454 326 420 392 360 398C334 400 316 388 296 388C276 388 258 400 232 398C172 392 138 326 146 250C154 174 226 140 296 158Z";
const brows = [
  "M278 232C262 196 214 184 160 214C172 222 176 230 172 240C206 222 244 222 278 232Z",
  "M314 232C330 196 378 184 432 214C420 222 416 230 420 240C386 222 348 222 314 232Z",
].join("");
const moustache =
  "M292 346C262 334 226 340 198 366C190 346 178 334 162 328M300 346C330 334 366 340 394 366C402 346 414 334 430 328";
const belly =
  "M118 420C150 446 186 440 206 412M474 420C442 446 406 440 386 412M136 462C170 484 210 476 232 444M456 462C422 484 382 476 360 444";

/** By custom, the first eye is painted when the work starts and the second when it is done. */
export function darumaPortrait(): string {
  return portrait(
    "Self-portrait of an instructor as a daruma doll with one eye painted in",
    "sky",
    fill(body, palette.red),
    shade(body, (x, y) => (x - 400) / 120 + (y - 420) / 300),
    inkLine(belly, { width: 9, fadeIn: 0.3, fadeOut: 0.3 }, palette.gold),
    inkLine(
      "M296 426V498M272 444L320 480M320 444L272 480",
      { width: 9, fadeIn: 0.2, fadeOut: 0.2 },
      palette.gold,
    ),
    outline(body, bold),
    inkLine("M150 168C176 126 212 104 256 96", { width: 12, fadeIn: 0.4, fadeOut: 0.4 }, palette.sheet),
    inked(face, palette.sheet, { width: 11 }),
    fill(brows, palette.ink),
    inked(ellipse(224, 290, 40, 42), "#fff", { width: 9, contrast: 0 }),
    inked(ellipse(368, 290, 40, 42), "#fff", { width: 9, contrast: 0 }),
    fill(ellipse(230, 292, 21, 24), palette.ink),
    fill(ellipse(223, 283, 7, 8), palette.sheet),
    inkLine(moustache, { width: 10, fadeIn: 0.1, fadeOut: 0.6 }),
    inkLine("M274 366C284 376 308 376 318 366", fine),
    place({ x: 492, y: 452, turn: 24 }, mascotBrush(palette.gold)),
    fill(ellipse(470, 586, 7, 10), palette.ink),
  );
}
