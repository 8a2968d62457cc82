import type { DemoCurriculum, DemoLesson } from "./curriculum.ts";

const template = { file: "page-template.pdf", label: "A page of five panels" };

const thumbnails: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Beats before boxes",
    isPreview: true,
    body: `A beat is one thing that changes. A page is four to seven of them, and each gets a panel. If two beats share a panel, the reader gets one of them. If a panel has none, it's furniture.

## Finding them

Take half a page of script and put a slash after every change. A change is:

- someone **does** something that can't be undone
- someone **understands** something
- we see something **for the first time**
- nothing happens, and that's the point

Dialogue isn't a beat by itself. "I'm fine," said to a friend, is none. The same words said to a closed door are one.

## Sorting them

Write each beat on a slip of paper in five words or fewer. Then mark three of them:

1. **The turn**, after which the page is different. It gets the largest panel.
2. **The hook**, which makes us turn the page. It goes last, at the outer corner.
3. **The breath**, the quiet one before the turn. It gets the most empty space.

Everything else may be small. If you find two turns, you have two pages.

![A page in rough pencil beside the same page in finished ink](/drawings/cover-page.svg)

Look at the rough page on the left. Six boxes and a few ovals, and you can already say which panel is wide, which is a close-up, and where someone waits. That's all a rough has to know.

We read from left to right in this class. If you draw for readers who go from right to left, mirror everything I say, and draw your thumbnails that way from the first day.`,
  },
  {
    kind: "exercise",
    title: "Eight thumbnails",
    body: `**Time:** one hour. **Tools:** soft pencil, slips of paper, one sheet folded into eight.

Here is the script. Two people, one cat, no names.

> Late evening, a noodle shop. The last guest eats slowly. The cook looks at the clock. The guest counts the coins in front of the bowl, and counts them again. The cook turns the sign at the door to CLOSED, and sits down across from the guest with a second bowl. Neither says anything. Under the table the cat has found the dumpling.

1. Slash it into beats. You should find seven to ten. Mark turn, hook and breath.
2. Draw **eight different** spreads, two pages each, no larger than a playing card. Five minutes a spread. Boxes, stick figures, black for what's dark.
3. Change one thing each time: start close, start far, no faces, the cat first, one panel only on the right page, all panels equal, the clock in every panel, no clock at all.
4. Put a star on the two you'd like to read.

## What I look at

- Eight *different* ideas. Number eight is usually the good one, since you'd run out of obvious ones by six.
- In the starred ones, can I find the turn from three steps away?
- The hook sits at the end of the right page.
- Nobody has a face yet. Thank you.

Send me the whole sheet, and the slips beside it.`,
  },
];

const spread: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Where the eye goes",
    body: `You can't make anyone look. You can only make everything else less interesting.

## The path

The eye enters at the upper left, sweeps to the right, drops, and sweeps again. Each tier is one sweep. Three tiers a page are comfortable, four are busy. Your job is to keep it from falling off.

- **Gutters** steer. Make the gap between tiers clearly wider than the gap between panels of one tier, and nobody goes down when they should go across.
- **Balloons** are stepping stones. Place them before the figures, in reading order, upper left to lower right. Two balloons at the same height are read left first, whatever the tail says.
- **Looks and hands** point. A face that looks right sends us right. The last face of a page should not look back into it, unless it's thinking of staying.
- **Black** stops. The heaviest black of a page is where the eye rests. Put it on the turn.

## The two doors

A spread has two corners that matter. Top left of the left page is how we come in, so show *where we are*. Bottom right of the right page is how we leave, so show something unfinished: a hand on a handle, half a question, someone looking at what we can't see.

## The seam

Nothing important within a finger's width of the fold. If a panel crosses it, let background cross, never a face.

## A test

Turn the spread upside down and follow the dark shapes. They should make a chain from one door to the other. Where the chain breaks, your reader blinked.`,
  },
  {
    kind: "text",
    title: "How wide is a silence?",
    body: `Time on a page is measured in inches. We read a wide panel longer than a narrow one, and an empty one longer than a full one, so long as it isn't the first.

## Four speeds

| Panel | Feels like |
| --- | --- |
| narrow, upright | a blink, a heartbeat, a knock |
| square | ordinary time |
| wide, whole tier | a look around, a held breath |
| no border, runs off the page | time stops, or nobody knows how long |

Three narrow ones in a row are quick. Three narrow ones of the **same** picture, with one thing moved, are slow: now we count.

## Building a silence

A silence needs something before it to break off. So: a panel with words, a panel with fewer, then the wide one with none. Keep one small sound or movement in it (steam, a clock, a drop), because a panel where nothing moves at all isn't quiet, it's a photograph.

Pull back while you're at it. Close-ups are loud. A small figure in a wide room is the quietest thing you can draw.

## How long?

Read the page aloud and breathe in the silent panel. If you run out of breath, cut it in half. If you didn't notice it, make it a whole tier and take a balloon away from the panel before.

Then be careful with it. One silence on a spread is felt. Two are a style. With three of them the reader checks whether pages are missing.`,
  },
  {
    kind: "exercise",
    title: "Two pages, rough to ink",
    body: `**Time:** a week of evenings. **Tools:** pencil, pen and ink, ruler for the borders, a lot of black; two prints of the worksheet for the frame and its margins.

Take the better of your two starred thumbnails and finish it.

1. **Rough.** Full size. Use the outer frame and the dashed line of the worksheet, and rule panels of *your own*. Balloons first, then heads, then hands, then everything else. Words in capital letters, all the same height.
2. **Check.** Upside down. From three steps away. Read aloud. Change what fails now, since it costs a minute today and a night on Thursday.
3. **Ink.** Borders with the ruler, everything else by hand. Lettering before drawing. Spot your blacks with a small x in pencil before you fill any.
4. **Tone,** at most one, only if it does something black can't.

Send me the thumbnail, a photo of the roughs, and both finished pages. Four pictures.

## What I look at

- The turn is still the turn. Finishing tends to make everything equally pretty.
- I can read it without the words, and understand it better with them.
- One silence, and I held my breath.
- Tiers are farther apart than panels, and nothing happens in the fold.

A page that's finished and wrong teaches you twice as much as one that's right and half done.`,
    materials: [template],
  },
];

export const page: DemoCurriculum = {
  className: "Panels That Read Themselves",
  tools:
    "Soft pencil, slips of paper, smooth sheets for two pages, pen and black ink, a brush for large blacks, a ruler. A printer (you'll print one worksheet twice).",
  sections: [
    { title: "Script to thumbnails", lessons: thumbnails },
    { title: "The spread", lessons: spread },
  ],
};
