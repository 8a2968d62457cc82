import type { DemoCurriculum, DemoLesson } from "./curriculum.ts";

const drills = { file: "pen-drills.pdf", label: "Pen drills" };

const firstFifty: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Hold it, load it, test it",
    isPreview: true,
    body: `Ten minutes a day, ten lines each, ten days. That's a hundred lines. I did this every morning before the pages came in, and I still do.

## Hold

Take the holder a little farther back than a pencil, about two fingers above the nib. The **hollow** side of the nib faces the paper, the rounded side the ceiling. Keep the pen at half a right angle to the sheet. Steeper and it digs, flatter and it floods. The little finger lies on the paper and slides. Everything else moves from the elbow.

## Load

A new nib is oiled so that it doesn't rust in the shop, and ink rolls off oil. Wipe it with a drop of rubbing alcohol or dish soap, and dry it. Then dip it to just past the little hole, no further. Touch the rim of the bottle once on the way out. If you have to shake it, you had too much.

## Test

Before every line that matters, make one that doesn't on a scrap. You learn three things in a second: is there ink, is there too much, which way does it want to go?

## The one rule

A nib is split in two. Pull it and the halves slide. Press while you pull and they open, and the line swells. **Push** it against its point and they catch in the paper and spit. So pull: downward, or from left to right if you're right-handed. For every other direction turn the paper.

Wipe the nib each time you think of it. Dried ink is what makes a good pen scratchy, and it's never the pen's fault.`,
  },
  {
    kind: "text",
    title: "Swell, even, taper",
    body: `All of comics is three lines. Learn to feel which of them your hand is making without looking.

## Even

The same width from end to end. It's the hardest, so we begin with it. The pressure comes from the weight of the pen and nothing else. Draw at the pace of a slow walk, breathe out, and stop by **stopping**, not by pressing. We need it for borders, wires, and everything that was made by a machine.

## Taper

Start firm and leave the paper while the hand is still moving. The end is a hair. The secret is that you aim at a spot *beyond* the end: your arm goes on, only the nib takes off. We need it for hair, grass, speed and eyelashes. A taper with a blob at its end was stopped. A taper with a hook at its end came from the wrist.

## Swell

Thin, thick, thin. Touch down light, press in the middle, lift again. Think of a wave that goes through under the line. The thick place lies where the form comes **toward** us or turns into shade. We need it for everything that's alive.

![A sheet of pen exercises with a dip pen finishing one long stroke](/drawings/cover-lines.svg)

Find all three in the picture. The ticks at the top and the grass at the foot taper, the waves swell, the hatching is even. The long loop does all of it in one go, which is showing off.

## Speed

Beginners draw too slowly and correct on the way. A line shakes because it's slow. Draw it twice as fast, miss, and draw the next. We have a hundred of them.`,
  },
  {
    kind: "exercise",
    title: "Days one to five: fifty lines",
    body: `**Time:** ten minutes a day, five days. **Tools:** dip pen and black ink, the worksheet, a scrap for testing.

The sheet has a row for each day. Ten lines a row, no more, even when it goes well. *Especially* when it goes well.

| Day | Ten lines | From |
| --- | --- | --- |
| 1 | even, level, as long as your hand | left to right |
| 2 | even, upright | top to bottom |
| 3 | taper, start at the dot | toward you |
| 4 | swell, between the two guides | toward you |
| 5 | your choice, all in **curves** | turn the paper |

Write the date beside each row. Circle the best line of the day, and put a small cross beside the one you *liked making* best. They're rarely the same, and after five days they begin to be.

## What I look at

- Day 1 against day 5. I don't compare you with anyone else.
- Even lines: the same gray from end to end when I hold the sheet away.
- Tapers: hairs, not hooks. Swells: the thick part in the middle third.
- No line was gone over a second time. I can see it, the ink is blacker there.
- Blots are fine. Tell me where they came from if you know.

Missed a day? Don't do twenty the next one. Just go on.`,
    materials: [drills],
  },
];

const secondFifty: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Hatch without counting",
    body: `Hatching isn't many lines. It's one line that you repeat until your hand has forgotten it.

## Even gray

Look at the **gap**, not at the line. The line you're drawing takes care of itself, the white next to it doesn't. Keep the last gap in the corner of your eye and copy it. If you count, you'll stop at seven to see how it's going, and there'll be a stripe at seven.

Work in patches as wide as your hand can draw without moving the elbow, about three fingers. Let patches meet with **ragged** edges: every second line a little longer, so that the next patch slides between them like fingers. Straight edges on patches make bricks.

## Darker

You have three ways, from gentle to loud:

1. smaller gaps
2. heavier lines
3. a second layer across the first

For the second layer turn the paper by **less than a right angle**, about thirty degrees. Square crossings look like a screen door, narrow ones like silk. Let the first layer dry. Crossing wet lines leaves a bead of ink at each crossing.

## Around a form

Straight hatching flattens, curved hatching wraps. On a ball, bend the lines like the stripes of a beach ball. On a cylinder, like hoops. If you don't know how a form bends, use straight lines and be safe.

## Fading out

Lift each line a little earlier than its neighbor, but not in a row. A gray that ends on a clean diagonal looks cut with scissors.`,
  },
  {
    kind: "exercise",
    title: "Days six to ten: a page of grays",
    body: `**Time:** ten minutes a day, five days. **Tools:** dip pen, black ink, a fresh print of the worksheet.

Use the boxes in the lower half of the sheet. A "line" is now a patch of hatching, ten patches a day.

1. **Day 6:** ten patches, all the same gray. Don't count.
2. **Day 7:** ten patches from light to dark, by gaps alone.
3. **Day 8:** the same ten, by weight alone.
4. **Day 9:** five patches with a second layer, thirty degrees across. Then five that fade out.
5. **Day 10:** no boxes. Draw the pen you've been holding for ten days, or the bottle. Three lines for the outline, hatching for the rest.

## What I look at

- From six feet the patches of day 6 are one gray.
- Days 7 and 8 climb in even steps. Cover every second one, do the others still climb?
- Where patches meet I see no seam.
- Day 10: the hatching follows the form, and the light side is left alone.

That makes a hundred. Put the first row of day one beside the last of day ten, take **one** photo of both, and hand it in. You won't believe it's the same pen.`,
    materials: [drills],
  },
];

export const lines: DemoCurriculum = {
  className: "One Hundred Pen Lines",
  tools:
    "A pen holder with a flexible nib, black ink, smooth paper, a rag, scraps. A printer (you'll print one worksheet twice).",
  sections: [
    { title: "The first fifty", lessons: firstFifty },
    { title: "The second fifty", lessons: secondFifty },
  ],
};
