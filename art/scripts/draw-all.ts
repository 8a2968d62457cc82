// Writes every drawing to art/drawings/ and checks its size. `npm run art` runs it.
import { mkdirSync, writeFileSync } from "node:fs";
import process from "node:process";
import { brotliCompressSync } from "node:zlib";
import { optimize } from "svgo";
import { drawings, type Drawing } from "./drawings.ts";
import { nameParts } from "./ink/svg.ts";

const folder = new URL("../drawings/", import.meta.url);

/** Rounds to one decimal, except in titles and text, which screen readers read. */
function optimized(svg: string): string {
  return optimize(svg, {
    multipass: true,
    floatPrecision: 1,
    plugins: [
      {
        name: "preset-default",
        params: {
          overrides: {
            cleanupIds: false,
            convertPathData: { floatPrecision: 1, applyTransforms: false },
            convertTransform: { floatPrecision: 2, degPrecision: 1, transformPrecision: 3 },
          },
        },
      },
    ],
  }).data;
}

function write({ name, budget, draw }: Drawing): { line: string; over: boolean } {
  const svg = nameParts(optimized(draw()), name);
  writeFileSync(new URL(`${name}.svg`, folder), svg);
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

mkdirSync(folder, { recursive: true });
const head = ["name".padEnd(22), "bytes".padStart(8), "brotli".padStart(8), "budget".padStart(8)].join("  ");
process.stdout.write(`${head}\n`);
let over = 0;
for (const drawing of drawings) {
  const result = write(drawing);
  process.stdout.write(`${result.line}\n`);
  if (result.over) over += 1;
}
if (over > 0) {
  process.stderr.write(`${over} ${over === 1 ? "drawing is" : "drawings are"} over budget.\n`);
  process.exitCode = 1;
}
