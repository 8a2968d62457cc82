import type { CritiqueText } from "../../src/features/studio/critique/write-critique.ts";
import type { ReportReason } from "../../src/features/shared/report-reasons.ts";

interface DemoRound {
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
    /** The student has not looked at it yet. */
    readonly isUnread?: true;
  };
}

interface DemoComment {
  readonly by: string;
  readonly daysAgo: number;
  readonly text: string;
  readonly report?: {
    readonly by: string;
    readonly daysAgo: number;
    readonly reason: ReportReason;
    readonly text: string;
  };
}

export interface DemoDrawing {
  readonly by: string;
  readonly className: string;
  /** An exercise of the class. */
  readonly lesson: string;
  readonly isShown?: true;
  /** On the public page of the class, before and after. */
  readonly isPublic?: true;
  readonly rounds: readonly DemoRound[];
  readonly comments?: readonly DemoComment[];
  /** Who said "Nice!". */
  readonly nices?: readonly string[];
}

const part = (
  file: string,
  left: number,
  top: number,
  width: number,
  height: number,
): DemoRound["picture"] => ({ file, part: { left, top, width, height } });

const hair = { className: "Hair Built from Ribbons", isShown: true } as const;
const panel = (left: number, width: number) => part("drawings/cover-hair.svg", left, 100, width, 580);

