import { points } from "../../ink/tables.ts";
import type { BoxedHand } from "./construction-hand.ts";
import type { Limb } from "./limb.ts";

// The wrist is around 0 200; fingers reach y = -320.

export const paperHand: BoxedHand = {
  slabs: [points("-62 176, 72 176, 64 470, -54 470"), points("-116 -22, 100 -34, 72 178, -70 178")],
  fingers: [
    { joints: points("-92 -22, -116 -100, -130 -152, -139 -196"), widths: [52, 48, 44, 38] },
    { joints: points("-38 -34, -56 -134, -66 -202, -72 -258"), widths: [58, 54, 48, 42] },
    { joints: points("22 -38, 22 -150, 22 -226, 22 -288"), widths: [60, 56, 50, 44] },
    { joints: points("78 -30, 98 -130, 110 -196, 120 -252"), widths: [58, 54, 48, 42] },
    { joints: points("84 124, 134 52, 160 -14, 174 -64"), widths: [76, 64, 54, 44] },
  ],
};

export const middleFinger: Limb = {
  joints: points("-16 40, -30 -60, -44 -160, -54 -232, -60 -290"),
  widths: [74, 70, 62, 56, 48],
};

export const indexFinger: Limb = {
  joints: points("56 66, 82 -50, 104 -144, 122 -212, 136 -266"),
  widths: [72, 68, 60, 54, 46],
};

export const scissorsBoxes: BoxedHand = {
  slabs: [
    points("-70 190, 76 190, 70 330, -62 330"),
    points("-128 20, 104 10, 82 196, -82 196"),
    points("-136 -6, -90 -10, -88 76, -132 78"),
    points("-88 -40, -34 -42, -34 76, -86 78"),
    points("-40 38, 96 58, 84 122, -46 92"),
  ],
  fingers: [middleFinger, indexFinger],
};
