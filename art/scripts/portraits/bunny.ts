import { inked, inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { fill, place } from "../ink/svg.ts";
import { mascotPencil } from "../motifs/pencil-tool.ts";
import { beadEye, blush, bold, firm, portrait } from "./portrait.ts";

const ears = [
  "M196 250C150 190 130 60 178 34C226 14 262 130 262 220Z",
  "M338 220C338 130 374 14 422 34C470 60 450 190 404 250Z",
];
const innerEars =
  "M204 214C178 160 164 84 186 66C208 56 228 130 234 196ZM396 214C422 160 436 84 414 66C392 56 372 130 366 196Z";
const head =
  "M300 200C400 200 464 262 464 344C464 430 396 486 300 486C204 486 136 430 136 344C136 262 200 200 300 200Z";
const fringe = "M258 206C280 246 292 268 300 292C308 268 320 246 342 206Z";

export function bunnyPortrait(): string {
  return portrait(
    "Self-portrait of a student as a rabbit",
    "rose",
    inked("M150 620C150 530 210 480 300 480C390 480 450 530 450 620Z", palette.guide, firm),
    inked("M236 470H364L340 530H260Z", palette.sheet, { width: 8 }),
    ...ears.map((ear) => inked(ear, palette.sheet, { width: 12 })),
    fill(innerEars, "#eba1b6"),
    inked(head, palette.sheet, bold),
    fill(fringe, palette.ink),
    inkLine("M268 206C262 240 250 262 232 280M332 206C338 240 350 262 368 280", { width: 7 }),
    beadEye(222, 338, 19, 27),
    beadEye(378, 338, 19, 27),
    fill("M284 384C292 378 308 378 316 384C312 396 306 400 300 400C294 400 288 396 284 384Z", "#e77a98"),
    inkLine("M300 400C300 420 278 426 266 414M300 400C300 420 322 426 334 414", { width: 7 }),
    inked("M286 424H314V446C306 450 294 450 286 446Z", palette.sheet, { width: 6 }),
    blush(158, 376),
    blush(398, 376),
    place({ x: 508, y: 470, turn: 20 }, mascotPencil(palette.gold)),
  );
}
