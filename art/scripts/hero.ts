import { palette } from "./ink/palette.ts";
import { screentone } from "./ink/screentone.ts";
import { clip, drawing, fill, line, place, reusable } from "./ink/svg.ts";
import { girl } from "./motifs/girl/girl.ts";
import { printedGirl } from "./motifs/girl/look.ts";

/** The colors that follow the theme. The others are fixed. */
export interface HeroColors {
  frame: string;
  pencilSheet: string;
  sheet: string;
  sky: string;
  dot: string;
}

export const lightHero: HeroColors = {
  frame: "#16171d",
  pencilSheet: "#fffdf7",
  sheet: "#fffdf7",
  sky: palette.glow,
  dot: "#fffdf7",
};

export const darkHero: HeroColors = {
  frame: "#d5d1c5",
  pencilSheet: "#101d2b",
  sheet: "#f3ede0",
  sky: "#27496f",
  dot: "#44719f",
};

const pencilPanel = "M0 0H322L262 880H0Z";
const inkPanel = "M340 0H602L450 880H280Z";
const tonePanel = "M620 0H980V880H468Z";
/** Hair and scarf may cross the right and upper edges of the last panel. */
const beyondTonePanel = "M620 -60H1060V880H468L620 0Z";

/** 988 by 892, including the outer halves of the frames. */
export function hero({ frame, pencilSheet, sheet, sky, dot }: HeroColors): string {
  const look = { ...printedGirl, sheet };
  const pencilled = reusable(girl("pencil", look));
  const border = { "stroke-linejoin": "miter" };
  const skyDots = screentone({
    on: tonePanel,
    gap: 15,
    color: dot,
    darkness: (x, y) => 0.6 - y / 640 - (980 - x) / 2600,
    cut: false,
  });
  return drawing(
    {
      width: 988,
      height: 892,
      origin: [-4, -6],
      title:
        "One portrait in three panels: pencil guide lines, clean ink line, finished page with screentone and color",
    },
    pencilled.definition,
    clip(
      pencilPanel,
      fill(pencilPanel, pencilSheet),
      line(rulerTicks(), palette.guide, 1.6),
      place({ x: -196, y: -6, scale: 0.965 }, pencilled.copy()),
    ),
    clip(
      inkPanel,
      fill(inkPanel, sheet),
      place({ x: 44, y: -6, scale: 0.965 }, place({ opacity: 0.4 }, pencilled.copy()), girl("ink", look)),
    ),
    clip(tonePanel, fill(tonePanel, sky), skyDots),
    line(tonePanel, frame, 6, border),
    clip(beyondTonePanel, place({ x: 44, y: -6, scale: 0.965 }, girl("tone", look))),
    line(`${pencilPanel}${inkPanel}M620 0L468 880H980`, frame, 6, border),
  );
}

function rulerTicks(): string {
  const left = Array.from({ length: 21 }, (_, index) => `M0 ${(index + 1) * 40}h${tickLength(index + 1)}`);
  const top = Array.from({ length: 7 }, (_, index) => `M${(index + 1) * 40} 0v${tickLength(index + 1)}`);
  return [...left, ...top].join("");
}

function tickLength(index: number): number {
  return index % 5 === 0 ? 16 : 8;
}
