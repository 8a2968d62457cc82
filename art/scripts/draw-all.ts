// Writes every drawing to art/drawings/, every worksheet to art/worksheets/, and checks their sizes. `npm run art` runs it.
import { mkdirSync, writeFileSync } from "node:fs";
import process from "node:process";
import { brotliCompressSync } from "node:zlib";
import { optimize } from "svgo";
import { drawings, type Drawing } from "./drawings.ts";
import { nameParts } from "./ink/svg.ts";
import { withoutHidden } from "./ink/without-hidden.ts";
import { pdfOf } from "./worksheets/pdf.ts";
import { worksheets } from "./worksheets/worksheets.ts";

const drawingFolder = new URL("../drawings/", import.meta.url);
const worksheetFolder = new URL("../worksheets/", import.meta.url);

/** Rounds to one decimal, except in titles and text, which screen readers read; and paths to `decimals`. */
function optimized(svg: string, decimals = 1): string {
  return optimize(svg, {
    multipass: true,
    floatPrecision: 1,
    plugins: [
      {
        name: "preset-default",
        params: {
          overrides: {
            cleanupIds: false,
            convertPathData: { floatPrecision: decimals, applyTransforms: false },
            convertTransform: { floatPrecision: 2, degPrecision: 1, transformPrecision: 3 },
          },
        },
      },
    ],
  }).data;
}

async function write(
  { name, budget, draw, overlaps, decimals }: Drawing,
  folder: URL,
): Promise<{ line: string; over: boolean }> {
  const drawn = overlaps ? await withoutHidden(draw()) : draw();
  const svg = nameParts(optimized(drawn, decimals), name);
  writeFileSync(new URL(`${name}.svg`, folder), svg);
  if (folder === worksheetFolder) writeFileSync(new URL(`${name}.pdf`, folder), pdfOf(drawn));
  const packed = brotliCompressSync(svg).length;
  const over = packed > budget * 1024;
  const columns = [
    name.padEnd(22),
    String(Buffer.byteLength(svg)).padStart(8),
    String(packed).padStart(8),
    `${budget} KB`.padStart(8),
    over ? "OVER" : "ok",
  ];
  return { line: columns.join("  "), over };
}

const head = ["name".padEnd(22), "bytes".padStart(8), "brotli".padStart(8), "budget".padStart(8)].join("  ");
process.stdout.write(`${head}\n`);
let over = 0;
for (const [folder, list] of [
  [drawingFolder, drawings],
  [worksheetFolder, worksheets],
] as const) {
  mkdirSync(folder, { recursive: true });
  for (const drawing of list) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the table
    const result = await write(drawing, folder);
    process.stdout.write(`${result.line}\n`);
    if (result.over) over += 1;
  }
}
if (over > 0) {
  process.stderr.write(`${over} ${over === 1 ? "drawing is" : "drawings are"} over budget.\n`);
  process.exitCode = 1;
}
