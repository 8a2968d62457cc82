import { hatching } from "../ink/focus-lines.ts";
import { inkLine } from "../ink/inking.ts";
import { newsprint, palette } from "../ink/palette.ts";
import { penStroke } from "../ink/pen.ts";
import { polar, round } from "../ink/point.ts";
import { seededRandom } from "../ink/random.ts";
import { rectangle, spline } from "../ink/shapes.ts";
import { clip, fill, line, place } from "../ink/svg.ts";
import { dipPen } from "../motifs/drawing-tools.ts";
import { cover } from "./cover.ts";

const sheet = "M120 60L1130 30L1160 700L150 730Z";
const longStroke = "M760 640C840 560 820 420 930 420C1010 420 990 540 920 540C840 540 880 360 1060 300";

export function linesCover(): string {
  const guides = Array.from({ length: 5 }, (_, row) => `M190 ${120 + row * 118}L700 ${105 + row * 118}`);
  return cover(
    "A sheet of pen line exercises with a dip pen finishing one long stroke",
    newsprint.straw,
    fill("M134 78L1144 48L1174 718L164 748Z", palette.ink, { opacity: 0.18 }),
    fill(sheet, palette.sheet),
    line(sheet, palette.ink, 5, { "stroke-linejoin": "miter" }),
    line(guides.join(""), palette.guide, 2, { "stroke-dasharray": "4 9" }),
    growingTicks(),
    wavingLines(),
    spirals(),
    grass(),
    hatchedSquare(770, 110, [-45]),
    hatchedSquare(950, 104, [-45, 45]),
    inkLine(longStroke, {
      width: 26,
      fadeIn: 0.35,
      fadeOut: 0.25,
      thinnest: 0.06,
      contrast: 0.5,
      roughness: 0.05,
    }),
    place({ x: 1060, y: 300, turn: 38, scale: 1.25 }, dipPen()),
  );
}

function growingTicks(): string {
  return Array.from({ length: 9 }, (_, index) =>
    inkLine(
      `M${200 + index * 56} ${round(124 + Math.sin(index) * 3)}L${230 + index * 56} ${205 - index * 2}`,
      {
        width: 3 + index * 2.6,
        fadeIn: 0.5,
        thinnest: 0.04,
        roughness: 0.05,
      },
    ),
  ).join("");
}

function wavingLines(): string {
  return Array.from({ length: 4 }, (_, index) => {
    const y = index * 24;
    const wave = `M196 ${262 + y}C320 ${236 + y} 400 ${292 + y} 520 ${258 + y}S640 ${250 + y} 700 ${252 + y}`;
    return inkLine(wave, { width: 16 - index * 3.6, fadeIn: 0.45, thinnest: 0.05 });
  }).join("");
}

function spirals(): string {
  return Array.from({ length: 3 }, (_, index) => {
    const points = Array.from({ length: 61 }, (_step, step) => {
      const angle = (step / 60) * Math.PI * 5;
      return polar([270 + index * 160, 452], angle, 4 + angle * 3.2, (4 + angle * 3.2) * 0.96);
    });
    return inkLine(spline(points), { width: 5 + index * 3, fadeIn: 0.1, fadeOut: 0.4, contrast: 0.7 });
  }).join("");
}

function grass(): string {
  const random = seededRandom(4);
  const blades = Array.from({ length: 46 }, (_, index) => {
    const x = 200 + index * 11 + random() * 8;
    const height = 40 + random() * 60;
    const bend = `${round(x + 4 + random() * 14)} ${round(640 - height * 0.6)}`;
    const tip = `${round(x + 14 + random() * 30)} ${round(640 - height)}`;
    const pen = { width: 6 + random() * 5, fadeIn: 0.02, fadeOut: 0.98, thinnest: 0.03 };
    return penStroke(`M${round(x)} 640Q${bend} ${tip}`, pen);
  });
  return fill(blades.join(""), palette.ink);
}

function hatchedSquare(x: number, y: number, angles: number[]): string {
  const lines = angles.map((angle, index) =>
    hatching({ x: x - 20, y: y - 20, width: 190, height: 170, gap: 11, angle, seed: index + 3 }),
  );
  return clip(rectangle(x, y, 150, 130), line(lines.join(""), palette.ink, 2.6));
}
