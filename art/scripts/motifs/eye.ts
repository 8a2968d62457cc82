import { ellipse, polygon } from "../ink/shapes.ts";
import { inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { penStroke } from "../ink/pen.ts";
import { looseEllipse, searchedStroke } from "../ink/pencil.ts";
import { polar } from "../ink/point.ts";
import { screentone } from "../ink/screentone.ts";
import { clip, fill, line, place } from "../ink/svg.ts";

export type EyeStage = "guides" | "pencil" | "ink" | "tone";

export interface EyeColors {
  sheet: string;
  guide: string;
  iris: string;
}

const printedEye: EyeColors = { sheet: palette.sheet, guide: palette.guide, iris: palette.red };

const white =
  "M-140 40C-106-22-56-66 10-71C72-74 120-46 148 4C151 50 118 92 70 101C20 108-50 107-92 88C-114 76-130 58-140 40Z";
const upperLash =
  "M-153 46C-132-8-84-74-8-101C62-121 132-96 168-36C178-40 190-49 203-62C198-38 186-15 170-1C178 1 187 0 196-4C186 12 170 21 152 17C122-42 72-69 12-66C-52-62-102-20-136 42C-141 49-149 52-153 46Z";
const lidFold = "M-126-34C-82-98 0-142 84-130C124-123 152-104 176-80";
const brow = "M-132-150C-66-196 54-214 178-158";
const lowerLid = "M156 12C154 54 122 92 76 103C40 110-10 111-56 104";
const lowerLashes = "M128 62C134 70 142 76 154 78M112 80C116 90 124 97 136 100";
const innerCorner = "M-150 52C-154 62-152 72-144 78";

/** An eye that looks aside moves the center. */
interface Iris {
  x: number;
  y: number;
}
const irisWidth = 73;
const irisHeight = 94;
const straight: Iris = { x: 8, y: 8 };

/** Of an eye that looks straight ahead. */
export const eyeShapes = {
  white,
  upperLash,
  lidFold,
  brow,
  lowerLid,
  lowerLashes,
  innerCorner,
  iris: ellipse(straight.x, straight.y, irisWidth, irisHeight),
  pupil: pupil(straight),
};

/** Without the guides. */
export const pencilledEye = (color: string): string => pencilLines(straight, color);

/** A left eye around 0 0, about 340 units wide. Mirror it for the right eye. */
export function eye(stage: EyeStage, look: { x?: number } = {}, colors: EyeColors = printedEye): string {
  const iris = { ...straight, x: straight.x + (look.x ?? 0) };
  if (stage === "guides") return guideLines(iris, colors.guide);
  if (stage === "pencil") {
    return place({ opacity: 0.38 }, guideLines(iris, colors.guide)) + pencilLines(iris, colors.guide);
  }
  const inside = stage === "ink" ? inkedIris(iris, colors.sheet) : tonedIris(iris, colors);
  return (
    fill(white, colors.sheet) +
    clip(white, inside) +
    fill(upperLash, palette.ink) +
    inkLine(lidFold, { width: 6.5, fadeIn: 0.5, fadeOut: 0.4 }) +
    inkLine(lowerLid, { width: 8, fadeIn: 0.12, fadeOut: 0.75 }) +
    inkLine(lowerLashes, { width: 6, fadeIn: 0, fadeOut: 1 }) +
    inkLine(innerCorner, { width: 5, fadeIn: 0.1, fadeOut: 0.8 }) +
    inkLine(brow, { width: stage === "tone" ? 20 : 17, fadeIn: 0.25, fadeOut: 0.7, contrast: 0.1 })
  );
}

function guideLines({ x, y }: Iris, guide: string): string {
  return (
    line(looseEllipse({ x: 8, y: 6, radiusX: 150, radiusY: 104, seed: 3 }), guide, 3) +
    line(looseEllipse({ x, y, radiusX: 72, radiusY: 92, seed: 8 }), guide, 3) +
    line("M-205 6H225M8-185V150", guide, 2.4) +
    line("M-150-72L190-98M-140 108L170 104", guide, 2) +
    line("M-140-60V70M150-80V70", guide, 1.6, { "stroke-dasharray": "7 8" })
  );
}

function pencilLines({ x, y }: Iris, guide: string): string {
  const searched = [
    { path: "M-150 44C-128-10-82-72-8-98C62-118 130-92 168-34L200-58", passes: 3 },
    { path: lidFold, passes: 2 },
    { path: lowerLid, passes: 2 },
    { path: brow, passes: 3 },
  ];
  const strokes = searched.map(({ path, passes }) => searchedStroke(path, passes));
  const shading = Array.from({ length: 9 }, (_, index) => {
    const top = y - 40 - (4 - Math.abs(4 - index)) * 9;
    return `M${x - 60 + index * 14} ${top}l12-22`;
  });
  return (
    fill(strokes.join(""), guide) +
    line(looseEllipse({ x, y, radiusX: 70, radiusY: 90, seed: 21, overlap: 0.1 }), guide, 2.6) +
    line(looseEllipse({ x, y: y - 8, radiusX: 30, radiusY: 42, seed: 23, overlap: 0.1 }), guide, 2.4) +
    line(ellipse(x - 26, y - 40, 21, 25, -14) + ellipse(x + 33, y + 44, 11, 13), guide, 2.2) +
    line(shading.join(""), guide, 2)
  );
}

function inkedIris(iris: Iris, sheet: string): string {
  return (
    fill(penStroke(irisEdge(iris), { width: 6, contrast: 0, seed: 5 }), palette.ink) +
    lidShadow(iris, { width: 73, low: 10, high: 110, inner: 44 }) +
    fill(irisRays(iris) + pupil(iris), palette.ink) +
    highlights(iris, sheet)
  );
}

function tonedIris(iris: Iris, { sheet, iris: color }: EyeColors): string {
  const { x, y } = iris;
  const underLid = screentone({
    on: white,
    gap: 9,
    darkness: (dotX, dotY) => 0.55 - (dotY + 71 - ((dotX - 10) / 150) ** 2 * 105) / 58,
    cut: false,
  });
  const topOfIris = screentone({
    on: ellipse(x, y, irisWidth, irisHeight),
    gap: 9,
    darkness: (_, dotY) => 0.78 - (dotY - (y - 60)) / 120,
    cut: false,
  });
  const glow = `M${x - 50} ${y + 40}C${x - 40} ${y + 96} ${x + 40} ${y + 96} ${x + 50} ${y + 40}C${x + 26} ${y + 66} ${x - 26} ${y + 66} ${x - 50} ${y + 40}Z`;
  const pupilGlow = `M${x - 16} ${y + 22}C${x - 8} ${y + 34} ${x + 8} ${y + 34} ${x + 16} ${y + 22}C${x + 8} ${y + 27} ${x - 8} ${y + 27} ${x - 16} ${y + 22}Z`;
  return (
    underLid +
    fill(irisEdge(iris), color) +
    fill(glow, "#fff", { opacity: 0.42 }) +
    topOfIris +
    lidShadow(iris, { width: 74, low: 18, high: 112, inner: 56 }) +
    fill(
      irisRays(iris) + penStroke(irisEdge(iris), { width: 8, contrast: 0, seed: 5 }) + pupil(iris),
      palette.ink,
    ) +
    fill(pupilGlow, color) +
    highlights(iris, sheet) +
    fill(ellipse(x + 6, y + 76, 5, 6), sheet)
  );
}

function irisEdge({ x, y }: Iris): string {
  return ellipse(x, y, irisWidth, irisHeight);
}

/** Distances are from the center of the iris. */
function lidShadow(
  { x, y }: Iris,
  size: { width: number; low: number; high: number; inner: number },
): string {
  const { width, low, high, inner } = size;
  return fill(
    `M${x - width} ${y - low}C${x - width + 2} ${y - high} ${x + width - 2} ${y - high} ${x + width} ${y - low}` +
      `C${x + width - 25} ${y - inner} ${x - width + 27} ${y - inner} ${x - width} ${y - low}Z`,
    palette.ink,
  );
}

function pupil({ x, y }: Iris): string {
  return ellipse(x, y - 6, 30, 43);
}

function irisRays({ x, y }: Iris): string {
  const count = 46;
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * Math.PI * 2;
    const reach = 0.62 + ((index * 7) % 11) * 0.015;
    const spread = 0.03;
    return polygon([
      polar([x, y], angle - spread, 71, 91),
      polar([x, y], angle + spread, 71, 91),
      polar([x, y], angle, 72 * reach, 92 * reach),
    ]);
  }).join("");
}

function highlights({ x, y }: Iris, sheet: string): string {
  return fill(ellipse(x - 27, y - 42, 22, 27, -14) + ellipse(x + 35, y + 46, 11.5, 14, -10), sheet);
}
