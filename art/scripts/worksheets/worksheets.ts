import type { Drawing } from "../drawings.ts";
import { eyeShapes } from "./eye-shapes.ts";
import { hairRibbons } from "./hair-ribbons.ts";
import { headGrid } from "./head-grid.ts";
import { pageTemplate } from "./page-template.ts";
import { perspectiveGrid } from "./perspective-grid.ts";
import { toneSwatches } from "./tone-swatches.ts";

const budget = 12;

export const worksheets: Drawing[] = [
  { name: "eye-shapes", budget, draw: eyeShapes },
  { name: "hair-ribbons", budget, draw: hairRibbons },
  { name: "head-grid", budget, draw: headGrid },
  { name: "page-template", budget, draw: pageTemplate },
  { name: "perspective-grid", budget, draw: perspectiveGrid },
  { name: "tone-swatches", budget, draw: toneSwatches },
];
