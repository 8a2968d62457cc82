import sharp from "sharp";
import { lettering, widthOf } from "../../../src/platform/lettering.ts";
import { palette } from "../ink/palette.ts";
import { polyline } from "../ink/shapes.ts";
import type { Point } from "../ink/point.ts";
import { clip, drawing, fill, line, place } from "../ink/svg.ts";
import { filmScale, framesPerSecond, sheetHeight, sheetWidth, type Film, type Stage } from "./film.ts";
import { schedule } from "./schedule.ts";
import { lengthOf, type Stroke } from "./strokes.ts";
import { toolPicture, type Tool } from "./tools.ts";

export const [frameWidth, frameHeight] = [sheetWidth * filmScale, sheetHeight * filmScale];
const pixels = frameWidth * frameHeight;
/** Share of the pencil that the eraser takes away. */
const lifted = 0.62;

/** RGBA, with the share of it that has been uncovered. */
interface Layer {
  readonly stage: Stage;
  readonly colors: Buffer;
  readonly uncovered: Uint8Array;
}

/** Yields each frame as RGBA. */
export async function* framesOf({ stages, rest }: Film): AsyncGenerator<Buffer> {
  const layers: Layer[] = [];
  const erased = new Uint8Array(pixels);
  for (const [index, stage] of stages.entries()) {
    const paper = await raster(labels(stages, index), palette.sheet);
    const tool = await toolRaster(stage.tool);
    const colors = stage.picture ? await raster(stage.picture) : Buffer.alloc(pixels * 4);
    if (stage.lays === "ink") darknessToAlpha(colors, await raster(stage.picture ?? "", "#fff"));
    const uncovered = stage.picture ? new Uint8Array(pixels) : erased;
    if (stage.picture) layers.push({ stage, colors, uncovered });
    const strokes =
      stage.lays === "ink" ? stage.strokes.flatMap((stroke) => visible(stroke, colors)) : stage.strokes;
    for (const { drawn, tip } of schedule(strokes, Math.round(stage.seconds * framesPerSecond))) {
      await uncover(uncovered, drawn);
      const frame = Buffer.from(paper);
      for (const layer of layers) lay(frame, layer, erased);
      stamp(frame, tool, tip);
      yield frame;
    }
  }
  const paper = await raster(labels(stages, stages.length), palette.sheet);
  const finished = await raster(stages.at(-1)?.picture ?? "");
  const last = Math.round(rest * framesPerSecond);
  for (let index = 1; index <= last; index++) {
    const frame = Buffer.from(paper);
    for (const layer of layers) lay(frame, layer, erased);
    const share = Math.min(1, index / 4);
    over(frame, finished, () => share);
    yield frame;
  }
}

function lay(frame: Buffer, { stage, colors, uncovered }: Layer, erased: Uint8Array): void {
  const isPencil = stage.lays === "pencil";
  over(frame, colors, (pixel) => {
    const share = (uncovered[pixel] ?? 0) / 255;
    return isPencil ? share * (1 - (lifted * (erased[pixel] ?? 0)) / 255) : share;
  });
}

function over(frame: Buffer, colors: Buffer, share: (pixel: number) => number): void {
  for (let pixel = 0, at = 0; pixel < pixels; pixel++, at += 4) {
    const alpha = ((colors[at + 3] ?? 0) / 255) * share(pixel);
    if (alpha === 0) continue;
    for (let channel = at; channel < at + 3; channel++) {
      const below = frame[channel] ?? 0;
      frame[channel] = Math.round(below + ((colors[channel] ?? 0) - below) * alpha);
    }
  }
}

/** Ink is black on a sheet that hides nothing. */
function darknessToAlpha(colors: Buffer, onWhite: Buffer): void {
  for (let at = 0; at < colors.length; at += 4) {
    const light = 0.3 * (onWhite[at] ?? 0) + 0.59 * (onWhite[at + 1] ?? 0) + 0.11 * (onWhite[at + 2] ?? 0);
    [colors[at], colors[at + 1], colors[at + 2]] = [0x16, 0x17, 0x1d];
    colors[at + 3] = Math.min(255, Math.round((255 - light) * 1.1));
  }
}

