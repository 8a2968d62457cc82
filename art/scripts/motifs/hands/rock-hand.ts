import { inked, inkLine } from "../../ink/inking.ts";
import { palette } from "../../ink/palette.ts";
import { screentone } from "../../ink/screentone.ts";
import { fill } from "../../ink/svg.ts";
import { crease, edge } from "./limb.ts";

export function rockHand(): string {
  const leftSide = "M-142-16C-152 50-140 110-106 150C-86 176-80 204-80 240V380";
  const palm = `${leftSide}H94V240L136 146L140-10Z`;
  const fingers = [
    "M-146-52C-148-88-132-106-108-106C-86-106-74-90-76-56C-78-24-76 4-82 30C-88 50-108 56-126 46C-142 34-144-14-146-52Z",
    "M-84-82C-86-124-68-142-42-142C-16-142-4-122-6-84C-8-46-4-2-12 30C-18 52-48 56-66 46C-84 34-82-40-84-82Z",
    "M-14-92C-16-136 4-154 30-154C58-154 70-134 68-94C66-54 70-6 62 26C56 48 22 52 4 42C-12 32-12-50-14-92Z",
    "M62-80C60-120 78-138 104-138C132-138 144-118 142-82C140-44 144-6 136 22C130 42 98 46 80 38C64 28 64-40 62-80Z",
  ];
  const thumb =
    "M94 380V240C96 206 112 176 136 146C174 98 178 22 146 0C122-14 90-6 60-4C30-2 0 2-24 4C-54 8-66 28-60 50C-54 72-28 78 0 78C24 78 44 82 58 94C72 108 70 134 56 164";
  return [
    fill(palm, palette.sheet),
    ...fingers.map((finger) => inked(finger, palette.sheet, { ...edge, width: 11 })),
    fill(
      "M-80-96C-84-60-82-10-86 34C-76 10-74-40-80-96ZM-10-116C-14-70-10-20-12 34C-2 8-2-60-10-116ZM66-118C62-70 68-30 64 10C74-10 74-70 66-118Z",
      palette.ink,
    ),
    screentone({ on: palm, gap: 12, darkness: (x, y) => (y < 20 ? 0 : (-62 - x) / 130 + (y - 60) / 420) }),
    screentone({ on: fingers[0] ?? "", gap: 12, darkness: (x, y) => (-96 - x) / 110 + (y + 40) / 320 }),
    screentone({ on: fingers[1] ?? "", gap: 12, darkness: (x, y) => (-44 - x) / 160 + (y + 10) / 260 }),
    inkLine(leftSide, { ...edge, width: 11, fadeIn: 0.04, fadeOut: 0.02, thinnest: 0.4 }),
    fill(`${thumb}Z`, palette.sheet),
    screentone({ on: `${thumb}Z`, gap: 12, darkness: (x, y) => Math.min((y - 60) / 170, (x - 34) / 110) }),
    inkLine(thumb, { width: 11, fadeIn: 0.02, fadeOut: 0.2, thinnest: 0.3, contrast: 0.35 }),
    inkLine("M-54 38C-50 20-34 14-16 18C-10 30-12 46-22 56C-38 60-52 54-54 38", {
      width: 6,
      fadeIn: 0.1,
      fadeOut: 0.1,
    }),
    inkLine("M58 14C66 24 68 36 62 48M76 12C82 20 84 30 80 40", { ...crease, width: 6 }),
    inkLine(
      "M-136-60C-126-68-104-70-90-62M-72-90C-58-98-36-98-20-90M-2-100C14-108 38-108 54-100M76-86C92-94 114-94 130-86",
      { ...crease, width: 6 },
    ),
    inkLine("M-104 110C-64 138-20 140 22 124M-40 214C-6 224 34 224 66 212", { ...crease, width: 7 }),
  ].join("");
}
