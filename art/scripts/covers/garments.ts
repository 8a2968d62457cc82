import { inked, inkLine, outline } from "../ink/inking.ts";
import { newsprint, newsprintDots, palette } from "../ink/palette.ts";
import { screentone } from "../ink/screentone.ts";
import { ellipse } from "../ink/shapes.ts";
import { clip, fill, line } from "../ink/svg.ts";
import { cover, wholeCover } from "./cover.ts";

export function garmentsCover(): string {
  return cover(
    "Costume designs on hangers: patterned jacket, sailor uniform and hero cape",
    newsprint.clay,
    screentone({
      on: wholeCover,
      gap: 20,
      color: newsprintDots.clay,
      darkness: (x) => (x - 300) / 1300,
      cut: false,
    }),
    inkLine("M30 96C400 86 800 86 1170 96", { width: 12, fadeIn: 0.01, fadeOut: 0.01 }),
    hanger(230),
    jacket(),
    hanger(600),
    sailorTop(),
    skirt(),
    hanger(980),
    cape(),
  );
}

function hanger(x: number): string {
  return (
    inkLine(`M${x} 132C${x} 112 ${x + 18} 108 ${x + 16} 92C${x + 14} 78 ${x - 8} 78 ${x - 8} 92`, {
      width: 7,
      fadeIn: 0,
      fadeOut: 0.1,
    }) + inkLine(`M${x - 90} 176L${x} 130L${x + 90} 176`, { width: 8, fadeIn: 0.05, fadeOut: 0.05 })
  );
}

function jacket(): string {
  const shape =
    "M150 170C180 158 206 150 230 176C254 150 280 158 310 170L400 300L386 520L312 500V650H148V500L74 520L60 300Z";
  let rings = "";
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      const [x, y] = [60 + column * 48 + (row % 2) * 24, 180 + row * 66];
      rings += `M${x - 26} ${y}a26 26 0 1 0 52 0a26 26 0 1 0-52 0M${x - 14} ${y}a14 14 0 1 0 28 0a14 14 0 1 0-28 0`;
    }
  }
  return [
    fill(shape, palette.guide),
    clip(shape, line(rings, palette.sheet, 4)),
    inked("M214 168L230 186L246 168L262 172L240 260V650H220V260L198 172Z", palette.sheet, { width: 6 }),
    outline(shape, { width: 9, contrast: 0.22 }),
    inkLine("M148 300V500M312 300V500M74 480L148 462M386 480L312 462", {
      width: 6,
      fadeIn: 0.1,
      fadeOut: 0.1,
    }),
    inked("M206 380H254V394H206Z", palette.red, { width: 5 }),
  ].join("");
}

function sailorTop(): string {
  const shape =
    "M524 172C560 160 580 158 600 178C620 158 640 160 676 172L770 250L748 360L690 336V520H510V336L452 360L430 250Z";
  const collar =
    "M524 172C540 230 570 290 600 330C630 290 660 230 676 172C700 186 716 220 716 250C690 262 650 300 600 372C550 300 510 262 484 250C484 220 500 186 524 172Z";
  const bow =
    "M600 372C570 380 540 430 536 470C560 458 584 440 600 404C616 440 640 458 664 470C660 430 630 380 600 372Z";
  return [
    fill(shape, palette.sheet),
    screentone({ on: shape, gap: 13, darkness: (x) => (x - 640) / 190 - 0.05 }),
    outline(shape, { width: 9, contrast: 0.22 }),
    inked(collar, palette.ink, { width: 6 }),
    inkLine(
      "M500 240C540 262 576 300 600 344C624 300 660 262 700 240",
      { fadeIn: 0.05, fadeOut: 0.05 },
      palette.sheet,
    ),
    inked(bow, palette.red, { width: 7 }),
    inked("M586 366H614V392H586Z", palette.red, { width: 6 }),
    inkLine("M510 344V330M690 344V330M452 330L510 306M748 330L690 306"),
  ].join("");
}

function skirt(): string {
  const shape = "M508 520H692L742 690C650 708 550 708 458 690Z";
  const pleats = "M534 528L500 692M566 528L550 700M600 528V704M634 528L650 700M666 528L700 692";
  return [
    inked(shape, palette.ink, { width: 7, contrast: 0.22 }),
    inkLine(pleats, { width: 5, fadeIn: 0.1, fadeOut: 0.1 }, palette.sheet),
  ].join("");
}

function cape(): string {
  const shape =
    "M910 176C940 160 1020 160 1050 176C1110 300 1140 500 1150 660C1110 640 1090 690 1050 668C1020 700 990 660 960 684C930 700 900 656 870 676C850 664 830 660 814 664C824 500 850 300 910 176Z";
  const folds =
    "M930 240C900 380 880 520 874 660M966 250C956 400 954 540 958 670M1010 250C1022 400 1040 540 1050 660";
  const collar = "M896 176C930 220 1030 220 1064 176C1050 150 1010 196 980 196C950 196 910 150 896 176Z";
  return [
    fill(shape, palette.red),
    screentone({ on: shape, gap: 14, darkness: (x, y) => (x - 1000 + (y - 400) * 0.05) / 210 }),
    outline(shape, { width: 10, contrast: 0.22 }),
    inkLine(folds, { width: 7, fadeIn: 0.3, fadeOut: 0.1 }),
    inked(collar, palette.sheet, { width: 7 }),
    inked(ellipse(980, 222, 16), palette.gold, { width: 6 }),
    inkLine("M930 176l8 14M960 190l4 14M1000 192l-3 14M1030 180l-8 14", { width: 5, fadeIn: 0 }),
  ].join("");
}