/** Leaves out where something in front hides the stroke. */
function visible(stroke: Stroke, colors: Buffer): Stroke[] {
  if (stroke.within) return [stroke];
  const runs: Point[][] = [[]];
  for (const point of stroke.points) {
    const [x, y] = point.map((value) => Math.round(value * filmScale));
    const alpha = alphaNear(colors, x ?? 0, y ?? 0);
    if (alpha > 90) runs.at(-1)?.push(point);
    else if (runs.at(-1)?.length) runs.push([]);
  }
  return runs
    .filter((run) => run.length > 1 && lengthOf(run) > Math.min(14, lengthOf(stroke.points) * 0.5))
    .map((points) => ({ ...stroke, points }));
}

function alphaNear(colors: Buffer, x: number, y: number): number {
  let most = 0;
  for (let row = y - 1; row <= y + 1; row++) {
    for (let column = x - 1; column <= x + 1; column++) {
      if (column < 0 || row < 0 || column >= frameWidth || row >= frameHeight) continue;
      most = Math.max(most, colors[(row * frameWidth + column) * 4 + 3] ?? 0);
    }
  }
  return most;
}

async function uncover(uncovered: Uint8Array, strokes: readonly Stroke[]): Promise<void> {
  if (strokes.length === 0) return;
  const body = strokes.map(({ points, width, within }) => {
    const trace = line(polyline(points), "#fff", width + 3);
    return within ? clip(within, trace) : trace;
  });
  const drawn = await raster(body.join(""), "#000");
  for (let pixel = 0; pixel < pixels; pixel++) {
    uncovered[pixel] = Math.max(uncovered[pixel] ?? 0, drawn[pixel * 4] ?? 0);
  }
}

async function raster(body: string, background?: string): Promise<Buffer> {
  const svg = drawing({ width: sheetWidth, height: sheetHeight, ...(background && { background }) }, body);
  return sharp(Buffer.from(svg), { density: 72 * filmScale })
    .resize(frameWidth, frameHeight, { fit: "fill" })
    .ensureAlpha()
    .raw()
    .toBuffer();
}

const toolBox = { left: 90, top: 470, width: 480, height: 540 };

async function toolRaster(tool: Tool): Promise<Buffer> {
  const svg = drawing(
    { width: toolBox.width, height: toolBox.height },
    place({ x: toolBox.left, y: toolBox.top, scale: filmScale }, toolPicture(tool)),
  );
  return sharp(Buffer.from(svg)).resize(toolBox.width, toolBox.height).ensureAlpha().raw().toBuffer();
}

function stamp(frame: Buffer, tool: Buffer, tip: Point): void {
  const left = Math.round(tip[0] * filmScale) - toolBox.left;
  const top = Math.round(tip[1] * filmScale) - toolBox.top;
  for (let y = Math.max(0, -top); y < Math.min(toolBox.height, frameHeight - top); y++) {
    for (let x = Math.max(0, -left); x < Math.min(toolBox.width, frameWidth - left); x++) {
      const from = (y * toolBox.width + x) * 4;
      const to = ((y + top) * frameWidth + x + left) * 4;
      const alpha = (tool[from + 3] ?? 0) / 255;
      if (alpha === 0) continue;
      for (let channel = 0; channel < 3; channel++) {
        const below = frame[to + channel] ?? 0;
        frame[to + channel] = Math.round(below + ((tool[from + channel] ?? 0) - below) * alpha);
      }
    }
  }
}

function labels(stages: readonly Stage[], current: number): string {
  const size = 30;
  let left = 40;
  return stages
    .filter(({ picture }) => picture)
    .map((stage) => {
      const index = stages.indexOf(stage);
      const drawn = fill(lettering(stage.label, left, 714, size), index <= current ? palette.ink : "#d9d3c4");
      const underline =
        index === current ? line(`M${left} 727h${widthOf(stage.label, size)}`, palette.red, 6) : "";
      left += widthOf(stage.label, size) + 44;
      return drawn + underline;
    })
    .join("");
}
