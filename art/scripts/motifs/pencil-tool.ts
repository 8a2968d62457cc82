import { inked, inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { fill, line, place } from "../ink/svg.ts";
import type { Stage } from "./hair-clump.ts";

export function pencilBehindEar(stage: Stage, { sheet, guide }: { sheet: string; guide: string }): string {
  const placed = { x: 800, y: 356, turn: -24 };
  if (stage === "pencil") return place(placed, line("M-60-13H110V13H-60ZM110-13L150 0L110 13", guide, 2.4));
  return place(
    placed,
    fill("M-60-13H110V13H-60Z", stage === "tone" ? palette.gold : sheet),
    fill("M110-13L150 0L110 13Z", sheet),
    fill("M136-4.5L152 0L136 4.5Z", palette.ink),
    inkLine("M-60-13H112M-60 13H112", { width: 4.4, fadeIn: 0, fadeOut: 0 }),
    inkLine("M112-13L152 0L112 13C116 6 108 2 113-3C108-8 114-10 112-13", {
      width: 3.6,
      fadeIn: 0,
      fadeOut: 0,
    }),
    inkLine("M-60 4H106", { width: 2.4, fadeIn: 0, fadeOut: 0.3 }),
  );
}

/** 270 units long around 0 0. */
export function mascotPencil(color: string): string {
  return [
    inked("M-15-124H15V70H-15Z", color),
    inked("M-15 70H15L0 118Z", palette.sheet),
    fill("M-5 100H5L0 119Z", palette.ink),
    inked("M-15-122V-142Q-15-150-7-150H7Q15-150 15-142V-122Z", palette.red, { width: 7 }),
    inkLine("M-4-118V66", { width: 4, fadeIn: 0, fadeOut: 0.2 }),
  ].join("");
}

/** 280 units long around 0 0. */
export function mascotBrush(color: string): string {
  return [
    inked("M-13-130H13V40H-13Z", color),
    inked("M-17 36H17V66H-17Z", palette.sheet),
    inked("M-17 66C-26 100-6 128 4 150C16 126 26 100 17 66Z", palette.ink, { width: 6 }),
  ].join("");
}
