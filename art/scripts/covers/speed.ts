import { focusLines } from "../ink/focus-lines.ts";
import { inked, inkLine, outline } from "../ink/inking.ts";
import { lettering } from "../../../src/platform/lettering.ts";
import { palette } from "../ink/palette.ts";
import { screentone } from "../ink/screentone.ts";
import { ellipse } from "../ink/shapes.ts";
import { clip, fill, outlined, place } from "../ink/svg.ts";
import { onigiriShape } from "../motifs/onigiri.ts";
import { cover } from "./cover.ts";

export function speedCover(): string {
  return cover(
    "A rice-ball hero bursting out of focus lines",
    palette.sheet,
    focusLines({ centre: [600, 392], clear: [330, 250], reach: 1000, count: 120, width: 15, seed: 8 }),
    place({ x: 620, y: 336, turn: 8, scale: 0.84 }, place({ x: -300, y: -310 }, hero())),
    outlined(lettering("WHOOSH", 40, 670, 112), palette.gold, palette.ink, 7),
  );
}

function hero(): string {
  return [scarfTail(), legs(), body(), face(), fist()].join("");
}

function scarfTail(): string {
  return (
    inked("M150 300C60 250-60 290-170 230C-130 300-190 330-230 360C-120 380-10 420 130 380Z", palette.red, {
      width: 12,
    }) + inkLine("M120 330C40 310-60 330-140 316M130 356C60 350 0 360-60 356", { width: 7 })
  );
}

function legs(): string {
  return (
    inked("M190 480C170 540 120 560 80 600C120 616 170 600 214 560L250 500Z", palette.ink) +
    inked("M360 490C380 540 360 590 340 636C390 630 420 590 430 540L420 484Z", palette.ink)
  );
}

function body(): string {
  const nori = "M196 470C200 430 210 400 214 384C270 374 330 374 386 384C392 410 398 440 402 516H190Z";
  return [
    fill(onigiriShape, palette.sheet),
    screentone({ on: onigiriShape, gap: 13, darkness: (x, y) => ((110 - x) * 0.8 + (y - 330)) / 260 }),
    clip(onigiriShape, fill(nori, palette.ink), headScarf()),
    outline(onigiriShape, { width: 14 }),
  ].join("");
}

function headScarf(): string {
  return (
    fill("M110 300C220 268 380 268 490 300L498 352C380 320 220 320 100 352Z", palette.red) +
    inkLine("M110 300C220 268 380 268 490 300M100 352C220 320 380 320 498 352", {
      width: 8,
      fadeIn: 0.05,
      fadeOut: 0.05,
    })
  );
}

function face(): string {
  return [
    fill(
      "M196 232C226 236 250 246 268 262C248 284 214 284 196 262ZM404 232C374 236 350 246 332 262C352 284 386 284 404 262Z",
      palette.ink,
    ),
    fill(ellipse(236, 262, 8, 9) + ellipse(362, 262, 8, 9), palette.sheet),
    inkLine("M178 214L272 246M422 214L328 246", { width: 14, fadeIn: 0.1, fadeOut: 0.4 }),
  ].join("");
}

/** Perspective enlarges the fist. */
function fist(): string {
  const glove =
    "M634 250C652 218 700 204 742 214C790 226 812 262 808 304C804 350 770 380 722 380C678 380 644 360 636 328C628 302 624 272 634 250Z";
  const fingers =
    "M800 258C774 250 752 252 736 260M810 298C780 290 756 292 740 300M800 338C774 330 756 332 742 340";
  const thumb = "M640 272C668 262 704 262 730 272C752 282 750 312 726 318C698 322 668 314 648 300";
  return [
    inked("M470 332C530 320 584 298 646 278L656 350C604 378 546 402 492 416Z", palette.sheet, { width: 12 }),
    inked(glove, palette.sheet, { width: 13 }),
    screentone({ on: glove, gap: 13, darkness: (x, y) => (y - 318) / 120 + (690 - x) / 500 }),
    inkLine(fingers, { width: 8, fadeIn: 0.02 }),
    inkLine(thumb, { width: 9, fadeIn: 0.1, fadeOut: 0.3 }),
    inkLine("M520 346L532 384M540 340L554 376", { width: 7 }),
  ].join("");
}
