// Draws every film to art/films/ and checks its size. Needs node-av, which is optional.
import { mkdirSync, statSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { encode } from "./films/encode.ts";
import { eyeFilm } from "./films/eye.ts";
import { framesOf } from "./films/frames.ts";
import { hairFilm } from "./films/hair.ts";
import { handFilm } from "./films/hand.ts";

const folder = fileURLToPath(new URL("../films/", import.meta.url));
/** Bytes of all films together. */
const budget = 590_000;

mkdirSync(folder, { recursive: true });
let total = 0;
for (const film of [eyeFilm(), hairFilm(), handFilm()]) {
  const file = `${folder}${film.name}.mp4`;
  await encode(framesOf(film), file);
  const { size } = statSync(file);
  total += size;
  process.stdout.write(`${film.name.padEnd(8)} ${String(size).padStart(8)}\n`);
}
if (total > budget) {
  process.stderr.write(`The films are over their budget of ${budget} bytes.\n`);
  process.exitCode = 1;
}
