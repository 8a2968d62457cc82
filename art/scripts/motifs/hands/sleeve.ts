import { inked, inkLine } from "../../ink/inking.ts";
import { palette } from "../../ink/palette.ts";

const sleeve = "M-124 268C-60 290 60 290 134 264L150 420H-140Z";

export function plainSleeve(): string {
  return (
    inked(sleeve, palette.ink, { width: 9 }) + inkLine("M-96 312L-106 400M40 320L52 400", {}, palette.sheet)
  );
}

export function cuffedSleeve(color: string): string {
  return (
    inked(sleeve, color, { width: 11 }) +
    inked("M-124 240C-60 264 60 264 138 236L144 292C60 318-60 318-130 296Z", palette.sheet, { width: 11 }) +
    inkLine("M-104 284C-40 300 50 298 116 280", { fadeIn: 0.1 }) +
    inkLine("M-88 326L-96 372M-40 334V366M100 320L112 376", { width: 7 })
  );
}
