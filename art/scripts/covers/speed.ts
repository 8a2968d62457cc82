import { focusLines } from "../ink/focus-lines.ts";
import { inked, inkLine } from "../ink/inking.ts";
import { lettering } from "../ink/lettering.ts";
import { palette } from "../ink/palette.ts";
import { screentone } from "../ink/screentone.ts";
import { ellipse } from "../ink/shapes.ts";
import { fill, outlined, place } from "../ink/svg.ts";
import { onigiriShape } from "../motifs/onigiri.ts";
import { cover } from "./cover.ts";

/** A rice ball in a cape, and the lines that make it fast. */
export function speedCover(): string {
  return cover(
    "A rice-ball hero bursting out of focus lines",
    palette.sheet,
    focusLines({ centre: [600, 392], clear: [330, 250], reach: 1000, count: 120, width: 15, seed: 8 }),
    place({ x: 630, y: 342, turn: 14, scale: 0.84 }, place({ x: -300, y: -310 }, hero())),
    outlined(lettering("WHOOSH", 40, 670, 112), palette.gold, palette.ink, 7),
  );
}

function hero(): string {
  return [scarfTail(), legs(), body(), headScarf(), face(), fist()].join("");
}

function scarfTail(): string {
  return (
    inked("M150 300C60 250-60 290-170 230C-130 300-190 330-230 360C-120 380-10 420 130 380Z", palette.red, { width: 12 }) +
    inkLine("M120 330C40 310-60 330-140 316M130 356C60 350 0 360-60 356", { width: 7 })
  );
}

function legs(): string {
  return (
    inked("M190 480C170 540 120 560 80 600C120 616 170 600 214 560L250 500Z", palette.ink) +
    inked("M360 490C380 540 360 590 340 636C390 630 420 590 430 540L420 484Z", palette.ink)
  );
}

function body(): string {
  const nori = "M196 470C200 430 210 400 214 384C270 374 330 374 386 384C392 410 398 440 402 492C330 504 270 504 192 492Z";
  return [
    inked(onigiriShape, palette.sheet, { width: 14 }),
    screentone({ on: onigiriShape, gap: 13, darkness: (x, y) => ((110 - x) * 0.8 + (y - 330)) / 260 }),
    fill(nori, palette.ink),
  ].join("");
}

function headScarf(): string {
  return (
    fill("M122 300C220 268 380 268 478 300L486 352C380 320 220 320 112 352Z", palette.red) +
    inkLine("M122 300C220 268 380 268 478 300M112 352C220 320 380 320 486 352", { width: 8, fadeIn: 0.05, fadeOut: 0.05 })
  );
}

function face(): string {
  return [
    fill("M196 232C226 236 250 246 268 262C248 284 214 284 196 262ZM404 232C374 236 350 246 332 262C352 284 386 284 404 262Z", palette.ink),
    fill(ellipse(236, 262, 8, 9) + ellipse(362, 262, 8, 9), palette.sheet),
    inkLine("M178 214L272 246M422 214L328 246", { width: 14, fadeIn: 0.1, fadeOut: 0.4 }),
  ].join("");
}

function fist(): string {
  return (
    inked("M470 330C540 300 600 270 660 268C700 250 740 270 736 310C734 350 690 362 660 346C600 356 540 380 490 410Z", palette.sheet, { width: 12 }) +
    inkLine("M672 284C690 290 700 300 700 314M688 276C708 284 716 296 716 310")
  );
}
