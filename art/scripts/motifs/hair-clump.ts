import { betweenCubics, cubicPath, piece, reversed, type Cubic } from "../ink/cubic.ts";
import { palette } from "../ink/palette.ts";
import { penStroke, type Pen } from "../ink/pen.ts";
import { coordinates, type Point } from "../ink/point.ts";
import { seededRandom, type Random } from "../ink/random.ts";
import { fill, line } from "../ink/svg.ts";

export type Stage = "pencil" | "ink" | "tone";

export interface Clump {
  left: Cubic;
  right: Cubic;
}

export interface ClumpLook {
  seed: number;
  width?: number;
  strands?: number;
  /** Shares of the length; null for none. */
  sheen?: readonly [from: number, to: number] | null;
  tips?: boolean;
  color?: string;
  sheet?: string;
  guide?: string;
}

/** Fourteen numbers: the left edge from root to tip, then the right edge's handles from tip to root. */
export function clumpFrom(numbers: string): Clump {
  const values = numbers.split(" ").map(Number);
  const point = (index: number): Point => [values[index * 2] ?? 0, values[index * 2 + 1] ?? 0];
  const tip = point(3);
  return { left: [point(0), point(1), point(2), tip], right: [point(6), point(5), point(4), tip] };
}

export function clumpShape({ left, right }: Clump): string {
  const [, ...back] = reversed(right);
  return `${cubicPath(left)}C${coordinates(...back)}Z`;
}

export function drawClump(clump: Clump, stage: Stage, look: ClumpLook): string {
  const random = seededRandom(look.seed * 97 + 5);
  if (stage === "pencil") return pencilClump(clump, look.guide ?? palette.guide, random);
  const sheet = look.sheet ?? palette.sheet;
  const body = fill(clumpShape(clump), stage === "ink" ? sheet : (look.color ?? palette.ink));
  return body + (stage === "ink" ? inkClump(clump, look, random) : blackClump(clump, look, sheet, random));
}

function pencilClump({ left, right }: Clump, guide: string, random: Random): string {
  const strands = [1, 2].map((index) => {
    const middle = betweenCubics(left, right, index / 3 + (random() - 0.5) * 0.1);
    return cubicPath(piece(middle, 0.15 + random() * 0.1, 0.75 + random() * 0.2));
  });
  return line(cubicPath(left) + cubicPath(right), guide, 2.6) + line(strands.join(""), guide, 1.4);
}

function inkClump(
  { left, right }: Clump,
  { seed, width = 5, strands = 4 }: ClumpLook,
  random: Random,
): string {
  const edge: Pen = { fadeIn: 0.35, fadeOut: 0.35 };
  let ink =
    penStroke(cubicPath(left), { ...edge, width, seed }) +
    penStroke(cubicPath(right), { ...edge, width: width * 0.9, seed: seed + 1 });
  for (let index = 1; index <= strands; index++) {
    const middle = betweenCubics(left, right, index / (strands + 1) + (random() - 0.5) * 0.08);
    const atRoot = random() < 0.5;
    const strand = atRoot
      ? piece(middle, 0.05 + random() * 0.06, 0.24 + random() * 0.22)
      : piece(middle, 0.5 + random() * 0.15, 0.86 + random() * 0.1);
    ink += penStroke(cubicPath(strand), {
      width: width * 0.55,
      fadeIn: atRoot ? 0.05 : 0.7,
      fadeOut: atRoot ? 0.9 : 0.3,
      seed: seed + 9 + index,
    });
  }
  return fill(ink, palette.ink);
}

function blackClump(
  { left, right }: Clump,
  { seed, sheen = [0.18, 0.42], tips = true }: ClumpLook,
  sheet: string,
  random: Random,
): string {
  let light = sheen ? glints({ left, right }, sheen, seed, random) : "";
  for (let index = 0; index < (tips ? 2 : 0); index++) {
    const middle = betweenCubics(left, right, 0.3 + 0.35 * index + (random() - 0.5) * 0.1);
    const flick = cubicPath(piece(middle, 0.62 + random() * 0.08, 0.9));
    light += penStroke(flick, { width: 2.2, fadeIn: 0.5, fadeOut: 0.5, seed: seed + 70 + index });
  }
  return line(cubicPath(left) + cubicPath(right), sheet, 1.7) + fill(light, sheet);
}

function glints(
  { left, right }: Clump,
  [top, bottom]: readonly [number, number],
  seed: number,
  random: Random,
): string {
  const count = 9;
  let light = "";
  for (let index = 0; index < count; index++) {
    const share = 0.1 + (0.8 * index) / (count - 1) + (random() - 0.5) * 0.04;
    const from = top + random() * 0.06;
    const to = bottom - random() * 0.1 - Math.abs(share - 0.5) * 0.04;
    const width = 3 + random() * 6.5;
    if (random() < 0.12) continue;
    const glint = cubicPath(piece(betweenCubics(left, right, share), from, to));
    light += penStroke(glint, {
      width,
      fadeIn: 0.45,
      fadeOut: 0.75,
      thinnest: 0.04,
      seed: seed + 40 + index,
    });
  }
  return light;
}
