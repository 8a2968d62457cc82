import { cubicPath, piece, type Cubic } from "../../ink/cubic.ts";
import { clumpFrom, drawClump, type Stage } from "../hair-clump.ts";
import type { GirlLook } from "./look.ts";

export const skull =
  "M262 400C246 214 370 114 506 114C646 114 764 214 750 410C712 330 640 306 500 306C380 306 300 320 262 400Z";
const skullLeft: Cubic = [
  [262, 400],
  [246, 214],
  [370, 114],
  [506, 114],
];
const skullRight: Cubic = [
  [506, 114],
  [646, 114],
  [764, 214],
  [750, 410],
];
export const skullLine =
  cubicPath(piece(skullLeft, 0.245, 1)) + cubicPath(piece(skullRight, 0, 0.757)).replace(/^M[^C]+/, "");

export const backLocks = [
  "300 300 214 420 176 560 190 764 262 700 330 620 420 480",
  "300 400 236 560 222 700 262 836 316 770 372 680 430 560",
  "716 300 820 400 830 560 972 640 846 650 760 580 690 430",
  "700 260 830 380 800 600 924 776 780 740 690 650 600 520",
  "740 380 800 560 770 720 846 862 720 800 640 700 580 560",
  "700 470 730 620 690 760 736 880 640 810 600 720 540 600",
].map(clumpFrom);

const sideSheen = [0.16, 0.36] as const;
const fringeSheen = [0.2, 0.46] as const;
export const frontLocks = [
  { lock: "274 277 236 370 240 556 314 712 322 600 300 420 380 236", seed: 3, sheen: sideSheen },
  { lock: "738 281 782 390 746 566 780 744 694 640 668 430 630 220", seed: 5, sheen: sideSheen },
  { lock: "306 216 258 310 272 446 348 552 348 440 366 310 440 180", seed: 7, sheen: fringeSheen },
  { lock: "712 226 748 330 732 440 706 572 664 440 620 300 548 168", seed: 11, sheen: fringeSheen },
  { lock: "380 184 330 290 346 424 422 530 420 420 444 310 520 160", seed: 13, sheen: fringeSheen },
  { lock: "650 190 672 300 664 414 636 534 580 420 532 300 460 160", seed: 17, sheen: fringeSheen },
  { lock: "582 146 588 274 566 400 530 510 478 410 444 292 428 148", seed: 19, sheen: fringeSheen },
].map(({ lock, seed, sheen }) => ({ clump: clumpFrom(lock), seed, sheen }));
const strayLock = clumpFrom("486 132 500 84 556 60 604 92 566 84 536 96 522 132");

export function backHair(stage: Stage, look: GirlLook): string {
  return backLocks
    .map((lock, index) =>
      drawClump(lock, stage, { seed: index + 30, sheen: null, tips: stage === "tone", strands: 5, ...look }),
    )
    .join("");
}

export function frontHair(stage: Stage, look: GirlLook): string {
  return frontLocks
    .map(({ clump, seed, sheen }) =>
      drawClump(clump, stage, { seed, sheen, strands: 5, width: 5.5, ...look }),
    )
    .join("");
}

export function strayHair(stage: Stage, look: GirlLook): string {
  return drawClump(strayLock, stage, { seed: 80, sheen: null, strands: 1, tips: false, width: 4, ...look });
}
