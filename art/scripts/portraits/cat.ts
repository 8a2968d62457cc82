import { inked, inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { ellipse } from "../ink/shapes.ts";
import { fill, place } from "../ink/svg.ts";
import { mascotPencil } from "../motifs/pencil-tool.ts";
import { beadEye, blush, bold, fine, firm, portrait } from "./portrait.ts";

const head =
  "M126 330C116 260 118 180 124 96C166 116 214 146 246 180C282 170 318 170 354 180C386 146 434 116 476 96C482 180 484 260 474 330C466 426 386 476 300 476C214 476 134 426 126 330Z";
const darkHalf =
  "M476 96C482 180 484 260 474 330C469 376 446 412 414 436C366 404 338 346 352 276C348 236 350 204 354 180C386 146 434 116 476 96Z";
const ears =
  "M146 132C174 148 198 166 216 186C186 196 164 212 150 236C144 200 144 164 146 132ZM452 134C428 148 404 166 386 186C412 196 434 212 450 236C454 200 454 164 452 134Z";
const beret =
  "M196 186C168 128 214 54 300 46C392 40 436 104 404 164C390 192 352 180 320 174C284 168 246 176 222 194C210 202 202 198 196 186Z";
const mouth = "M301 395C300 416 274 424 260 410M301 395C302 416 328 424 342 410";

export function catPortrait(): string {
  return portrait(
    "Self-portrait of an instructor as a cat in a red beret",
    "pink",
    place({ x: 118, y: 470, turn: -16 }, mascotPencil(palette.gold)),
    inked("M140 620C142 520 206 472 300 472C394 472 458 520 460 620Z", palette.ink, firm),
    fill("M230 470C246 524 354 524 370 470Z", palette.red),
    inkLine("M230 474C250 528 350 528 370 474", fine),
    inked(head, palette.sheet, bold),
    fill(darkHalf, palette.ink),
    fill(ears, "#f0a493"),
    inked(beret, palette.red, { width: 12 }),
    inkLine("M306 46C306 30 312 18 328 12", { width: 11, fadeIn: 0, fadeOut: 0.2 }),
    inkLine("M222 156C240 118 276 92 318 86"),
    beadEye(226, 322, 21, 31),
    fill(ellipse(394, 322, 21, 31), palette.sheet),
    fill(ellipse(396, 324, 10, 18), palette.ink),
    fill("M284 376C293 369 309 369 318 376C313 390 306 394 301 395C296 394 289 390 284 376Z", palette.red),
    inkLine(mouth, fine),
    inkLine("M170 380L70 366M172 400L78 416M434 380L530 366M432 400L522 416", { width: 5 }),
    blush(160, 352),
  );
}
