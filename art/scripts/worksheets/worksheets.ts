import type { Drawing } from "../drawings.ts";
import { cloudStacks } from "./cloud-stacks.ts";
import { eyeShapes } from "./eye-shapes.ts";
import { focusPanels } from "./focus-panels.ts";
import { hairRibbons } from "./hair-ribbons.ts";
import { headGrid } from "./head-grid.ts";
import { moodSheet } from "./mood-sheet.ts";
import { onePointStreet } from "./one-point-street.ts";
import { pageTemplate } from "./page-template.ts";
import { penDrills } from "./pen-drills.ts";
import { perspectiveGrid } from "./perspective-grid.ts";
import { soundPanels } from "./sound-panels.ts";
import { testLeaf } from "./test-leaf.ts";
import { threeHangers } from "./three-hangers.ts";
import { toneSwatches } from "./tone-swatches.ts";

const budget = 12;

export const worksheets: Drawing[] = [
  { name: "cloud-stacks", budget, draw: cloudStacks },
  { name: "eye-shapes", budget, draw: eyeShapes },
  { name: "focus-panels", budget, draw: focusPanels },
  { name: "hair-ribbons", budget, draw: hairRibbons },
  { name: "head-grid", budget, draw: headGrid },
  { name: "mood-sheet", budget, draw: moodSheet },
  { name: "one-point-street", budget, draw: onePointStreet },
  { name: "page-template", budget, draw: pageTemplate },
  { name: "pen-drills", budget, draw: penDrills },
  { name: "perspective-grid", budget, draw: perspectiveGrid },
  { name: "sound-panels", budget, draw: soundPanels },
  { name: "test-leaf", budget, draw: testLeaf },
  { name: "three-hangers", budget, draw: threeHangers },
  { name: "tone-swatches", budget, draw: toneSwatches },
];
