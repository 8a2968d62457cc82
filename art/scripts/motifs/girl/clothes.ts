import { inkLine } from "../../ink/inking.ts";
import { palette } from "../../ink/palette.ts";
import { penStroke, type Pen } from "../../ink/pen.ts";
import { screentone } from "../../ink/screentone.ts";
import { fill } from "../../ink/svg.ts";
import type { GirlLook } from "./look.ts";

const neck = "M424 730C430 790 424 830 400 870L600 870C576 830 570 790 576 730Z";
export const scarf =
  "M286 884C278 838 322 790 384 764C440 806 560 812 624 758C690 778 734 826 722 880C712 922 664 934 612 936C560 952 462 954 402 938C340 938 294 922 286 884Z";
const scarfFolds =
  "M300 862C372 900 470 916 560 896C640 880 690 850 708 826M384 766C420 830 540 850 612 804M340 818C360 850 410 872 450 876M356 912C420 926 480 930 540 922M664 800C650 838 620 858 590 866M690 892C660 912 630 920 600 922M430 842C470 858 520 858 560 848";
export const scarfEnd =
  "M640 850C720 836 800 890 874 872C920 862 948 872 978 892C950 916 948 940 958 968C900 940 850 972 790 962C720 950 664 930 628 912";
export const body = "M150 1010C160 940 230 908 320 892L690 892C790 910 850 950 862 1010Z";
export const shoulders = "M150 1010C160 940 230 908 320 892M690 892C790 910 850 950 862 1010";

export function clothes(toned: boolean, { sheet, red, toneGap }: GirlLook): string {
  const seam: Pen = { fadeIn: 0.1, fadeOut: 0.1 };
  const cloth = toned ? red : sheet;
  const neckShadow = screentone({ on: "M424 740H578V850H414Z", gap: toneGap, darkness: () => 0.3 });
  const scarfShadow = screentone({
    on: scarf,
    gap: toneGap,
    darkness: (x, y) =>
      y < 800 + Math.abs(x - 500) * 0.12 || Math.abs(x - 501) > 189 ? 0 : 0.42 - (y - 800) / 170,
    cut: false,
  });
  return [
    fill(neck, sheet),
    toned ? neckShadow : "",
    inkLine("M428 752C432 800 428 826 416 846M572 752C568 800 572 826 584 846", {
      width: 5,
      fadeIn: 0.3,
      fadeOut: 0.45,
    }),
    fill(body, toned ? palette.ink : sheet),
    inkLine(shoulders, { ...seam, width: 7 }),
    fill(`${scarfEnd}Z`, cloth),
    inkLine(scarfEnd, { ...seam, width: 6.5 }),
    inkLine("M670 872C740 868 800 906 868 900M690 908C740 920 800 940 860 930", {
      width: 4,
      fadeIn: 0.2,
      fadeOut: 0.7,
    }),
    fill(scarf, cloth),
    fill(penStroke(scarf, { width: 7.5, contrast: 0.35 }), palette.ink),
    inkLine(scarfFolds, { width: 4.6, fadeIn: 0.15, fadeOut: 0.75 }),
    toned ? scarfShadow : "",
  ].join("");
}
