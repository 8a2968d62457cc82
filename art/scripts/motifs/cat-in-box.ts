import { inked, inkLine, outline } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { screentone } from "../ink/screentone.ts";
import { fill, line, outlined, place } from "../ink/svg.ts";
import { catEyes } from "./cat.ts";

// Coordinates on a sheet of 1200 by 750: the box's base is y = 672.

const catInBox =
  "M-20 30C-25 8-18-6-12-18C-20-30-20-44-16-60L-4-48C2-50 8-50 14-48L26-60C30-44 30-30 22-18C28-6 34 10 29 30Z";

export function boxWithCat(): string {
  const front = "M520 552H772L756 672H536Z";
  const shaft = "M716 340L748 560";
  return [
    fill("M560 690C520 684 500 676 500 668C560 650 760 650 800 670C796 684 720 694 640 694Z", palette.ink),
    fill("M520 552L556 520H744L772 552Z", palette.ink),
    line(shaft, palette.ink, 12),
    line(shaft, palette.sheet, 4),
    place(
      { x: 632, y: 532, scale: 2.05 },
      outlined(catInBox, palette.sheet, palette.sheet, 6),
      fill(catInBox, palette.ink),
      catEyes(),
      inkLine(
        "M1-25Q3-22 5-24Q7-22 9-25",
        { width: 1.6, fadeIn: 0.2, fadeOut: 0.2, tremble: 0, tolerance: 0.1 },
        palette.sheet,
      ),
    ),
    inked("M520 552L452 524L472 584L528 604Z", palette.sheet),
    inked("M772 552L842 526L826 586L764 604Z", palette.sheet),
    fill(front, palette.sheet),
    screentone({ on: front, gap: 12, darkness: (x, y) => (x - 640) / 200 + (y - 640) / 200 }),
    screentone({ on: "M772 552L842 526L826 586L764 604Z", gap: 12, darkness: () => 0.2 }),
    outline(front, { width: 9 }),
    inkLine(
      "M590 600C606 584 632 584 648 604C632 624 606 624 590 608L572 622C576 610 576 598 572 586L590 600M628 600v3",
      { fadeIn: 0.05, fadeOut: 0.05 },
    ),
  ].join("");
}

const canopy =
  "M-236 44C-226-112-112-192 0-192C112-192 226-112 236 44C198 12 148 12 120 50C90 16 32 16 0 54C-32 16-90 16-120 50C-148 12-198 12-236 44Z";

export function umbrella(): string {
  const inside =
    "M-236 44C-150 96 150 96 236 44C200 16 148 16 120 50C90 18 32 18 0 54C-32 18-90 18-120 50C-148 16-200 16-236 44Z";
  const ribs = "M0-192C-70-140-116-50-120 50M0-192C-10-110-6-30 0 54M0-192C70-140 116-50 120 50";
  return place(
    { x: 676, y: 292, turn: 9 },
    fill(inside, palette.ink),
    inkLine("M0-190V-226", { width: 10, fadeIn: 0, fadeOut: 0.7 }),
    fill(canopy, palette.red),
    screentone({ on: canopy, gap: 13, darkness: (x, y) => (x - 40) / 300 + (y + 60) / 500 }),
    outline(canopy, { width: 10 }),
    inkLine(ribs, { width: 7, fadeIn: 0.05, fadeOut: 0.3 }),
    inkLine("M-188-36C-166-100-120-142-74-160", { width: 12, fadeIn: 0.4, fadeOut: 0.4 }, palette.sheet),
  );
}
