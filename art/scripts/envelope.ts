import { focusLines } from "./ink/focus-lines.ts";
import { inked, inkLine, outline, panel } from "./ink/inking.ts";
import { newsprint, newsprintDots, palette } from "./ink/palette.ts";
import { looseEllipse } from "./ink/pencil.ts";
import { screentone } from "./ink/screentone.ts";
import { ellipse, rectangle } from "./ink/shapes.ts";
import { clip, drawing, fill, line, place } from "./ink/svg.ts";
import { sittingCat } from "./motifs/cat.ts";
import { eye } from "./motifs/eye.ts";

const [width, height] = [1200, 750];
const back = "M236 372L600 132L964 372L964 676L236 676Z";
const front = "M236 372L600 566L964 372L964 676L236 676Z";
const leftFold = "M236 676L520 522";
const rightFold = "M964 676L680 522";

export function envelope(): string {
  return drawing(
    {
      width,
      height,
      title: "Three freshly drawn manga panels rise from an open airmail envelope",
      background: newsprint.sky,
    },
    screentone({
      on: rectangle(0, 0, width, height),
      gap: 20,
      color: newsprintDots.sky,
      darkness: (x, y) => 0.8 - Math.hypot(x - 1150, y - 720) / 900,
      cut: false,
    }),
    focusLines({
      centre: [600, 330],
      clear: [440, 300],
      reach: 900,
      count: 90,
      width: 12,
      seed: 21,
      color: palette.sheet,
    }),
    fill("M250 392L980 392L980 694L250 694Z", palette.ink, { opacity: 0.22 }),
    inked(back, "#cfd8d4", { width: 9 }),
    place({ x: 288, y: 176, turn: -16 }, pencilPanel()),
    place({ x: 706, y: 106, turn: 15 }, tonePanel()),
    place({ x: 482, y: 74, turn: -2 }, inkPanel()),
    pocket(),
  );
}

function pocket(): string {
  const stripes = Array.from({ length: 12 }, (_, index) => {
    const x = 214 + index * 66;
    return fill(`M${x} 676l24-32h30l-24 32Z`, index % 2 === 0 ? palette.red : palette.guideDark);
  }).join("");
  return [
    fill(front, palette.sheet),
    screentone({
      on: "M236 676L520 522L600 566L680 522L964 676Z",
      gap: 13,
      color: newsprintDots.sky,
      darkness: (_, y) => (y - 520) / 420,
    }),
    clip(front, stripes),
    outline(front, { width: 10, contrast: 0.2 }),
    inkLine(leftFold, { width: 6, fadeIn: 0.05, fadeOut: 0.6 }),
    inkLine(rightFold, { width: 6, fadeIn: 0.05, fadeOut: 0.6 }),
    place({ x: 600, y: 566 }, seal()),
  ].join("");
}

function seal(): string {
  return [
    fill(ellipse(5, 8, 62, 58), palette.ink, { opacity: 0.25 }),
    inked("M0-60C30-64 58-40 58-8C66 26 34 60 4 58C-30 66-60 36-58 4C-64-30-34-62 0-60Z", palette.red, {
      width: 7,
    }),
    fill(ellipse(0, 0, 42), palette.red),
    line(ellipse(0, 0, 42), palette.ink, 3),
    place({ x: -2, y: 26, scale: 0.62 }, fill(sittingCat, palette.sheet)),
  ].join("");
}

const frame = "M0 14L226 0L236 318L8 330Z";

function pencilPanel(): string {
  const head =
    looseEllipse({ x: 118, y: 150, radiusX: 76, radiusY: 92, turn: -6, seed: 4 }) +
    looseEllipse({ x: 92, y: 158, radiusX: 20, radiusY: 15, seed: 7, passes: 1 }) +
    looseEllipse({ x: 150, y: 154, radiusX: 20, radiusY: 15, seed: 8, passes: 1 }) +
    "M112 52C104 120 108 190 120 250M38 160C90 146 150 144 200 152M96 214C110 224 132 222 146 210M76 236C84 280 80 300 60 330M160 232C160 280 170 300 190 326";
  return sheetOf(line(head, palette.guide, 3.6));
}

function inkPanel(): string {
  return sheetOf(
    place({ x: 118, y: 178, turn: -3, scale: 0.56 }, eye("ink")) +
      inkLine("M108 268C122 276 142 274 154 264", { width: 6 }),
  );
}

function tonePanel(): string {
  const hill = "M0 240C60 190 120 210 236 168L236 330L0 330Z";
  return sheetOf(
    [
      screentone({ on: frame, gap: 12, color: palette.guideDark, darkness: (_, y) => 0.75 - y / 300 }),
      fill(ellipse(132, 92, 46), palette.sheet),
      outline(ellipse(132, 92, 46), { width: 5 }),
      fill(hill, palette.ink),
      place({ x: 186, y: 198, scale: 1.15 }, fill(sittingCat, palette.ink)),
      inkLine("M20 300C80 270 150 280 220 250", { width: 6, fadeIn: 0.3, fadeOut: 0.6 }, palette.sheet),
    ].join(""),
  );
}

function sheetOf(body: string): string {
  const sheet = "M-16-6L240-20L254 336L-8 350Z";
  return [
    place({ x: 12, y: 14 }, fill(sheet, palette.ink, { opacity: 0.2 })),
    inked(sheet, palette.paper, { width: 6 }),
    panel(frame, palette.sheet, body, 5),
  ].join("");
}
