import { cubicPath, piece, type Cubic } from "../ink/cubic.ts";
import { inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { penStroke, type Pen } from "../ink/pen.ts";
import { looseEllipse } from "../ink/pencil.ts";
import { screentone } from "../ink/screentone.ts";
import { rectangle } from "../ink/shapes.ts";
import { clip, fill, line, place } from "../ink/svg.ts";
import { eye, type EyeStage } from "./eye.ts";
import { clumpFrom, clumpShape, drawClump, type Stage } from "./hair.ts";
import { pencilBehindEar } from "./pencil-tool.ts";

/** What changes with the sheet that the girl is drawn on. */
export interface GirlColors {
  sheet: string;
  guide: string;
  red: string;
}

const printedGirl: GirlColors = { sheet: palette.sheet, guide: palette.guide, red: palette.red };

const face =
  "M286 420C280 500 284 556 300 604C320 660 376 722 450 764C478 779 522 779 550 764C624 722 680 660 700 604C716 556 720 500 714 420C690 250 310 250 286 420Z";
const jawLeft = "M292 470C286 540 290 580 302 612C322 664 378 724 452 766C470 776 486 779 500 779";
const jawRight = "M708 470C714 540 710 580 698 612C678 664 622 724 548 766C530 776 514 779 500 779";
const skull =
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
/** The top of the head where no lock of hair covers it. */
const skullLine =
  cubicPath(piece(skullLeft, 0.245, 1)) + cubicPath(piece(skullRight, 0, 0.757)).replace(/^M[^C]+/, "");

const backLocks = [
  "300 300 214 420 176 560 190 764 262 700 330 620 420 480",
  "300 400 236 560 222 700 262 836 316 770 372 680 430 560",
  "716 300 820 400 830 560 972 640 846 650 760 580 690 430",
  "700 260 830 380 800 600 924 776 780 740 690 650 600 520",
  "740 380 800 560 770 720 846 862 720 800 640 700 580 560",
  "700 470 730 620 690 760 736 880 640 810 600 720 540 600",
].map(clumpFrom);

const sideSheen = [0.16, 0.36] as const;
const fringeSheen = [0.2, 0.46] as const;
const frontLocks = [
  { lock: "274 277 236 370 240 556 314 712 322 600 300 420 380 236", seed: 3, sheen: sideSheen },
  { lock: "738 281 782 390 746 566 780 744 694 640 668 430 630 220", seed: 5, sheen: sideSheen },
  { lock: "306 216 258 310 272 446 348 552 348 440 366 310 440 180", seed: 7, sheen: fringeSheen },
  { lock: "712 226 748 330 732 440 706 572 664 440 620 300 548 168", seed: 11, sheen: fringeSheen },
  { lock: "380 184 330 290 346 424 422 530 420 420 444 310 520 160", seed: 13, sheen: fringeSheen },
  { lock: "650 190 672 300 664 414 636 534 580 420 532 300 460 160", seed: 17, sheen: fringeSheen },
  { lock: "580 160 586 280 566 400 530 510 478 410 446 300 430 164", seed: 19, sheen: fringeSheen },
].map(({ lock, ...look }) => ({ clump: clumpFrom(lock), look }));
const strayLock = clumpFrom("486 132 500 84 556 60 604 92 566 84 536 96 522 132");

const neck = "M424 730C430 790 424 830 400 870L600 870C576 830 570 790 576 730Z";
const scarf =
  "M286 884C278 838 322 790 384 764C440 806 560 812 624 758C690 778 734 826 722 880C712 922 664 934 612 936C560 952 462 954 402 938C340 938 294 922 286 884Z";
const scarfFolds =
  "M300 862C372 900 470 916 560 896C640 880 690 850 708 826M384 766C420 830 540 850 612 804M340 818C360 850 410 872 450 876M356 912C420 926 480 930 540 922M664 800C650 838 620 858 590 866M690 892C660 912 630 920 600 922M430 842C470 858 520 858 560 848";
const scarfEnd =
  "M640 850C720 836 800 890 874 872C920 862 948 872 978 892C950 916 948 940 958 968C900 940 850 972 790 962C720 950 664 930 628 912";
const body = "M150 1010C160 940 230 908 320 892L690 892C790 910 850 950 862 1010Z";
const shoulders = "M150 1010C160 940 230 908 320 892M690 892C790 910 850 950 862 1010";

/**
 * The girl of the title picture at one of the three stages of a page, about 1000 units square: the face around
 * 500 550, the scarf's end at 980 890.
 */
export function girl(stage: Stage, colors: GirlColors = printedGirl): string {
  return stage === "pencil" ? pencilled(colors) : finished(stage, colors);
}

/** Only the finished face with its fringe, for a close-up: what lies outside 250 330 to 770 744 is missing. */
export function girlCloseUp(): string {
  const colors = printedGirl;
  return [
    fill(rectangle(220, 260, 560, 500), palette.ink),
    fill(face, colors.sheet),
    faceTone(colors),
    jawLine(),
    eyes("tone", colors),
    nose(true),
    grin(true, colors),
    fill(skull, palette.ink),
    frontHair("tone", colors),
  ].join("");
}

function pencilled(colors: GirlColors): string {
  const { guide } = colors;
  const ball =
    line(looseEllipse({ x: 500, y: 402, radiusX: 236, seed: 2, overlap: 0.12 }), guide, 2.6) +
    line(looseEllipse({ x: 500, y: 430, radiusX: 160, radiusY: 206, seed: 9, passes: 1, overlap: 0.05 }), guide, 1.4, {
      opacity: 0.6,
    });
  const axes =
    line("M500 96V850M214 548H786M240 648H760M300 706H700", guide, 2) +
    line("M268 440C360 470 640 470 732 440", guide, 1.8) +
    line("M500 150C470 300 470 600 500 790", guide, 1.6);
  const jaw =
    line(jawLeft + jawRight, guide, 3) +
    line("M296 460C290 560 330 660 440 752M704 460C710 560 670 660 560 752", guide, 1.5);
  const features = "M506 616C516 638 518 648 500 656M448 704C480 722 524 722 556 700M484 738C494 743 508 743 516 738";
  const neckLines = "M424 776C430 800 426 830 420 846M576 776C570 800 574 830 580 846";
  const crosses = "M182 96v28M168 110h28M818 96v28M804 110h28";
  return (
    ball +
    axes +
    jaw +
    backHair("pencil", colors) +
    line(skullLine, guide, 2.6) +
    frontHair("pencil", colors) +
    eyes("pencil", colors) +
    pencilBehindEar("pencil", colors) +
    line(`${features}${scarf}${scarfEnd}${neckLines}${shoulders}`, guide, 2.6) +
    line(crosses, guide, 2)
  );
}

function finished(stage: "ink" | "tone", colors: GirlColors): string {
  const { sheet } = colors;
  const toned = stage === "tone";
  const hairColor = toned ? palette.ink : sheet;
  return [
    backHair(stage, colors),
    fill(rectangle(330, 260, 360, 360), hairColor),
    clothes(toned, colors),
    fill(face, sheet),
    toned ? faceTone(colors) : "",
    jawLine(),
    eyes(stage, colors),
    nose(toned),
    grin(toned, colors),
    pencilBehindEar(stage, colors),
    fill(skull, hairColor),
    inkLine(skullLine, { width: 6.5, fadeIn: 0.04, fadeOut: 0.04, thinnest: 0.6, contrast: 0.1, seed: 8 }),
    frontHair(stage, colors),
    drawClump(strayLock, stage, { seed: 80, sheen: null, strands: 1, tips: false, width: 4, ...colors }),
  ].join("");
}

function backHair(stage: Stage, colors: GirlColors): string {
  return backLocks
    .map((lock, index) =>
      drawClump(lock, stage, { seed: index + 30, sheen: null, tips: stage === "tone", strands: 5, ...colors }),
    )
    .join("");
}

function frontHair(stage: Stage, colors: GirlColors): string {
  return frontLocks
    .map(({ clump, look }) => drawClump(clump, stage, { ...look, strands: 5, width: 5.5, ...colors }))
    .join("");
}

function eyes(stage: EyeStage, { sheet, guide, red }: GirlColors): string {
  return [-1, 1]
    .map((side) =>
      place(
        { x: 500 + side * 114, y: 548, scale: [side * 0.5, 0.5] },
        eye(stage, { x: side * -6 }, { sheet, guide, iris: red }),
      ),
    )
    .join("");
}

function clothes(toned: boolean, { sheet, red }: GirlColors): string {
  const seam: Pen = { fadeIn: 0.1, fadeOut: 0.1 };
  const cloth = toned ? red : sheet;
  const neckShadow = screentone({ on: "M424 740H578V850H414Z", gap: 10, darkness: () => 0.3 });
  const scarfShadow = screentone({
    on: scarf,
    gap: 10,
    darkness: (x, y) => (y < 800 + Math.abs(x - 500) * 0.12 || Math.abs(x - 501) > 189 ? 0 : 0.42 - (y - 800) / 170),
    cut: false,
  });
  return [
    fill(neck, sheet),
    toned ? neckShadow : "",
    inkLine("M428 752C432 800 428 826 416 846M572 752C568 800 572 826 584 846", { width: 5, fadeIn: 0.3, fadeOut: 0.45 }),
    fill(body, toned ? palette.ink : sheet),
    inkLine(shoulders, { ...seam, width: 7 }),
    fill(`${scarfEnd}Z`, cloth),
    inkLine(scarfEnd, { ...seam, width: 6.5 }),
    inkLine("M670 872C740 868 800 906 868 900M690 908C740 920 800 940 860 930", { width: 4, fadeIn: 0.2, fadeOut: 0.7 }),
    fill(scarf, cloth),
    fill(penStroke(scarf, { width: 7.5, contrast: 0.35 }), palette.ink),
    inkLine(scarfFolds, { width: 4.6, fadeIn: 0.15, fadeOut: 0.75 }),
    toned ? scarfShadow : "",
  ].join("");
}

/** The shadow of the fringe on the forehead, and the blush. */
function faceTone({ red }: GirlColors): string {
  const shadow = frontLocks.map(({ clump }) => clumpShape(clump)).join("") + rectangle(280, 250, 440, 130);
  const blush = "M342 636l-9 20M362 633l-10 24M382 635l-9 20M624 635l-9 20M644 633l-10 24M664 636l-9 20";
  return (
    clip(face, place({ x: 5, y: 30 }, screentone({ on: shadow, gap: 9, darkness: () => 0.29 }))) +
    `<g fill="${red}" opacity=".2"><ellipse cx="360" cy="646" rx="42" ry="20"/><ellipse cx="640" cy="646" rx="42" ry="20"/></g>` +
    inkLine(blush, { width: 3.4, fadeIn: 0, fadeOut: 0.7 }, red)
  );
}

function jawLine(): string {
  return inkLine(jawLeft + jawRight, { width: 7, fadeIn: 0.2, fadeOut: 0.06, thinnest: 0.5 });
}

function nose(toned: boolean): string {
  const shadow = "M500 640C498 648 498 654 502 657C508 654 512 650 512 645Z";
  return (
    inkLine("M508 628C515 642 516 650 502 656", { width: 5, fadeIn: 0.4, fadeOut: 0.4 }) +
    (toned ? fill(shadow, palette.ink, { opacity: 0.85 }) : "")
  );
}

function grin(toned: boolean, { sheet, red }: GirlColors): string {
  const mouth = "M450 700C480 716 524 716 556 696C552 726 528 744 502 744C476 744 456 728 450 700Z";
  const teeth = "M456 705C482 718 522 718 551 701L548 711C520 724 484 724 459 714Z";
  const openInk = "M458 712C484 724 520 724 549 710C544 732 524 742 502 742C480 742 464 730 458 712Z";
  return [
    fill(mouth, toned ? red : sheet),
    toned ? fill(teeth, sheet) : fill(openInk, palette.ink),
    inkLine("M442 694C474 716 528 716 564 688", { width: 6.5, fadeIn: 0.2, fadeOut: 0.3 }),
    inkLine("M452 704C458 730 478 745 502 745C528 745 550 728 555 700", { width: 4, fadeIn: 0.15, fadeOut: 0.15 }),
  ].join("");
}
