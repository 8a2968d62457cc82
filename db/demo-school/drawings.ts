import type { CritiqueText } from "../../src/features/critique/write-critique.ts";

export interface DemoDrawing {
  readonly by: string;
  /** An exercise of the class. */
  readonly lesson: string;
  readonly daysAgo: number;
  readonly note: string;
  /** In art/, and the part of it, in pixels of a picture that is 1200 wide. */
  readonly picture: {
    readonly file: string;
    readonly part: {
      readonly left: number;
      readonly top: number;
      readonly width: number;
      readonly height: number;
    };
  };
  readonly critique?: Pick<CritiqueText, "text" | "verdict"> & {
    readonly daysAgo: number;
    readonly pins: readonly { readonly x: number; readonly y: number; readonly text: string }[];
  };
  readonly comment?: { readonly by: string; readonly daysAgo: number; readonly text: string };
}

const panel = (left: number, width: number): DemoDrawing["picture"] => ({
  file: "drawings/cover-hair.svg",
  part: { left, top: 100, width, height: 580 },
});

/** All of them hang in the gallery of the class. */
export const className = "Hair Built from Ribbons";

export const drawings: readonly DemoDrawing[] = [
  {
    by: "noor",
    lesson: "Eighteen ribbons",
    daysAgo: 5,
    note: "The S curves are fun. Some tips look chewed and I don't see why.",
    picture: panel(60, 260),
    critique: {
      daysAgo: 4,
      verdict: "accepted",
      text: "These move from the elbow, I can tell: no two have the same length. Your ribbons twist and fall, and the long thin ends are lovely. About the tips: one edge arrives before the other. Slow down over the last finger's width and let both get there together.",
      pins: [
        { x: 0.41, y: 0.76, text: "Chewed: the left edge is here first and waits for the right one." },
        {
          x: 0.29,
          y: 0.98,
          text: "This one is just right. Look how both edges lean the way the hair is going.",
        },
      ],
    },
  },
  {
    by: "ada",
    lesson: "One lock of five",
    daysAgo: 3,
    note: "I got lost in the middle, where three of them cross.",
    picture: panel(425, 305),
    critique: {
      daysAgo: 2,
      verdict: "again",
      text: "The weight is there: everything hangs from its root. Draw it once more, with the front ribbon first, and stop every other edge before it reaches that one. Then you can't get lost.",
      pins: [
        { x: 0.6, y: 0.64, text: "Which of the two is in front? Decide, and let the other stop short." },
      ],
    },
  },
  {
    by: "tilda",
    lesson: "One lock of five",
    daysAgo: 2,
    note: "I couldn't wait for the week with the black.",
    picture: panel(815, 320),
    critique: {
      daysAgo: 1,
      verdict: "accepted",
      text: "Impatient, and right. Every ribbon can be followed from root to tip, and the broken band of paper turns with the head.",
      pins: [],
    },
    comment: {
      by: "noor",
      daysAgo: 1,
      text: "The red one behind all that black! Did you leave the shine or paint it back?",
    },
  },
  {
    by: "lucia",
    lesson: "Eighteen ribbons",
    daysAgo: 1,
    note: "Five of my eighteen, inked. The other thirteen are in the bin.",
    picture: {
      file: "worksheets/hair-ribbons.svg",
      part: { left: 800, top: 1075, width: 230, height: 390 },
    },
  },
];
