import { inked, inkLine, outline } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { screentone } from "../ink/screentone.ts";
import { ellipse } from "../ink/shapes.ts";
import { clip, fill } from "../ink/svg.ts";
import { onigiriShape } from "./onigiri.ts";

/** About 1050 by 560 units, from the scarf's tail to the fist. */
export const heroShapes = {
  scarfTail: "M150 300C60 250-60 290-170 230C-130 300-190 330-230 360C-120 380-10 420 130 380Z",
  legs: [
    "M190 480C170 540 120 560 80 600C120 616 170 600 214 560L250 500Z",
    "M360 490C380 540 360 590 340 636C390 630 420 590 430 540L420 484Z",
  ],
  body: onigiriShape,
  nori: "M196 470C200 430 210 400 214 384C270 374 330 374 386 384C392 410 398 440 402 516H190Z",
  headScarf: "M110 300C220 268 380 268 490 300L498 352C380 320 220 320 100 352Z",
  brows: "M178 214L272 246M422 214L328 246",
  arm: "M470 332C530 320 584 298 646 278L656 350C604 378 546 402 492 416Z",
  glove:
    "M634 250C652 218 700 204 742 214C790 226 812 262 808 304C804 350 770 380 722 380C678 380 644 360 636 328C628 302 624 272 634 250Z",
  fingers: "M800 258C774 250 752 252 736 260M810 298C780 290 756 292 740 300M800 338C774 330 756 332 742 340",
  thumb: "M640 272C668 262 704 262 730 272C752 282 750 312 726 318C698 322 668 314 648 300",
} as const;

export interface HeroLook {
  readonly scarf: string;
  readonly boots: string;
  readonly isToned: boolean;
}

export const printedHero: HeroLook = { scarf: palette.red, boots: palette.ink, isToned: true };

export const onigiriHero = (look: HeroLook = printedHero): string =>
  [scarfTail(look), legs(look), body(look), face(), fist(look)].join("");

const scarfTail = ({ scarf }: HeroLook): string =>
  inked(heroShapes.scarfTail, scarf, { width: 12 }) +
  inkLine("M120 330C40 310-60 330-140 316M130 356C60 350 0 360-60 356", { width: 7 });

const legs = ({ boots }: HeroLook): string => heroShapes.legs.map((leg) => inked(leg, boots)).join("");

const body = ({ scarf, boots, isToned }: HeroLook): string =>
  [
    fill(onigiriShape, palette.sheet),
    isToned
      ? screentone({ on: onigiriShape, gap: 13, darkness: (x, y) => ((110 - x) * 0.8 + (y - 330)) / 260 })
      : "",
    clip(
      onigiriShape,
      boots === palette.ink ? fill(heroShapes.nori, boots) : inked(heroShapes.nori, boots),
      headScarf(scarf),
    ),
    outline(onigiriShape, { width: 14 }),
  ].join("");

const headScarf = (color: string): string =>
  fill(heroShapes.headScarf, color) +
  inkLine("M110 300C220 268 380 268 490 300M100 352C220 320 380 320 498 352", {
    width: 8,
    fadeIn: 0.05,
    fadeOut: 0.05,
  });

const face = (): string =>
  [
    fill(
      "M196 232C226 236 250 246 268 262C248 284 214 284 196 262ZM404 232C374 236 350 246 332 262C352 284 386 284 404 262Z",
      palette.ink,
    ),
    fill(ellipse(236, 262, 8, 9) + ellipse(362, 262, 8, 9), palette.sheet),
    inkLine(heroShapes.brows, { width: 14, fadeIn: 0.1, fadeOut: 0.4 }),
  ].join("");

/** Perspective enlarges the fist. */
const fist = ({ isToned }: HeroLook): string =>
  [
    inked(heroShapes.arm, palette.sheet, { width: 12 }),
    inked(heroShapes.glove, palette.sheet, { width: 13 }),
    isToned
      ? screentone({
          on: heroShapes.glove,
          gap: 13,
          darkness: (x, y) => (y - 318) / 120 + (690 - x) / 500,
        })
      : "",
    inkLine(heroShapes.fingers, { width: 8, fadeIn: 0.02 }),
    inkLine(heroShapes.thumb, { width: 9, fadeIn: 0.1, fadeOut: 0.3 }),
    inkLine("M520 346L532 384M540 340L554 376", { width: 7 }),
  ].join("");
