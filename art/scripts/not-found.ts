import { focusLines } from "./ink/focus-lines.ts";
import { inkLine, panel } from "./ink/inking.ts";
import { newsprint, newsprintDots, palette } from "./ink/palette.ts";
import { looseEllipse } from "./ink/pencil.ts";
import { discs } from "./ink/tables.ts";
import { screentone } from "./ink/screentone.ts";
import { ellipse, rectangle } from "./ink/shapes.ts";
import { drawing, fill, line, outlined, place } from "./ink/svg.ts";
import { catEyes, sittingCat } from "./motifs/cat.ts";
import { bottleCap, tippedBottle } from "./motifs/drawing-tools.ts";
import { eye } from "./motifs/eye.ts";

const [width, height] = [1200, 760];
const sheet = "M150 36L1010 8L1040 744L176 772Z";
const puddle =
  "M1016 470C960 430 900 440 860 410C800 366 740 330 690 372C640 410 640 330 590 350C530 372 560 440 510 460C470 478 420 440 384 476C350 510 396 540 380 574C366 604 320 600 322 634C326 668 392 664 430 648C470 632 500 668 556 668C620 668 640 620 700 632C756 644 780 690 846 676C900 664 900 606 950 596C1000 586 1040 570 1060 540C1056 510 1040 486 1016 470Z";
const puddleShine =
  "M600 376C566 392 580 440 536 470M720 376C700 392 690 410 668 412M420 500C400 514 410 534 408 556M860 440C890 452 930 456 960 470";
const drops = discs(
  "300 560 13, 276 590 7, 470 414 9, 448 396 5, 640 300 8, 520 336 6, 900 700 9, 930 716 5, 742 706 12, 1096 610 8",
);
const paws = [
  { x: 316, y: 470, turn: -50, scale: 1.05 },
  { x: 262, y: 486, turn: -62, scale: 1.05 },
  { x: 246, y: 440, turn: -58 },
  { x: 196, y: 452, turn: -68 },
  { x: 176, y: 402, turn: -62, scale: 0.95 },
  { x: 124, y: 420, turn: -76, scale: 0.95 },
  { x: 116, y: 368, turn: -70, scale: 0.9 },
];

export function notFound(): string {
  const backdrop = screentone({
    on: rectangle(0, 0, width, height),
    gap: 20,
    color: newsprintDots.straw,
    darkness: (x, y) => 0.7 - Math.hypot(x - 80, y - 720) / 900,
    cut: false,
  });
  return drawing(
    {
      width,
      height,
      title: "A cat walks away from a manga page after tipping the ink bottle over it",
      background: newsprint.straw,
    },
    backdrop,
    place(
      { x: 26, y: 14, scale: 0.95 },
      page(),
      spill(),
      place({ x: 1080, y: 430, turn: -112, scale: 1.08 }, tippedBottle()),
      place({ x: 1096, y: 640, turn: 24 }, bottleCap()),
      ...paws.map((paw) => place(paw, pawPrint())),
      place({ x: 92, y: 262, scale: 1.9 }, cat()),
      line("M152 118l18 26M190 96l6 32M120 150l24 12", palette.red, 7),
    ),
  );
}

function page(): string {
  const rough =
    "M360 80L378 330M262 206L480 196M280 250C330 268 420 266 460 244M300 110C320 170 330 180 330 200M440 100C420 150 430 180 450 190M200 360C240 320 300 310 340 306M400 306C450 310 500 330 530 350";
  const head =
    looseEllipse({ x: 370, y: 200, radiusX: 96, radiusY: 110, turn: -6, seed: 3 }) +
    looseEllipse({ x: 335, y: 205, radiusX: 26, radiusY: 20, seed: 5, passes: 1 }) +
    looseEllipse({ x: 410, y: 202, radiusX: 26, radiusY: 20, seed: 6, passes: 1 });
  const burst = focusLines({
    centre: [470, 560],
    clear: [250, 150],
    reach: 800,
    count: 70,
    width: 10,
    seed: 9,
    color: palette.guide,
  });
  return [
    fill("M166 54L1026 26L1056 762L192 790Z", palette.ink, { opacity: 0.2 }),
    fill(sheet, palette.sheet),
    line(sheet, palette.ink, 5, { "stroke-linejoin": "miter" }),
    panel("M190 76L560 64L520 348L200 360Z", palette.sheet, line(head + rough, palette.guide, 3.4)),
    panel(
      "M582 63L984 50L994 332L542 347Z",
      palette.sheet,
      place({ x: 800, y: 236, turn: -3, scale: 1.02 }, eye("ink")),
    ),
    panel("M202 382L996 354L1008 706L214 734Z", palette.sheet, burst),
  ].join("");
}

function spill(): string {
  return [
    fill(puddle, palette.ink),
    inkLine(puddleShine, { width: 9, fadeIn: 0.3, fadeOut: 0.6 }, palette.sheet),
    fill(ellipse(560, 600, 34, 13, -10) + ellipse(618, 590, 12, 6, -10), palette.sheet),
    fill(drops.map(({ x, y, radius }) => ellipse(x, y, radius, radius * 0.92)).join(""), palette.ink),
  ].join("");
}

function pawPrint(): string {
  const toes =
    ellipse(-15, -13, 5, 7, -20) +
    ellipse(-5, -21, 5, 7.5, -6) +
    ellipse(7, -21, 5, 7.5, 8) +
    ellipse(17, -12, 5, 7, 24);
  return fill(`M0 12C-14 12-18 0-10-8C-6-14 6-14 10-8C18 0 14 12 0 12Z${toes}`, palette.ink);
}

function cat(): string {
  return [
    outlined(sittingCat, palette.sheet, palette.sheet, 7),
    fill(sittingCat, palette.ink),
    catEyes(),
    inkLine("M2-26Q5-23 8-26", { width: 2, fadeIn: 0.2, fadeOut: 0.2 }, palette.sheet),
  ].join("");
}
