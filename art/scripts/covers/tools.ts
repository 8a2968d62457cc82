import { inked, inkLine, outline } from "../ink/inking.ts";
import { newsprint, newsprintDots, palette } from "../ink/palette.ts";
import { screentone } from "../ink/screentone.ts";
import { ellipse, rectangle } from "../ink/shapes.ts";
import { fill, line, outlined, place, type Placement } from "../ink/svg.ts";
import { brush, dipPen, inkBottle } from "../motifs/drawing-tools.ts";
import { cover, wholeCover } from "./cover.ts";

export function toolsCover(): string {
  return cover(
    "Drawing tools laid out: ink bottle, dip pen, brush, ruler, screentone sheet and eraser",
    newsprint.straw,
    screentone({
      on: wholeCover,
      gap: 20,
      color: newsprintDots.straw,
      darkness: (x, y) => 0.7 - Math.hypot(x - 1100, y - 700) / 1000,
      cut: false,
    }),
    lying({ x: 250, y: 320, turn: -6, scale: 1.15 }, inkBottle(), bottleShape),
    lying({ x: 450, y: 690, turn: 20, scale: 1.3 }, dipPen(), penShape),
    lying({ x: 760, y: 640, turn: 12, scale: 1.15 }, brush(), brushShape),
    lying({ x: 556, y: 60, turn: 5 }, ruler(), "M0 0H600V70H0Z"),
    lying({ x: 910, y: 330, turn: -8 }, toneSheet(), "M0 0H230V290H0Z"),
    lying({ x: 90, y: 570, turn: -14 }, eraser(), "M0 0H56V-4H176V88H56V84H0Z"),
    outlined(
      "M300 640l12-6 6 10-12 6ZM330 668l8-4 5 8-9 4ZM286 676l7-5 6 8-8 4Z",
      palette.sheet,
      palette.ink,
      3,
    ),
    fill(ellipse(384, 470, 16, 15) + ellipse(412, 498, 7) + ellipse(366, 500, 5), palette.ink),
  );
}

const bottleShape = "M-62-162H62V-92H56L90-40V100L60 130H-60L-90 100V-40L-56-92H-62Z";
const penShape = "M0 0L-26-92L-22-138L-30-430H30L22-138L26-92Z";
const brushShape = "M2 84L-24 0L-14-96L-10-436H10L14-96L26 0Z";

function lying(placement: Placement, thing: string, shape: string): string {
  return place(placement, place({ x: 14, y: 16 }, fill(shape, palette.ink, { opacity: 0.2 })), thing);
}

function ruler(): string {
  const ticks = Array.from(
    { length: 26 },
    (_, index) => `M${(index + 1) * 22} 0v${(index + 1) % 5 === 0 ? 26 : 14}`,
  );
  return [
    inked("M0 0H600V70H0Z", palette.glass, { width: 7 }),
    line(ticks.join(""), palette.ink, 3),
    inked(ellipse(570, 36, 10), palette.sheet, { width: 4 }),
    fill(rectangle(14, 52, 486, 8), palette.sheet, { opacity: 0.8 }),
  ].join("");
}

function toneSheet(): string {
  const sheet = rectangle(0, 0, 230, 290);
  return [
    fill(sheet, palette.sheet),
    screentone({ on: sheet, gap: 13, darkness: (_, y) => y / 420 }),
    outline(sheet, { width: 6, contrast: 0.22 }),
    inked("M230 290L160 290C176 268 182 240 180 222C196 236 216 242 230 240Z", "#cfd9cf", { width: 5 }),
  ].join("");
}

function eraser(): string {
  return [
    inked("M0 0H170V84H0Z", palette.sheet),
    inked("M56-4H176V88H56Z", palette.guide),
    fill("M58 24H174V34H58ZM58 50H174V60H58Z", palette.sheet),
    inkLine("M12 20C20 40 18 60 10 70", { width: 4 }),
  ].join("");
}
