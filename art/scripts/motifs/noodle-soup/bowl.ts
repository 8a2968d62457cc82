import { inked, inkLine, outline } from "../../ink/inking.ts";
import { palette } from "../../ink/palette.ts";
import { polar, radians } from "../../ink/point.ts";
import { screentone } from "../../ink/screentone.ts";
import { ellipse } from "../../ink/shapes.ts";
import { clip, fill, place } from "../../ink/svg.ts";

// Coordinates on a sheet of 1200 by 750.

const body = "M236 322C246 470 350 610 486 652H714C850 610 954 470 964 322Z";

export const surface = ellipse(600, 330, 336, 96);

export function bowl(): string {
  return [
    inked("M480 632H720L700 700H500Z", palette.red, { width: 11 }),
    fill(body, palette.red),
    clip(body, patternBand()),
    screentone({ on: body, gap: 15, darkness: (x, y) => (x - 700) / 300 + (y - 560) / 260 }),
    outline(body, { width: 12 }),
    inkLine("M316 486C346 548 392 592 444 616", { width: 16, fadeIn: 0.4, fadeOut: 0.5 }, palette.sheet),
    inked(ellipse(600, 322, 366, 116), palette.red, { width: 12 }),
  ].join("");
}

function patternBand(): string {
  const band = "M230 352C300 520 900 520 970 352L950 424C880 580 320 580 250 424Z";
  const spirals = [146, 130, 114, 98, 82, 66, 50, 34].map((degrees) => {
    const [x, y] = polar([600, 366], radians(degrees), 348, 152);
    const squeeze = 0.45 + 0.55 * Math.sin(radians(degrees));
    return place(
      { x, y, turn: Math.round((90 - degrees) * -0.42), scale: [squeeze, 1] },
      inkLine("M-30 22V-22H26V20H-12V-4H8", {
        width: 9,
        fadeIn: 0.02,
        fadeOut: 0.1,
        contrast: 0.1,
        thinnest: 0.7,
      }),
    );
  });
  return inked(band, palette.sheet) + spirals.join("");
}
