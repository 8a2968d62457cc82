import { inked, inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { ellipse } from "../ink/shapes.ts";
import { fill, place } from "../ink/svg.ts";
import { mascotPencil } from "../motifs/pencil-tool.ts";
import { beadEye, blush, bold, firm, portrait, shade } from "./portrait.ts";

const body =
  "M300 74C402 74 464 142 468 236C470 296 458 330 470 384C484 446 494 520 496 620H104C106 520 116 446 130 384C142 330 130 296 132 236C136 142 198 74 300 74Z";
const face =
  "M300 196C326 138 404 134 428 196C450 262 424 348 300 352C176 348 150 262 172 196C196 134 274 138 300 196Z";
const belly = "M300 392C390 392 414 470 418 620H182C186 470 210 392 300 392Z";
const scarf =
  "M146 348C196 384 404 384 454 348C474 366 476 398 462 414C404 450 196 450 138 414C124 398 126 366 146 348Z";
const scarfEnd = "M196 424C190 468 178 506 158 540C182 548 206 548 226 540C240 506 248 470 250 432Z";
const leftWing = "M124 400C84 440 60 500 64 560C92 556 118 530 132 496Z";
const rightWing = "M470 398C516 408 548 396 566 366C586 402 566 462 520 480C502 486 486 484 476 476Z";
const tuft =
  "M300 78C288 52 262 44 244 54C258 56 268 64 274 82C286 76 296 76 300 78ZM304 78C308 48 332 34 354 42C340 48 332 58 332 80Z";

export function penguinPortrait(): string {
  return portrait(
    "Self-portrait of an instructor as a penguin in a red scarf",
    "straw",
    inked(leftWing, palette.ink, firm),
    fill(tuft, palette.ink),
    inked(body, palette.ink, bold),
    inkLine("M168 168C190 126 226 104 268 98", { width: 8, fadeIn: 0.4, fadeOut: 0.5 }, palette.sheet),
    inkLine("M140 470C134 504 130 540 130 574", { width: 7, fadeIn: 0.4, fadeOut: 0.5 }, palette.sheet),
    fill(face, palette.sheet),
    fill(belly, palette.sheet),
    shade(belly, (x, y) => (x - 350) / 110 + (y - 560) / 260),
    beadEye(236, 244, 19, 27),
    beadEye(364, 244, 19, 27),
    inked("M258 282C274 266 326 266 342 282C334 308 318 324 300 326C282 324 266 308 258 282Z", palette.gold, {
      width: 9,
    }),
    inkLine("M260 286C284 296 316 296 340 286", { width: 7, fadeIn: 0.1, fadeOut: 0.1 }),
    blush(176, 284),
    blush(382, 284),
    place({ x: 540, y: 340, turn: 12 }, mascotPencil(palette.guide)),
    inked(scarfEnd, palette.red, firm),
    inkLine("M184 498L178 534M206 502L202 540", { width: 6, fadeIn: 0.3 }),
    inked(scarf, palette.red, firm),
    inkLine("M176 384C200 398 226 404 256 408M430 372C410 388 384 398 358 402", { width: 7 }),
    inked(rightWing, palette.ink, firm),
    inkLine("M506 424C528 424 546 416 558 402", { width: 6, fadeIn: 0.4, fadeOut: 0.5 }, palette.sheet),
    fill(ellipse(300, 470, 7, 8) + ellipse(300, 520, 7, 8), palette.ink),
  );
}
