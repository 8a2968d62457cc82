import { palette } from "../../ink/palette.ts";
import { penStroke } from "../../ink/pen.ts";
import { fill } from "../../ink/svg.ts";

const noodleColor = "#fbe6ae";

export function nest(half: "back" | "front"): string {
  const back = ["M440 372C500 322 640 318 740 350", "M430 392C490 338 630 334 740 366"];
  const front = [
    "M690 384C650 372 640 398 660 418",
    "M470 352C470 396 520 416 590 404C630 396 620 378 588 382",
    "M424 352C440 424 600 440 712 398",
    "M396 356C440 452 640 456 730 410",
    "M364 364C430 474 640 472 744 424",
  ];
  return (half === "back" ? back : front).map((path) => noodle(path)).join("");
}

export function liftedNoodles(): string {
  return [
    "M628 150C632 112 600 104 596 140C640 190 630 270 654 400",
    "M552 150C540 112 512 116 512 156C504 230 528 290 500 400",
    "M606 150C608 108 574 100 574 136C606 190 600 270 622 406",
    "M566 150C560 108 530 108 532 148C526 220 550 290 530 410",
    "M590 150C588 104 552 104 552 142C572 200 566 290 592 412",
    "M576 150C570 116 544 112 542 150C552 210 544 300 562 416",
  ]
    .map((path) => noodle(path, 19))
    .join("");
}

function noodle(path: string, width = 17): string {
  const even = { fadeIn: 0, fadeOut: 0, thinnest: 1, contrast: 0, tremble: 0 };
  return (
    fill(penStroke(path, { ...even, width: width + 9, roughness: 0.12 }), palette.ink) +
    fill(penStroke(path, { ...even, width, roughness: 0.03 }), noodleColor)
  );
}
