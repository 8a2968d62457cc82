import { palette } from "../ink/palette.ts";
import { rectangle } from "../ink/shapes.ts";
import { line } from "../ink/svg.ts";
import type { Stroke } from "./strokes.ts";
import type { Tool } from "./tools.ts";

/** Drawing units; a film shows them at `filmScale`. */
export const [sheetWidth, sheetHeight] = [1200, 750];
export const filmScale = 0.8;
export const framesPerSecond = 12;

/** The panel that each film draws into. */
export const frame = rectangle(40, 36, 1120, 622);

export const border = (): string => line(frame, palette.ink, 6, { "stroke-linejoin": "miter" });

/** Seconds of each stage of a short film, which lasts ten with its rest. */
export const pace = { guides: 1.75, pencil: 2.2, eraser: 0.6, ink: 2.5, tone: 1.8 } as const;

export interface Stage {
  readonly label: string;
  readonly tool: Tool;
  readonly seconds: number;
  /** What the stage leaves on the sheet; its strokes uncover it. Without one they lighten the pencil. */
  readonly picture?: string;
  /** Pencil and ink let what is below shine through; tone covers it. */
  readonly lays: "pencil" | "ink" | "tone" | "nothing";
  readonly strokes: readonly Stroke[];
}

export interface Film {
  readonly name: string;
  readonly stages: readonly Stage[];
  /** Seconds in which the finished picture stands. */
  readonly rest: number;
}

interface Drawn {
  readonly label?: string;
  readonly seconds: number;
  readonly picture: string;
  readonly strokes: readonly Stroke[];
}

interface Drawing {
  readonly guides: Drawn;
  readonly pencil: Drawn;
  readonly eraser: Omit<Drawn, "picture">;
  readonly ink: Drawn;
  readonly tone: Drawn;
}

/** A page from its construction to its finish. */
export const filmOf = (name: string, { guides, pencil, eraser, ink, tone }: Drawing): Film => ({
  name,
  rest: 1.2,
  stages: [
    { label: "Guides", tool: "pencil", lays: "pencil", ...guides },
    { label: "Pencil", tool: "pencil", lays: "pencil", ...pencil },
    { label: "Eraser", tool: "eraser", lays: "nothing", ...eraser },
    { label: "Ink", tool: "pen", lays: "ink", ...ink },
    { label: "Tone", tool: "brush", lays: "tone", ...tone },
  ],
});
