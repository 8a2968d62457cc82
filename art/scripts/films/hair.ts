import { palette } from "../ink/palette.ts";
import { clip, fill, line, place } from "../ink/svg.ts";
import { eyeShapes } from "../motifs/eye.ts";
import { body, clothes, scarf, scarfEnd } from "../motifs/girl/clothes.ts";
import { eyes, face, grin, jawLeft, jawLine, jawRight, nose } from "../motifs/girl/face.ts";
import { girl, headGuides, pencilledMouthAndClothes } from "../motifs/girl/girl.ts";
import {
  backHair,
  backLocks,
  frontHair,
  frontLocks,
  skull,
  skullLine,
  strayHair,
} from "../motifs/girl/hair.ts";
import { printedGirl } from "../motifs/girl/look.ts";
import { clumpFrom, clumpShape, drawClump, type Clump, type Stage } from "../motifs/hair-clump.ts";
import { pencilBehindEar } from "../motifs/pencil-tool.ts";
import { border, filmOf, frame, type Film } from "./film.ts";
import { filling, placed, strokesIn, tracing, type Stroke } from "./strokes.ts";

const at = { x: 330, y: 2, scale: 0.76 };
const on = (path: string): string => placed(path, at);
const pencilLook = { ...printedGirl, guide: palette.guideDark };

const mouth = "M450 700C480 716 524 716 556 696C552 726 528 744 502 744C476 744 456 728 450 700Z";
const ribbonAt = { x: 136, y: 116, scale: 0.74 };
const ribbon = clumpFrom("-10 -40 20 200 160 330 40 660 240 500 220 190 150 -40");
const ribbonWay = "M70-70C110 190 200 400 52 690";

export const hairFilm = (): Film =>
  filmOf("hair", {
    guides: { seconds: 2.3, picture: guides(), strokes: strokesIn(guides()) },
    pencil: { seconds: 3.5, picture: pencilled(), strokes: pencilStrokes() },
    eraser: { seconds: 0.8, strokes: filling("M60 50H1120V656H60Z", 150, -20) },
    ink: { seconds: 4.2, picture: inked(), strokes: inkStrokes() },
    tone: { label: "Black", seconds: 3, picture: toned(), strokes: toneStrokes() },
  });

const oneRibbon = (stage: Stage): string =>
  place(ribbonAt, drawClump(ribbon, stage, { seed: 14, width: 7, strands: 5, guide: palette.guideDark }));

function guides(): string {
  return (
    line(frame, palette.guide, 3) +
    place(ribbonAt, line(ribbonWay, palette.guide, 3)) +
    place(at, headGuides(palette.guide))
  );
}

function pencilled(): string {
  return clip(frame, oneRibbon("pencil"), place(at, ...pencilParts()));
}

/** What is in front comes first. */
function pencilParts(): string[] {
  return [
    line(jawLeft + jawRight, palette.guideDark, 3),
    eyes("pencil", pencilLook),
    pencilledMouthAndClothes(palette.guideDark),
    frontHair("pencil", pencilLook),
    line(skullLine, palette.guideDark, 2.6),
    pencilBehindEar("pencil", pencilLook),
    backHair("pencil", pencilLook),
  ];
}

function pencilStrokes(): Stroke[] {
  return [...strokesIn(oneRibbon("pencil")), ...onHead(...pencilParts())];
}

function inked(): string {
  return clip(frame, oneRibbon("ink"), place(at, girl("ink"))) + border();
}

function inkStrokes(): Stroke[] {
  const front = frontLocks
    .toReversed()
    .map(({ clump, seed, sheen }) => drawClump(clump, "ink", { seed, sheen, strands: 5, width: 5.5 }));
  const back = backLocks
    .toReversed()
    .map((lock, index) => drawClump(lock, "ink", { seed: backLocks.length - 1 - index + 30, strands: 5 }));
  return [
    ...tracing(frame, 6),
    ...strokesIn(oneRibbon("ink")),
    ...onHead(jawLine(), eyes("ink", printedGirl)),
    ...eyeAreas(),
    ...onHead(nose(false), grin(false, printedGirl)),
    ...filling(on(mouth), 20, -10),
    ...onHead(...front),
    ...tracing(on(skullLine), 8),
    ...onHead(strayHair("ink", printedGirl), pencilBehindEar("ink", printedGirl)),
    ...onHead(clothes(false, printedGirl)).toReversed(),
    ...onHead(...back),
  ];
}

const onHead = (...parts: string[]): Stroke[] => parts.flatMap((part) => strokesIn(place(at, part)));

function eyeAreas(): Stroke[] {
  return [-1, 1].flatMap((side) => {
    const onFace = (path: string) =>
      on(placed(path, { x: 500 + side * 114, y: 548, scale: [side * 0.5, 0.5] as const }));
    return [...filling(onFace(eyeShapes.upperLash), 14, 70), ...filling(onFace(eyeShapes.iris), 24, 20)];
  });
}

function toned(): string {
  return clip(frame, fill(frame, palette.glow), oneRibbon("tone"), place(at, girl("tone"))) + border();
}

/** Face and scarf before what lies behind them, whose shapes reach under them. */
function toneStrokes(): Stroke[] {
  const fillLock = (lock: Clump): Stroke[] => filling(on(clumpShape(lock)), 34, 80);
  return [
    ...filling(placed(clumpShape(ribbon), ribbonAt), 34, 80),
    ...frontLocks.toReversed().flatMap(({ clump }) => fillLock(clump)),
    ...filling(on(skull), 40, 0),
    ...filling(on(face), 70, -30),
    ...[scarf, `${scarfEnd}Z`, body].flatMap((shape) => filling(on(shape), 40, -20)),
    ...backLocks.toReversed().flatMap(fillLock),
    ...filling(frame, 130, -60),
  ];
}
