import { inked, inkLine, outline } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { ellipse } from "../ink/shapes.ts";
import { fill } from "../ink/svg.ts";
import { beadEye, bold, firm, portrait, shade } from "./portrait.ts";

const head =
  "M190 140C236 140 262 170 268 204C290 200 310 200 332 204C338 170 364 140 410 140C462 140 490 182 484 230C512 262 522 300 514 342C502 424 412 478 300 478C188 478 98 424 86 342C78 300 88 262 116 230C110 182 138 140 190 140Z";

export function frogPortrait(): string {
  const eyes = ellipse(192, 214, 46, 48) + ellipse(408, 214, 46, 48);
  return portrait(
    "Self-portrait of an instructor as a frog",
    "clay",
    inked("M112 620C118 530 196 474 300 474C404 474 482 530 488 620Z", palette.ink, firm),
    inkLine("M250 500V600M350 500V600", { width: 7, fadeIn: 0.1, fadeOut: 0.2 }, palette.sheet),
    inked("M214 476C250 520 350 520 386 476C360 462 240 462 214 476Z", palette.gold, { width: 9 }),
    fill(head, "#79b98c"),
    shade(head, (x, y) => (y < 300 ? 0 : (x - 380) / 230 + (y - 390) / 260)),
    outline(head, bold),
    fill(eyes, palette.sheet),
    outline(eyes, { width: 10, contrast: 0 }),
    beadEye(202, 218, 20, 25),
    beadEye(398, 218, 20, 25),
    fill(ellipse(150, 318, 30, 16) + ellipse(450, 318, 30, 16), palette.red, { opacity: 0.55 }),
    inkLine("M120 340C190 408 410 408 480 340", { width: 13, fadeIn: 0.1, fadeOut: 0.1, thinnest: 0.4 }),
    inkLine("M116 326C112 336 112 346 118 354M484 326C488 336 488 346 482 354", { width: 8 }),
    inkLine("M282 292l-6 10M318 292l6 10", { width: 7, fadeIn: 0 }),
    inkLine("M196 432C250 452 350 452 404 432", { width: 5, fadeIn: 0.3, fadeOut: 0.3 }),
  );
}
