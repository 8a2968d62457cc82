/** `npm run bench -- pictures`: photographs made ready to show, beside the same encodings by Sharp alone. */
import sharp from "sharp";
import { storedWidths } from "../src/features/school/pictures/policy.ts";
import { defaultWidthOf, encodeJpeg } from "../src/features/school/pictures/transcode-picture.ts";
import { transcode } from "../src/features/school/pictures/transcode.ts";
import { percentile, sayLoad } from "./parts/figures.ts";
import { photograph } from "./parts/photograph.ts";
import { type Row, atLeast, sayTable, spread } from "./parts/rows.ts";

const rounds = 3;
const ofRound = 4;

export const rows: Row[] = [];

/** In a second. */
async function rateOf(
  photographs: readonly Buffer[],
  prepare: (bytes: Buffer) => Promise<unknown>,
): Promise<number> {
  const begun = performance.now();
  for (const bytes of photographs) await prepare(bytes);
  return (photographs.length * 1000) / (performance.now() - begun);
}

const throughWorker = (bytes: Buffer): Promise<void> =>
  transcode(bytes, async ({ files }) => {
    for await (const _ of files());
  });

async function bySharpAlone(bytes: Buffer): Promise<void> {
  for (const width of storedWidths) {
    const resized = sharp(bytes).resize({ width });
    await resized.clone().avif({ quality: 52, effort: 3 }).toBuffer();
    await resized.clone().webp({ quality: 78 }).toBuffer();
  }
  await encodeJpeg(sharp(bytes).resize({ width: defaultWidthOf(storedWidths) }));
}

sharp.concurrency(1);
sharp.cache(false);
sayLoad();
const photographs = await Promise.all(Array.from({ length: ofRound }, (_, seed) => photograph(seed)));
const [ready, alone]: [number[], number[]] = [[], []];
for (let round = 0; round < rounds; round += 1) {
  ready.push(await rateOf(photographs, throughWorker));
  alone.push(await rateOf(photographs, bySharpAlone));
}
const ratio = percentile(ready, 0.5) / percentile(alone, 0.5);
rows.push({
  what: "photographs of 8 megapixels made ready",
  measured: `${spread(ready, 2)} /s`,
  beside: `Sharp alone: ${spread(alone, 2)} /s`,
  ratio: ratio.toFixed(2),
  goal: atLeast(ratio, 0.9),
});
sayLoad();
sayTable(rows);
