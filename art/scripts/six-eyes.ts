import { palette } from "./ink/palette.ts";
import { searchedStroke } from "./ink/pencil.ts";
import { rectangle } from "./ink/shapes.ts";
import { type Placement, drawing, fill, line, place } from "./ink/svg.ts";
import { type EyeStage, eye } from "./motifs/eye.ts";

/** 3:4, as a sheet that a student of the demo school hands in. */
const [width, height] = [900, 1200];

interface Try extends Placement {
  readonly stage: EyeStage;
  /** Sideways. */
  readonly gaze?: number;
}

/** One stare, six times, and the last ones unfinished. */
const first: readonly Try[] = [
  { stage: "ink", scale: 0.88 },
  { stage: "ink", turn: 7, scale: 0.82 },
  { stage: "ink", turn: -4, scale: 0.86 },
  { stage: "pencil", scale: 0.9 },
  { stage: "pencil", turn: 9, scale: 0.86 },
  { stage: "guides", turn: -3, scale: 0.92 },
];

const accepted: readonly Try[] = [
  { stage: "tone", scale: [0.82, 0.9] },
  { stage: "tone", turn: 13, scale: [0.92, 0.6], gaze: 4 },
  { stage: "tone", scale: [0.84, 0.86], gaze: 52 },
  { stage: "tone", turn: -13, scale: [0.84, 0.84], gaze: -10 },
  { stage: "tone", turn: -4, scale: 0.88 },
  { stage: "tone", turn: 10, scale: [0.94, 0.44], gaze: -30 },
];

const sheet = (title: string, tries: readonly Try[]): string =>
  drawing(
    { width, height, title, background: palette.sheet },
    ...tries.map(({ stage, gaze = 0, ...placement }, index) => {
      const [left, top] = [(index % 2) * 430 + 25, Math.floor(index / 2) * 385 + 30];
      return (
        line(rectangle(left, top, 415, 365), palette.guide, 2) +
        fill(searchedStroke(`M${left + 90} ${top + 338}H${left + 325}`, 2), palette.guide) +
        place(
          { x: left + 200, y: top + 190, scale: 0.94, ...placement },
          stage === "tone" || stage === "guides" ? "" : place({ opacity: 0.5 }, eye("guides")),
          eye(stage, { x: gaze }),
        )
      );
    }),
  );

export const sixEyesBefore = (): string => sheet("Six eyes with one and the same stare", first);
export const sixEyesAfter = (): string => sheet("Six eyes, each with a mood of its own", accepted);
