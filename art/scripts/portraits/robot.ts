import { inked, inkLine, outline } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { ellipse } from "../ink/shapes.ts";
import { fill, line, place } from "../ink/svg.ts";
import { mascotPencil } from "../motifs/pencil-tool.ts";
import { bold, firm, portrait, shade } from "./portrait.ts";

const head =
  "M190 160H410C446 160 470 184 470 220V384C470 420 446 444 410 444H190C154 444 130 420 130 384V220C130 184 154 160 190 160Z";
const screen =
  "M206 206H394C416 206 430 220 430 242V346C430 368 416 382 394 382H206C184 382 170 368 170 346V242C170 220 184 206 206 206Z";
const ears = [
  "M132 258H104C92 258 88 268 88 282V330C88 344 92 354 104 354H132Z",
  "M468 258H496C508 258 512 268 512 282V330C512 344 508 354 496 354H468Z",
];

export function robotPortrait(): string {
  return portrait(
    "Self-portrait of an instructor as a small robot",
    "sky",
    inked("M190 620V540C190 508 220 490 260 490H340C380 490 410 508 410 540V620Z", palette.gold, firm),
    inkLine("M240 520V620M360 520V620"),
    inked("M262 440H338V496H262Z", palette.sheet, { width: 9 }),
    inkLine("M262 458H338M262 476H338", { width: 5, fadeIn: 0, fadeOut: 0.1 }),
    ...ears.map((ear) => inked(ear, palette.red, firm)),
    inkLine("M300 160V96", { width: 11, fadeIn: 0, fadeOut: 0.05, thinnest: 0.8 }),
    inked(ellipse(300, 80, 24), palette.red, firm),
    fill(head, palette.sheet),
    fill(screen, palette.ink),
    fill(ellipse(244, 286, 24, 32) + ellipse(356, 286, 24, 32), palette.guide),
    fill(ellipse(236, 272, 8, 11) + ellipse(348, 272, 8, 11), palette.sheet),
    line("M270 342C288 356 312 356 330 342", palette.guide, 8),
    inkLine("M186 232L214 222M190 254L230 226", { fadeIn: 0.2, fadeOut: 0.4 }, palette.sheet),
    shade(head, (x) => (x - 424) / 60),
    outline(head, bold),
    inkLine("M166 414h24M210 414h10M380 414h54", { width: 7, fadeIn: 0, fadeOut: 0.1 }),
    place({ x: 476, y: 560, turn: 20 }, mascotPencil(palette.guide)),
  );
}
