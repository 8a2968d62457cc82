import type { HeroColors } from "./hero.ts";
import { palette } from "./ink/palette.ts";
import { screentone } from "./ink/screentone.ts";
import { clip, drawing, fill, line, place, reusable } from "./ink/svg.ts";
import { girl } from "./motifs/girl/girl.ts";
import { printedGirl } from "./motifs/girl/look.ts";

const pencilPanel = "M0 0H760L744 348L0 444Z";
const inkPanel = "M0 462L743 366L733 642L0 600Z";
const tonePanel = "M0 618L732 660L722 936H0Z";

/** 768 by 944, including the outer halves of the frames. The edge next to the form is slanted. */
export function door({ frame, pencilSheet, sheet, sky, dot }: HeroColors): string {
  const look = { ...printedGirl, sheet };
  const where = { x: -158, y: -24, scale: 1.06 };
  const pencilled = reusable(girl("pencil", look));
  return drawing(
    { width: 768, height: 944, origin: [-4, -4] },
    pencilled.definition,
    clip(
      pencilPanel,
      fill(pencilPanel, pencilSheet),
      line(rulerTicks(), palette.guide, 1.6),
      place(where, pencilled.copy()),
    ),
    clip(
      inkPanel,
      fill(inkPanel, sheet),
      place(where, place({ opacity: 0.4 }, pencilled.copy()), girl("ink", look)),
    ),
    clip(
      tonePanel,
      fill(tonePanel, sky),
      screentone({
        on: tonePanel,
        gap: 15,
        color: dot,
        darkness: (x, y) => (y - 576) / 520 - x / 5000,
        cut: false,
      }),
      place(where, girl("tone", look)),
    ),
    line(`${pencilPanel}${inkPanel}${tonePanel}`, frame, 6, { "stroke-linejoin": "miter" }),
  );
}

function rulerTicks(): string {
  const left = Array.from({ length: 10 }, (_, index) => `M0 ${(index + 1) * 40}h${tickLength(index + 1)}`);
  const top = Array.from({ length: 17 }, (_, index) => `M${(index + 1) * 40} 0v${tickLength(index + 1)}`);
  return [...left, ...top].join("");
}

const tickLength = (index: number): number => (index % 5 === 0 ? 16 : 8);
