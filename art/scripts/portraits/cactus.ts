import { inked, inkLine, outline } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { polar, radians, round } from "../ink/point.ts";
import { ellipse } from "../ink/shapes.ts";
import { fill, line, place } from "../ink/svg.ts";
import { mascotPencil } from "../motifs/pencil-tool.ts";
import { beadEye, blush, bold, firm, portrait, shade } from "./portrait.ts";

const leaf = "#79b98c";
const trunk =
  "M300 96C376 96 418 150 420 232C422 314 420 400 408 470H192C180 400 178 314 180 232C182 150 224 96 300 96Z";
const leftArm =
  "M186 372C140 374 96 360 84 316C76 288 78 262 82 242C92 222 122 222 130 244C128 270 128 292 140 304C152 314 170 314 188 312Z";
const rightArm =
  "M414 372C470 376 520 352 528 300C532 276 530 258 526 240C516 220 486 222 480 244C482 270 478 292 466 302C454 312 432 312 414 312Z";
const pot = "M150 462H450L426 620H174Z";
const rim =
  "M132 440C132 430 138 424 148 424H452C462 424 468 430 468 440V470C468 480 462 486 452 486H148C138 486 132 480 132 470Z";
const ribs = "M232 138C220 164 216 186 216 204M368 138C380 164 384 186 384 204";
const spines = "M300 138l-10-16M300 138l10-16M268 412l-10-16M268 412l10-16M112 320l-10-16M112 320l10-16";

function flower(): string {
  const petals = [0, 1, 2, 3, 4].map((index) => {
    const [x, y] = polar([264, 92], radians(index * 72 - 90), 30);
    return ellipse(round(x), round(y), 25, 21, index * 72 - 90);
  });
  return (
    line(petals.join(""), palette.ink, 20) +
    fill(petals.join(""), palette.red) +
    inked(ellipse(264, 92, 16, 15), palette.gold, { width: 7 })
  );
}

export function cactusPortrait(): string {
  return portrait(
    "Self-portrait of an instructor as a potted cactus in flower",
    "pink",
    inked(leftArm, leaf, bold),
    inked(rightArm, leaf, bold),
    fill(trunk, leaf),
    shade(trunk, (x, y) => (x - 352 - Math.max(0, 200 - y) * 0.25) / 110),
    outline(trunk, bold),
    fill("M188 330V356H204V330ZM396 330V356H412V330Z", leaf),
    inkLine(ribs, { width: 7, fadeIn: 0.2, fadeOut: 0.4 }),
    inkLine(spines, { width: 6, fadeIn: 0, fadeOut: 0.9 }),
    beadEye(248, 272, 19, 27),
    beadEye(352, 272, 19, 27),
    inkLine("M216 226C226 214 242 212 254 218M346 218C358 212 374 214 384 226", {
      width: 9,
      fadeIn: 0.3,
      fadeOut: 0.3,
    }),
    inked("M272 318C286 326 314 326 328 318C328 346 316 358 300 358C284 358 272 346 272 318Z", palette.red),
    blush(194, 318),
    blush(362, 318),
    inked(pot, palette.gold, firm),
    inked(rim, palette.gold, firm),
    shade("M340 430H464V480H446L424 620H340Z", (x) => (x - 360) / 160),
    outline(rim, firm),
    inkLine("M196 520L208 600", { width: 9, fadeIn: 0.3 }, palette.sheet),
    flower(),
    place({ x: 524, y: 442, turn: 18 }, mascotPencil(palette.guide)),
  );
}
