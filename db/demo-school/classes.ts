import type { Level } from "../../src/features/school/classes/policy.ts";
import type { ClassStatus, Topic } from "../../src/features/school/classes/state.ts";

export interface DemoClass {
  readonly cover: string;
  readonly name: string;
  /** Key in people.ts. */
  readonly by: string;
  readonly level: Level;
  readonly topics: readonly Topic[];
  /** Dollars. */
  readonly price: number;
  readonly seats: number;
  readonly status: ClassStatus;
  readonly description: string;
  readonly outcomes: readonly string[];
  readonly feedback?: string;
}

export const demoClasses: readonly DemoClass[] = [
  {
    cover: "eyes",
    name: "Eyes That Speak",
    by: "mio",
    level: "beginner",
    topics: ["characters", "inking"],
    price: 49,
    seats: 18,
    status: "approved",
    outcomes: [
      "Build an eye from a circle, a cross and a lid",
      "Show one emotion with each pair",
      "Place highlights that keep blacks lively",
      "Ink lashes with one swelling stroke",
    ],
    description:
      "We read a face from the eyes, so that's where we start. We build one from a circle and a cross, place the lid, " +
      "find the light, and only then reach for ink.\n\nYou'll finish with a page of twelve eyes: wide awake, sulking, " +
      "caught in a lie, about to cry. Each one says one thing and nothing else.",
    feedback:
      "You start with construction and save the ink for last, which is just right. Keep the twelve moods as the final page.",
  },
  {
    cover: "street",
    name: "Streets in One-Point Perspective",
    by: "haru",
    level: "intermediate",
    topics: ["backgrounds"],
    price: 59,
    seats: 24,
    status: "approved",
    outcomes: [
      "Set a horizon and one vanishing point",
      "Turn boxes into shops with signs that lean the right way",
      "String wires and poles to the same point",
      "Leave room for a figure",
    ],
    description:
      "One vanishing point, a handful of boxes and a lot of wires. We draw a shopping street from the horizon up, hang " +
      "signs that lean the right way, and leave room for someone to walk through it.\n\nBring a ruler for the first " +
      "half and put it away for the second.",
  },
  {
    cover: "heads",
    name: "Heads from Any Angle",
    by: "lena",
    level: "beginner",
    topics: ["characters"],
    price: 45,
    seats: 12,
    status: "approved",
    outcomes: [
      "Construct a head from a ball and a side plane",
      "Turn it to twelve angles without a reference",
      "Find the jaw and neck from below",
    ],
    description:
      "Ball, side plane, brow line, jaw. Four marks turn a flat face into a head that can look over its shoulder. We " +
      "turn it step by step until no angle scares you.",
  },
  {
    cover: "hair",
    name: "Hair Built from Ribbons",
    by: "mio",
    level: "intermediate",
    topics: ["characters", "inking"],
    price: 39,
    seats: 9,
    status: "approved",
    outcomes: [
      "See hair as five or six ribbons",
      "Twist and overlap them with weight",
      "Cut a sheen through solid black",
    ],
    description:
      "Hair isn't a thousand lines. It's five or six ribbons that know where they start. We twist them, let them " +
      "fall, ink their edges, and cut one white sheen through the black.",
  },
  {
    cover: "tones",
    name: "Screentone and Light",
    by: "teo",
    level: "intermediate",
    topics: ["tone"],
    price: 55,
    seats: 20,
    status: "approved",
    outcomes: [
      "Choose a tone for each gray",
      "Scrape highlights back out of it",
      "Keep dots from filling in at print size",
    ],
    description:
      "Dots do the work of gray. We shade a ball, a cone and a crumpled sheet with tone, scrape the highlights back out, " +
      "and learn how to keep it from filling in when the page is printed small.",
    feedback: "Please add a note on how these tones look on a phone. Otherwise it's ready.",
  },
  {
    cover: "speed",
    name: "Speed Lines and Impact",
    by: "juno",
    level: "beginner",
    topics: ["inking", "backgrounds"],
    price: 42,
    seats: 3,
    status: "approved",
    outcomes: [
      "Aim focus lines at one point",
      "Vary length and weight by hand",
      "Bend the one limb that sells the hit",
    ],
    description:
      "Make a rice ball fly. Focus lines, speed lines, and the one bent limb that sells the punch: a short class about the " +
      "loudest panel on the page.",
  },
  {
    cover: "page",
    name: "Panels That Read Themselves",
    by: "haru",
    level: "advanced",
    topics: ["backgrounds"],
    price: 64,
    seats: 16,
    status: "approved",
    outcomes: [
      "Break a script into beats",
      "Lead the eye across a spread",
      "Pace a silence with the width of a panel",
      "Finish two pages from rough to ink",
    ],
    description:
      "From half a page of script to eight thumbnails, to roughs, to a finished manga spread. We decide what the reader sees " +
      "first, how wide a silence is, and where the eye leaves the page.",
  },
  {
    cover: "lines",
    name: "One Hundred Pen Lines",
    by: "teo",
    level: "beginner",
    topics: ["inking", "tools"],
    price: 29,
    seats: 30,
    status: "approved",
    outcomes: [
      "Hold and load a dip pen",
      "Draw swelling, even and tapering lines at will",
      "Hatch without counting",
    ],
    description:
      "Ten minutes a day, ten lines each. Press, lift, turn, taper. By the end your hand does what you want, and a " +
      "blank page is just a page.",
  },
  {
    cover: "tools",
    name: "Ink Tools from Zero",
    by: "lena",
    level: "beginner",
    topics: ["inking", "tools"],
    price: 25,
    seats: 22,
    status: "approved",
    outcomes: [
      "Tell nibs, brushes and inks apart",
      "Choose paper that doesn't feather",
      "Clean everything so it lasts",
    ],
    description:
      "Which nib, which paper, which ink, and why your first try blotted. We unpack a kit that costs less than lunch and " +
      "draw the same leaf with everything in it.",
  },
  {
    cover: "clouds",
    name: "Big Summer Skies",
    by: "sana",
    level: "intermediate",
    topics: ["backgrounds", "inking"],
    price: 38,
    seats: 14,
    status: "approved",
    outcomes: [
      "Stack clouds out of spheres",
      "Light them from one side",
      "Give a sky scale with poles and birds",
    ],
    description:
      "The sky of an anime summer is mostly cloud, and clouds are spheres that forgot to stop. We stack them, light them from one side, drop telephone poles in front for " +
      "scale, and leave half the sky empty.",
  },
  {
    cover: "garments",
    name: "Costumes with a Story",
    by: "sana",
    level: "advanced",
    topics: ["characters"],
    price: 48,
    seats: 11,
    status: "approved",
    outcomes: [
      "Design for a person rather than a body",
      "Draw folds at seams and joints",
      "Show wear that tells where someone has been",
    ],
    description:
      "A costume says where its owner has been. We design three for the same person, mend one, and draw each on a " +
      "hanger before anyone wears it.",
  },
  {
    cover: "sfx",
    name: "Sound-Effect Lettering",
    by: "juno",
    level: "intermediate",
    topics: ["lettering"],
    price: 35,
    seats: 19,
    status: "approved",
    outcomes: [
      "Draw letters that look the way they sound",
      "Fit them into a panel that's already full",
      "Give them weight with outline and tone",
    ],
    description:
      "Letters that are drawn, not typed. We make a slam, a whisper and a splash, and fit each into a panel that's already full.",
  },
  {
    cover: "hands",
    name: "Hands Built from Boxes",
    by: "iris",
    level: "intermediate",
    topics: ["characters"],
    price: 52,
    seats: 0,
    status: "approved",
    outcomes: [
      "Build palm and fingers from boxes",
      "Pose a hand that holds, points and waves",
      "Ink knuckles with five marks",
    ],
    description:
      "A palm is a box with a hinge. Add four bent ones and a stubborn fifth and you have a hand that can hold a pen, " +
      "point, or wave goodbye.",
    feedback: "Lovely class. It filled up within a week: consider a second run.",
  },
  {
    cover: "faces",
    name: "Twelve Moods, One Face",
    by: "iris",
    level: "beginner",
    topics: ["characters"],
    price: 34,
    seats: 15,
    status: "approved",
    outcomes: [
      "Control brows, lids and mouth independently",
      "Fill an expression sheet that stays in character",
      "Exaggerate and stay on model",
    ],
    description:
      "Brow, lid, mouth: three dials. We turn one at a time and watch the same face go from bored to furious, and fill an " +
      "expression sheet you'll use for years.",
  },
  {
    cover: "rain",
    name: "Rain at Night",
    by: "iris",
    level: "advanced",
    topics: ["tone", "backgrounds"],
    price: 57.5,
    seats: 10,
    status: "pending",
    outcomes: [
      "Spot blacks before drawing lines",
      "Scratch rain out of ink",
      "Light a street from one window",
    ],
    description:
      "Black first, then everything that shines. We ink a wet street with more shadow than line, scratch the rain out of " +
      "it, and leave one window lit.",
  },
  {
    cover: "food",
    name: "Food That Steams",
    by: "juno",
    level: "beginner",
    topics: ["tone"],
    price: 31,
    seats: 25,
    status: "denied",
    outcomes: ["Draw noodles that hang together", "Make steam with tone alone"],
    description: "Noodles, dumplings, and the steam above them.",
    feedback:
      "Great idea, but the description is too short. Tell students what they'll draw, step by step, then send it again.",
  },
  {
    cover: "tools",
    name: "Brush Care and Quiet Lines",
    by: "teo",
    level: "beginner",
    topics: ["inking", "tools"],
    price: 27,
    seats: 18,
    status: "pending",
    outcomes: ["Wash and shape a brush", "Draw twenty calm lines in a row"],
    description:
      "How to wash a brush so it keeps its point, and twenty calm lines to draw with it afterward.",
  },
];
