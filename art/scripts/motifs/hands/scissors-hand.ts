import { inked, inkLine } from "../../ink/inking.ts";
import { palette } from "../../ink/palette.ts";
import { fill } from "../../ink/svg.ts";
import { indexFinger, middleFinger } from "./boxed-hands.ts";
import { crease, edge, limbShape } from "./limb.ts";

const leftSide = "M-142 62C-148 106-132 142-108 174C-86 202-78 222-76 250C-74 290-72 320-72 350";
const palm = `${leftSide}H86C84 320 84 290 86 250L130 166L112 20H-60Z`;
const little =
  "M-146 22C-150-10-134-28-112-28C-90-28-80-10-82 16C-84 40-84 56-90 72C-96 88-116 92-130 82C-142 72-144 48-146 22Z";
const ring =
  "M-92 2C-96-38-80-58-56-58C-32-58-20-40-22-4C-24 26-22 52-28 74C-34 92-60 96-76 86C-92 74-90 36-92 2Z";
const thumb =
  "M86 350C84 320 84 290 86 250C88 214 108 198 130 166C156 126 152 74 118 58C92 46 60 52 26 46C2 42-24 34-46 34C-74 34-88 52-84 70C-80 90-58 98-34 100C-8 102 14 106 34 118C50 130 50 152 40 176";

export const scissorsShapes = {
  leftSide,
  palm,
  little,
  ring,
  thumb,
  index: limbShape(indexFinger),
  middle: limbShape(middleFinger),
};

export function scissorsHand(): string {
  return [
    fill(palm, palette.sheet),
    inked(limbShape(indexFinger), palette.sheet, edge),
    inked(limbShape(middleFinger), palette.sheet, edge),
    fill("M-46 26C-20 14 60 14 82 28L88 120H-60Z", palette.sheet),
    inkLine("M23 20C24 30 22 38 18 46", { width: 8, fadeIn: 0, fadeOut: 0.8 }),
    inked(little, palette.sheet, edge),
    inked(ring, palette.sheet, edge),
    fill("M-136 66C-142 106-130 142-104 172L40 176L30 110L-70 92Z", palette.sheet),
    inkLine(leftSide, { width: 9, fadeIn: 0.04, fadeOut: 0.02, thinnest: 0.4, contrast: 0.35 }),
    fill(`${thumb}Z`, palette.sheet),
    inkLine(thumb, { width: 9, fadeIn: 0.02, fadeOut: 0.2, thinnest: 0.3, contrast: 0.35 }),
    inkLine("M-80 62C-74 48-58 44-42 48C-38 60-42 74-52 80C-66 82-78 76-80 62", {
      width: 5,
      fadeIn: 0.1,
      fadeOut: 0.1,
    }),
    inkLine("M30 64C36 72 38 84 34 92M46 64C50 70 52 78 50 86", crease),
    inkLine(
      "M-52-160C-40-156-30-156-18-164M-66-230C-58-226-48-226-40-232M82-136C92-138 106-142 116-152M106-204C114-206 124-210 132-218",
      crease,
    ),
    inkLine("M-84-16C-72-24-52-26-38-18M-136 2C-126-4-110-6-98 0", crease),
    inkLine("M-96 118C-60 140-20 140 14 128M-40 210C-10 218 30 218 60 208", crease),
  ].join("");
}
