import { inkLine } from "./ink/inking.ts";
import { palette } from "./ink/palette.ts";
import { screentone } from "./ink/screentone.ts";
import { ellipse, rectangle } from "./ink/shapes.ts";
import { clip, drawing, fill, line, place } from "./ink/svg.ts";
import { gutterStroke } from "./logo.ts";
import { girl } from "./motifs/girl/girl.ts";

const [width, height] = [1400, 990];
const square = { "stroke-linejoin": "miter" };
const wash = "#e9f2f6";

/** A4 landscape, without words: `src/features/studio/certificates/lay-out-words.ts` places them. */
export function certificate(): string {
  return drawing(
    { width, height, background: wash },
    screentone({
      on: rectangle(0, 560, width, 430),
      gap: 19,
      color: "#bfdcec",
      darkness: (_, y) => (y - 600) / 620,
      cut: false,
    }),
    cropMarks(),
    frame(),
    letteringGuides(),
    inkLine("M164 500C330 490 540 503 690 494", { width: 5, fadeIn: 0.05, fadeOut: 0.3 }),
    stages(),
    seal(),
  );
}

function cropMarks(): string {
  const corners = [
    { x: 60, y: 60, inX: 1, inY: 1 },
    { x: 1340, y: 60, inX: -1, inY: 1 },
    { x: 60, y: 930, inX: 1, inY: -1 },
    { x: 1340, y: 930, inX: -1, inY: -1 },
  ].map(({ x, y, inX, inY }) => `M${x} ${y - inY * 34}V${y + inY * 60}M${x - inX * 34} ${y}H${x + inX * 60}`);
  const centres = `M700 26V78M674 52H726M700 912V964M674 938H726${ellipse(700, 52, 14)}${ellipse(700, 938, 14)}`;
  return line(corners.join("") + centres, palette.guide, 3);
}

function frame(): string {
  const sheet = rectangle(96, 96, 1208, 798);
  return (
    fill(sheet, palette.sheet) +
    line(sheet, palette.ink, 9, square) +
    line(rectangle(116, 116, 1168, 758), palette.ink, 2.5, square)
  );
}

/** Ruled in blue for the name, as a letterer rules a page. */
function letteringGuides(): string {
  const rules = "M150 426H706M150 446H704M150 482H700";
  const slants = Array.from({ length: 7 }, (_, index) => `M${212 + index * 74} 418l-17 72`).join("");
  return line(rules, "#cfe4f2", 1.6) + line(slants, "#e0eef6", 1.4);
}

const pencilPanel = "M786 130H912L802 860H676Z";
const inkPanel = "M928 130H1058L948 860H818Z";
const tonePanel = "M1074 130H1270V860H964Z";
/** Hair may cross into the gutter. */
const beyondTonePanel = "M1062 130H1270V860H952Z";

/** First line to last: one portrait in pencil, in ink, and finished. */
function stages(): string {
  const portrait = { x: 632, y: 150, scale: 0.8 };
  const dots = screentone({
    on: tonePanel,
    gap: 15,
    color: palette.sheet,
    darkness: (x, y) => 0.62 - (y - 120) / 560 - (1270 - x) / 2600,
    cut: false,
  });
  return [
    clip(pencilPanel, line(rulerTicks(), palette.guide, 1.6), place({ ...portrait, x: 486 }, girl("pencil"))),
    clip(inkPanel, place(portrait, girl("ink"))),
    clip(tonePanel, fill(tonePanel, palette.glow), dots),
    line(tonePanel, palette.ink, 7, square),
    clip(beyondTonePanel, place(portrait, girl("tone"))),
    line(`${pencilPanel}${inkPanel}${tonePanel}`, palette.ink, 7, square),
  ].join("");
}

function rulerTicks(): string {
  const left = Array.from({ length: 18 }, (_, index) => {
    const y = 130 + 40 * (index + 1);
    const x = 786 - ((y - 130) * 110) / 730;
    return `M${x.toFixed(1)} ${y}h${index % 5 === 4 ? 18 : 10}`;
  });
  return left.join("");
}

function seal(): string {
  const stamp = "M-52-62H52Q62-62 62-52V52Q62 62 52 62H-52Q-62 62-62 52V-52Q-62-62-52-62Z";
  return place(
    { x: 614, y: 806, turn: -7, scale: 0.68 },
    fill(stamp, palette.red),
    place({ x: -46, y: -46, scale: 1.44 }, fill(gutterStroke, palette.sheet)),
  );
}
