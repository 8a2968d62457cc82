import { inked, inkLine, outline } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { ellipse } from "../ink/shapes.ts";
import { fill, place } from "../ink/svg.ts";
import { onigiriShape } from "../motifs/onigiri.ts";
import { mascotPencil } from "../motifs/pencil-tool.ts";
import { beadEye, blush, bold, fine, portrait, shade } from "./portrait.ts";

const arm = { width: 15, fadeIn: 0.05, fadeOut: 0.1, thinnest: 0.7 };

export function onigiriPortrait(): string {
  const glasses = ellipse(236, 296, 52) + ellipse(364, 296, 52);
  return portrait(
    "Self-portrait of an instructor as a rice ball with round glasses",
    "mint",
    inkLine("M140 400C92 396 66 426 84 462", arm),
    place({ x: 526, y: 360, turn: 14 }, mascotPencil(palette.guide)),
    inked(onigiriShape, palette.sheet, bold),
    fill("M220 380C270 370 330 370 380 380V504C330 510 270 510 220 504Z", palette.ink),
    inkLine("M238 396C290 388 320 388 362 396M238 414C270 408 300 406 320 408", { width: 5 }, palette.sheet),
    shade(onigiriShape, (x, y) => (x - (330 + (y - 84) * 0.3)) / 150),
    outline(onigiriShape, bold),
    fill(glasses, "#fff"),
    outline(glasses, { width: 11, contrast: 0 }),
    inkLine("M286 284C294 276 306 276 314 284", { width: 9, fadeIn: 0, fadeOut: 0.1, thinnest: 0.7 }),
    inkLine("M186 280L160 268M414 280L440 268", { width: 8, fadeIn: 0 }),
    beadEye(244, 300, 14, 19),
    beadEye(356, 300, 14, 19),
    inkLine("M282 344C292 356 308 356 318 344", fine),
    blush(160, 346),
    blush(396, 346),
    inkLine("M466 408C500 412 520 396 528 370", arm),
    inked(ellipse(526, 366, 20, 18), palette.sheet, { width: 9 }),
    inkLine("M206 232C216 222 232 220 242 224M358 224C368 218 384 222 394 232", { width: 9 }),
  );
}