const inHair: readonly DemoDrawing[] = [
  {
    ...hair,
    by: "noor",
    lesson: "Eighteen ribbons",
    nices: ["tilda", "lucia", "ada"],
    rounds: [
      {
        daysAgo: 6,
        note: "The S curves are fun. Some tips look chewed and I don't see why.",
        picture: panel(60, 260),
        critique: {
          daysAgo: 5,
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
    ],
  },
  {
    ...hair,
    by: "ada",
    lesson: "One lock of five",
    rounds: [
      {
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
    ],
  },
  {
    ...hair,
    by: "tilda",
    lesson: "One lock of five",
    isPublic: true,
    rounds: [
      {
        daysAgo: 5,
        note: "Five ribbons, and two more that I couldn't stop.",
        picture: panel(425, 305),
        critique: {
          daysAgo: 4,
          verdict: "again",
          text: "Every ribbon falls from its root, and you dared to let them cross. Now decide who's in front. Then leave the outlines alone and look for the black between them: it's the shade that makes this hair heavy.",
          pins: [
            { x: 0.6, y: 0.64, text: "Who's in front? Let the other edge stop short of it." },
            { x: 0.34, y: 0.3, text: "Lovely: wide, narrow, wide. Do this to the others." },
            { x: 0.72, y: 0.88, text: "All tips end on one level. Pull one down, push one up." },
          ],
        },
      },
      {
        daysAgo: 2,
        note: "I couldn't wait for the week with the black.",
        picture: panel(815, 320),
        critique: {
          daysAgo: 1,
          verdict: "accepted",
          text: "Impatient, and right. Every ribbon can be followed from root to tip, and the broken band of paper turns with the head.",
          pins: [],
        },
      },
    ],
    nices: ["noor", "lucia"],
    comments: [
      {
        by: "noor",
        daysAgo: 1,
        text: "The red one behind all that black! Did you leave the shine or paint it back?",
      },
    ],
  },
  {
    ...hair,
    by: "lucia",
    lesson: "Eighteen ribbons",
    rounds: [
      {
        daysAgo: 1,
        note: "Five of my eighteen, inked. The other thirteen are in the trash.",
        picture: part("worksheets/hair-ribbons.svg", 800, 1075, 230, 390),
      },
    ],
    comments: [
      {
        by: "tilda",
        daysAgo: 0.5,
        text: "Only five? Did your pen run dry, or did you? My little brother does eighteen on the bus.",
        report: {
          by: "lucia",
          daysAgo: 0.3,
          reason: "unkind",
          text: "I think it's meant as a joke. It doesn't read like one, and it's the first thing everyone sees under my drawing.",
        },
      },
    ],
  },
  {
    ...hair,
    by: "noor",
    lesson: "One lock of five",
    rounds: [
      {
        daysAgo: 2,
        note: "From the mirror. I counted six and left one out.",
        picture: part("worksheets/hair-ribbons.svg", 125, 1085, 290, 400),
        critique: {
          daysAgo: 0.2,
          verdict: "again",
          isUnread: true,
          text: "The way of every ribbon is right, and that's the hard part: they hang from one place and spread like fingers. Two things before I accept it. All five tips end on nearly one level, so pull one down and push one up. And where they cross, both edges go on. Dot the front ribbon first, then stop the other one short.",
          pins: [
            { x: 0.42, y: 0.5, text: "Both edges go through here. Who's in front?" },
            { x: 0.3, y: 0.88, text: "These two tips stop at the same height. Let one of them win." },
            { x: 0.66, y: 0.3, text: "Lovely: wide, narrow, wide. Do this to the others." },
          ],
        },
      },
    ],
  },
];

const inEyes: readonly DemoDrawing[] = [
  {
    by: "omar",
    className: "Eyes That Speak",
    lesson: "Your page of twelve",
    isShown: true,
    isPublic: true,
    rounds: [
      {
        daysAgo: 24,
        note: "Six of my twelve. I covered the words, and my brother found one.",
        picture: part("drawings/six-eyes-before.svg", 0, 0, 1200, 1600),
        critique: {
          daysAgo: 22,
          verdict: "again",
          text: "The build is right in all of them: the oval sits on its cross and the lid has weight. But it's one stare, six times. Three dials, remember: lid, iris, brow. Turn two of them for each word, then ink.",
          pins: [
            { x: 0.24, y: 0.15, text: "This is awake. A sulk has half as much lid to look under." },
            { x: 0.25, y: 0.51, text: "Caught in a lie, and looking straight at me? Send the iris away." },
            { x: 0.74, y: 0.83, text: "You stopped here. Too tired to argue is the easiest: nearly shut." },
          ],
        },
      },
      {
        daysAgo: 15,
        note: "He found five. The sixth was about to cry, and then he was.",
        picture: part("drawings/six-eyes-after.svg", 0, 0, 1200, 1600),
        critique: {
          daysAgo: 13,
          verdict: "accepted",
          text: "Six words, six eyes, and I'd have found them all. The liar looks away without moving anything else, and that's the whole class on one page.",
          pins: [],
        },
      },
    ],
  },
];

const lines = "One Hundred Pen Lines";
const drills = (left: number, top: number, width: number, height: number) =>
  part("drawings/cover-lines.svg", left, top, width, height);

/** Finished: both exercises are accepted. */
const inLines: readonly DemoDrawing[] = [
  {
    by: "noor",
    className: lines,
    lesson: "Days one to five: fifty lines",
    rounds: [
      {
        daysAgo: 27,
        note: "Days three to five. Day one is a secret.",
        picture: drills(180, 95, 540, 560),
        critique: {
          daysAgo: 25,
          verdict: "accepted",
          text: "I'd have liked to see day one, it makes day five shine. The tapers take off instead of stopping, and the swells have their weight in the middle. Your even lines thin out toward the right: that's where you began to hold your breath. Breathe out, and go on.",
          pins: [
            { x: 0.1, y: 0.13, text: "The best one. It was the fastest, wasn't it?" },
            {
              x: 0.9,
              y: 0.29,
              text: "All of them fade here. You were looking at the end instead of beyond it.",
            },
          ],
        },
      },
    ],
  },
  {
    by: "noor",
    className: lines,
    lesson: "Days six to ten: a page of grays",
    rounds: [
      {
        daysAgo: 21,
        note: "Day ten is the pen itself. The loop just happened.",
        picture: drills(745, 60, 440, 600),
        critique: {
          daysAgo: 19,
          verdict: "accepted",
          text: "One gray on the left, one on the right, and no seam in either. That's a hundred. The loop that just happened is the reason we counted them.",
          pins: [
            { x: 0.63, y: 0.27, text: "Square crossings, like a screen door. Thirty degrees next time." },
            { x: 0.4, y: 0.66, text: "Thin, thick, thin, without a thought. Frame it." },
          ],
        },
      },
    ],
  },
];

const hands = "Hands Built from Boxes";
const hand = (left: number, top: number, width: number, height: number) =>
  part("drawings/cover-hands.svg", left, top, width, height);

/** What waits for the demo instructor: a critique is promised within five days. */
const forIris: readonly DemoDrawing[] = [
  {
    by: "tilda",
    className: hands,
    lesson: "Paper, scissors, rock",
    rounds: [
      {
        daysAgo: 8,
        note: "Scissors, before any tone. The two fingers won't stand still.",
        picture: hand(404, 100, 275, 600),
        critique: {
          daysAgo: 6,
          verdict: "again",
          text: "Your boxes are honest, and the thumb lies in front where it should. What's stiff is the line you began with: it runs straight through both fingers. Bend it a little at the wrist, and draw rock as well before you come back, so that I can see one light on two hands.",
          pins: [
            { x: 0.16, y: 0.3, text: "Straight as a rifle. One slight bend, and the finger is alive." },
            { x: 0.3, y: 0.62, text: "A clean T: thumb in front, palm stops. Keep this." },
          ],
        },
      },
      {
        daysAgo: 2,
        note: "Rock, with the light from the right. I bent the first line, and then I couldn't stop and bought gold ink.",
        picture: hand(742, 84, 420, 620),
      },
    ],
  },
  {
    by: "kenji",
    className: hands,
    lesson: "Your other hand, ten times",
    rounds: [
      {
        daysAgo: 4,
        note: "Number nine, seven minutes. The little finger looks glued on. Is it the arc?",
        picture: hand(40, 120, 285, 590),
      },
    ],
  },
  {
    by: "lucia",
    className: "Twelve Moods, One Face",
    lesson: "Twelve moods, one face",
    rounds: [
      {
        daysAgo: 3,
        note: "Four of the twelve, inked. My brother is afraid of the last one, not of the first.",
        picture: part("drawings/cover-faces.svg", 520, 30, 655, 690),
      },
    ],
  },
  {
    by: "minh",
    className: "Twelve Moods, One Face",
    lesson: "One dial at a time",
    rounds: [
      {
        daysAgo: 0.25,
        note: "Row four, two dials that agree. I know, tears are a symbol. They wanted out.",
        picture: part("drawings/cover-faces.svg", 516, 385, 300, 330),
      },
    ],
  },
];

/** In the order in which they are written; all are fictional. */
export const drawings: readonly DemoDrawing[] = [...inLines, ...inEyes, ...inHair, ...forIris];
