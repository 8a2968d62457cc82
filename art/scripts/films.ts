// Draws every film, or those that are named, to art/films/ and checks their sizes. Needs node-av, which is optional.
import { mkdirSync, statSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { cloudFilm } from "./films/cloud.ts";
import { encode } from "./films/encode.ts";
import { eyeFilm } from "./films/eye.ts";
import { framesOf } from "./films/frames.ts";
import { hairFilm } from "./films/hair.ts";
import { handFilm } from "./films/hand.ts";
import { headFilm } from "./films/head.ts";
import { soundFilm } from "./films/sound.ts";
import { speedFilm } from "./films/speed.ts";
import { toneFilm } from "./films/tone.ts";

const folder = fileURLToPath(new URL("../films/", import.meta.url));
/** Bytes of all films together. */
const budget = 1_240_000;

mkdirSync(folder, { recursive: true });
let total = 0;
const films = [eyeFilm, hairFilm, handFilm, headFilm, cloudFilm, toneFilm, speedFilm, soundFilm];
const named = process.argv.slice(2);
for (const draw of films) {
  const film = draw();
  if (named.length > 0 && !named.includes(film.name)) continue;
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
