import { inked, inkLine } from "../../ink/inking.ts";
import { palette } from "../../ink/palette.ts";
import { ellipse } from "../../ink/shapes.ts";
import { clip, fill, place } from "../../ink/svg.ts";

// Coordinates are around 0 0: eyes at y = 52, mouth around y = 112.

export function onGirl(expression: string): string {
  return place({ x: 500, y: 470, scale: 1.72 }, expression);
}

const blush = inkLine(
  "M-104 82l-8 20M-88 80l-9 23M-72 82l-8 20M84 82l-8 20M100 80l-9 23M116 82l-8 20",
  { width: 5, fadeIn: 0, fadeOut: 0.7 },
  palette.red,
);

const brow = { width: 12, fadeIn: 0.25, fadeOut: 0.6 };
const lid = { width: 13, fadeIn: 0.25, fadeOut: 0.25 };

export function joy(): string {
  const mouth = "M-54 96C-28 106 28 106 54 96C58 132 34 152 0 152C-34 152-58 132-54 96Z";
  return [
    inkLine("M-100 62C-92 22-44 18-32 58M100 62C92 22 44 18 32 58", lid),
    inkLine("M-106 12C-92 0-66-4-48 4M106 12C92 0 66-4 48 4", brow),
    inked(mouth, "#a81f14", { width: 8 }),
    clip(
      mouth,
      fill("M-60 88H60L54 110C28 118-28 118-54 110Z", palette.sheet),
      fill(ellipse(4, 154, 32, 22), palette.red),
    ),
    blush,
  ].join("");
}

export function anger(): string {
  const eyes =
    "M-112 40L-30 66C-36 84-62 90-84 84C-102 78-112 60-112 40ZM112 40L30 66C36 84 62 90 84 84C102 78 112 60 112 40Z";
  const teeth = "M-44 118C-20 104 20 104 44 118L38 142C16 134-16 134-38 142Z";
  return [
    fill(eyes, palette.sheet),
    fill(ellipse(-66, 70, 13, 14) + ellipse(66, 70, 13, 14), palette.red),
    fill(ellipse(-66, 70, 6, 7) + ellipse(66, 70, 6, 7), palette.ink),
    fill("M-124 26L-22 62L-30 78L-116 50ZM124 26L22 62L30 78L116 50Z", palette.ink),
    inkLine("M-96 84C-82 96-56 98-40 90M96 84C82 96 56 98 40 90", { width: 6, fadeIn: 0.4 }),
    inkLine("M-14 32L-120-4M14 32L120-4", { width: 18, fadeIn: 0.05, fadeOut: 0.7 }),
    inkLine("M-8 34C-10 26-10 20-6 12M8 34C10 26 10 20 6 12", { width: 5 }),
    inked(teeth, palette.sheet, { width: 8 }),
    inkLine("M-20 112L-18 138M0 108V134M20 112L18 138M-42 126C-16 118 16 118 42 126", {
      width: 5,
      fadeIn: 0.05,
      fadeOut: 0.05,
    }),
  ].join("");
}

export function surprise(): string {
  return [
    inked(ellipse(-66, 52, 38, 42) + ellipse(66, 52, 38, 42), "#fff", { width: 9, contrast: 0.1 }),
    fill(ellipse(-62, 54, 8, 9) + ellipse(62, 54, 8, 9), palette.ink),
    inkLine("M-104-8C-90-26-62-28-46-16M104-8C90-26 62-28 46-16", brow),
    inked(ellipse(0, 128, 20, 26), "#a81f14", { width: 8 }),
    inkLine("M-122 96C-116 104-108 108-100 108M122 96C116 104 108 108 100 108", { width: 5 }),
  ].join("");
}

export function grief(): string {
  const tears =
    "M-94 62C-106 92-108 120-94 146C-86 156-66 168-54 170C-44 134-38 98-42 66C-56 78-80 76-94 62ZM94 62C106 92 108 120 94 146C86 156 66 168 54 170C44 134 38 98 42 66C56 78 80 76 94 62Z";
  const mouth = "M-34 142C-46 106-18 92 0 92C18 92 46 106 34 142C20 130-20 130-34 142Z";
  return [
    inked(tears, palette.guide, { width: 7 }),
    inkLine(
      "M-84 90C-88 108-86 124-80 138M66 92C62 108 62 126 66 142",
      { width: 7, fadeIn: 0.3 },
      palette.sheet,
    ),
    inkLine("M-108 46C-88 74-48 76-28 60M108 46C88 74 48 76 28 60", lid),
    inkLine("M-112 22C-88 22-64 12-46-8M112 22C88 22 64 12 46-8", brow),
    inked(mouth, "#a81f14", { width: 8 }),
  ].join("");
}

export function mischief(): string {
  const eyes =
    "M-110 46H-26C-24 76-42 92-66 92C-92 92-110 74-110 46ZM26 46H110C110 74 92 92 66 92C42 92 24 76 26 46Z";
  return [
    fill(eyes, palette.sheet),
    clip(eyes, fill(ellipse(-50, 62, 22, 34) + ellipse(82, 62, 22, 34), palette.red)),
    clip(eyes, fill(ellipse(-50, 60, 10, 20) + ellipse(82, 60, 10, 20), palette.ink)),
    fill(ellipse(-57, 56, 6, 6) + ellipse(75, 56, 6, 6), palette.sheet),
    inkLine("M-120 52C-92 42-50 40-20 46M20 46C50 40 92 42 120 52", { width: 15, fadeIn: 0.1, fadeOut: 0.1 }),
    inkLine("M-92 92C-74 100-52 98-40 90M44 92C58 100 80 98 94 88", { width: 5, fadeIn: 0.4 }),
    inkLine("M-112 18C-92 12-64 14-44 26M104-18C86-24 60-18 46 0", brow),
    inkLine("M-38 114C-18 130 22 132 48 106M42 100C50 103 54 108 55 114", {
      width: 9,
      fadeIn: 0.25,
      fadeOut: 0.1,
    }),
    fill("M2 122L14 138L24 120Z", palette.sheet),
    inkLine("M2 123L14 138L24 120", { width: 5, fadeIn: 0, fadeOut: 0 }),
    blush,
  ].join("");
}
