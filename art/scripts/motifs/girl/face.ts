import { inkLine } from "../../ink/inking.ts";
import { palette } from "../../ink/palette.ts";
import { screentone } from "../../ink/screentone.ts";
import { ellipse, rectangle } from "../../ink/shapes.ts";
import { clip, fill, place } from "../../ink/svg.ts";
import { eye, type EyeStage } from "../eye.ts";
import { clumpShape } from "../hair-clump.ts";
import { frontLocks } from "./hair.ts";
import type { GirlLook } from "./look.ts";

export const face =
  "M286 420C280 500 284 556 300 604C320 660 376 722 450 764C478 779 522 779 550 764C624 722 680 660 700 604C716 556 720 500 714 420C690 250 310 250 286 420Z";
export const jawLeft = "M292 470C286 540 290 580 302 612C322 664 378 724 452 766C470 776 486 779 500 779";
export const jawRight = "M708 470C714 540 710 580 698 612C678 664 622 724 548 766C530 776 514 779 500 779";

export function eyes(stage: EyeStage, { sheet, guide, red }: GirlLook): string {
  return [-1, 1]
    .map((side) =>
      place(
        { x: 500 + side * 114, y: 548, scale: [side * 0.5, 0.5] },
        eye(stage, { x: side * -6 }, { sheet, guide, iris: red }),
      ),
    )
    .join("");
}

export function fringeShadow({ toneGap }: GirlLook): string {
  const shadow = frontLocks.map(({ clump }) => clumpShape(clump)).join("") + rectangle(280, 250, 440, 130);
  return clip(face, place({ x: 5, y: 30 }, screentone({ on: shadow, gap: toneGap, darkness: () => 0.29 })));
}

export function blush({ red }: GirlLook): string {
  const strokes = "M342 636l-9 20M362 633l-10 24M382 635l-9 20M624 635l-9 20M644 633l-10 24M664 636l-9 20";
  return (
    fill(ellipse(360, 646, 42, 20) + ellipse(640, 646, 42, 20), red, { opacity: 0.2 }) +
    inkLine(strokes, { width: 3.4, fadeIn: 0, fadeOut: 0.7 }, red)
  );
}

export function jawLine(): string {
  return inkLine(jawLeft + jawRight, { width: 7, fadeIn: 0.2, fadeOut: 0.06, thinnest: 0.5 });
}

export function nose(toned: boolean): string {
  const shadow = "M500 640C498 648 498 654 502 657C508 654 512 650 512 645Z";
  return (
    inkLine("M508 628C515 642 516 650 502 656", { width: 5, fadeIn: 0.4, fadeOut: 0.4 }) +
    (toned ? fill(shadow, palette.ink, { opacity: 0.85 }) : "")
  );
}

export function grin(toned: boolean, { sheet, red }: GirlLook): string {
  const mouth = "M450 700C480 716 524 716 556 696C552 726 528 744 502 744C476 744 456 728 450 700Z";
  const teeth = "M456 705C482 718 522 718 551 701L548 711C520 724 484 724 459 714Z";
  const openInk = "M458 712C484 724 520 724 549 710C544 732 524 742 502 742C480 742 464 730 458 712Z";
  return [
    fill(mouth, toned ? red : sheet),
    toned ? fill(teeth, sheet) : fill(openInk, palette.ink),
    inkLine("M442 694C474 716 528 716 564 688", { width: 6.5, fadeIn: 0.2, fadeOut: 0.3 }),
    inkLine("M452 704C458 730 478 745 502 745C528 745 550 728 555 700", {
      width: 4,
      fadeIn: 0.15,
      fadeOut: 0.15,
    }),
  ].join("");
}
