import type { DemoCurriculum, DemoLesson } from "./curriculum.ts";

const grid = { file: "perspective-grid.pdf", label: "Two-point perspective grid" };
const swatches = { file: "tone-swatches.pdf", label: "Tone and hatching swatches" };

const boxes: readonly DemoLesson[] = [
  {
    kind: "video",
    film: "hand.mp4",
    title: "A hand from boxes",
    isPreview: true,
    body: `Fifteen seconds and no sound. Two fingers up, three folded away. Most people would start with the outline of a finger. Watch how long this drawing waits before it has one.

- **0:00** A line up the arm and one through each raised finger. That's the gesture, and everything else hangs on it.
- **0:01** Wrist and palm as boxes, then the folded fingers, then one box for each part of the two that stand. A ring marks every joint.
- **0:04** Round forms go over the boxes. The thumb comes first because it lies in front.
- **0:06** An eraser takes the pencil back until it can hardly be seen.
- **0:07** Ink, from near to far. The short creases come at the very end.
- **0:11** Dots on the side away from the light, a red sleeve, a star, and black behind it all.

Pause at 0:03. There isn't a single curve in the fingers yet, and you can already tell what the hand says. **That** is the moment this class is about. The rest is decoration, and we'll enjoy it too.`,
  },
  {
    kind: "text",
    title: "A palm is a box with a hinge",
    body: `Hold your hand in front of you, flat, and look at it as though you had to build it from wood.

## Measures to remember

- The whole hand is as long as your face from the chin to the hairline. Try it: heel of the hand on the chin.
- Seen from the **back**, the middle finger takes half of that length. Seen from the **palm** the fingers look shorter, because the webs between them start higher than the knuckles.
- The palm is nearly square, a little narrower at the wrist.
- Each part of a finger is roughly two thirds of the one before it.
- The tip of the thumb, laid alongside, reaches about the middle of the first part of the index finger.

## The box

Draw the palm as a slab, as thick as a deck of cards. It has a front, a side and an edge at the wrist. Now give it a **hinge**: the little finger's half folds toward the thumb's half. Fold yours and look. The slab bends along a line that runs up from the middle of the wrist.

## Two arcs

The four knuckles don't lie on a straight line. They sit on an arc that is highest at the middle finger and falls away to the little one. The fingertips lie on a second, steeper arc. Draw both arcs before any finger. Hands without them become rakes.

## The wrist

It's a smaller box, wider than it is deep, and it goes *into* the palm. Leave a step on both sides. A hand that is as narrow as its arm is a mitten, and a wrist as wide as its hand is a pipe.`,
  },
  {
    kind: "exercise",
    title: "Ten palms on a grid",
    body: `**Time:** 35 minutes. **Tools:** pencil, ruler if you want one, the worksheet.

1. Find the three printed boxes: above the horizon, on it, below it. Say for each which faces you can see.
2. Draw **ten** boxes of your own between the lines, each about as flat as a deck of cards. Upright edges stay upright, all others run to the left or the right point.
3. Choose three of them, one in each zone, and turn them into palms. Taper them toward the wrist, add the wrist's box, and draw the arc of the knuckles on the far edge.
4. Put the ruler away. Draw three more palms on empty paper, from memory.

## What to look for

- No edge leans by accident. If a box looks drunk, follow its level edges to their point. One of them misses.
- The slab keeps its thickness. It's tempting to let the far side vanish.
- Palms above the horizon show the underside, palms below it the back. On the horizon you see neither.

Three minutes a box is slow enough. If you take ten, you're drawing wood grain.`,
    materials: [grid],
  },
];

const fingers: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Four that bend, one that argues",
    body: `## The four

A finger is three boxes in a row, each shorter and narrower than the one before. They bend in **one** direction only, like a door. Bend your index finger slowly and notice the order: the middle joint goes first, the tip follows, and the knuckle helps in the end. The tip can't bend alone unless you hold the finger.

Three rules keep them alive:

- **Bend in sequence.** From the index to the little finger each one bends a bit more, or a bit less, than its neighbor. Four equal fingers belong to a glove.
- **Lean together.** Spread, they point away from the wrist like rays. In a fist, all four tips point at the same spot in the palm.
- **Pair two.** The middle and the ring finger like to stay together. Give the index or the little finger the solo.

## The thumb

The thumb doesn't grow from the row. Its base is a wedge on the *side* of the palm that can swing in front of it. Draw the wedge first, as a box of its own, set at an angle to the palm. Then two parts, not three.

Its nail faces sideways when the other nails face you. Forget that, and the thumb becomes a fifth finger.

## Foreshortening

When a finger points at you, its boxes don't get shorter, they **stack**: the tip in front, then the middle part peeking out around it, then the knuckle. Draw three overlapping squares, largest in front, and round them off. In the video the ring finger and the little finger are folded in the same way: two stubby boxes, and nobody misses the rest.`,
  },
  {
    kind: "exercise",
    title: "Your other hand, ten times",
    body: `**Time:** 30 minutes, no more. **Tools:** pencil, cheap paper, a timer.

You own a model that never gets tired of posing: the hand that isn't holding the pencil.

| Poses | Time each | Draw |
| --- | --- | --- |
| 1 to 4 | 1 minute | line through each finger, palm box, nothing else |
| 5 to 8 | 3 minutes | all the boxes, a ring at every joint |
| 9 and 10 | 7 minutes | boxes, then the round form over them |

Hold something in at least three of the poses: a cup, a key, a lemon. An object gives the fingers a reason.

Stop when the timer rings, even if a finger is missing.

## What to look for

- In the one-minute drawings: could a stranger copy your pose with their own hand?
- In the others: are the rings *ellipses* that turn with the finger? A ring that faces us on a finger that doesn't will flatten the whole hand.
- Which finger did you draw last, ten times out of ten? Start with that one tomorrow.

Don't erase. Draw the better line on top, as the video does. Two wrong lines often have the right one between them.`,
  },
  {
    kind: "text",
    title: "What is nearest wins",
    body: `A hand is mostly things in front of other things. If you show clearly who is in front, you can get the lengths wrong and still be believed.

## T-junctions

Where one form passes behind another, its line runs into the other's line and **stops**. The place looks like the letter T. The bar of the T belongs to what is in front. Go around your drawing and look at every junction:

- a **T** says: this is in front of that
- an **L** says: here's a corner
- an **X** says nothing at all; someone forgot to decide
- a **touch**, where two outlines just meet, is worse than an X. Move one of them.

## Draw through, then choose

In pencil, draw everything, hidden parts included. You need the whole thumb to know where its root is. In ink, draw the nearest form completely, then the next one up to its edge, and so on. The video does it in this order: thumb, side of the hand, ring finger, little finger, middle finger, index finger. Freeze it at ten seconds and you can see the two raised fingers stop at what lies in front of them.

![Three hands: boxes, ink, and ink with tone](/drawings/cover-hands.svg)

## Three tools that push forms apart

1. **Weight.** A thicker line around what is near.
2. **A gap.** Stop the far line a hair *before* it reaches the near one.
3. **A shadow.** A few dots or hatches on the far form, right along the edge of the near one.

Use one of the three at each junction. All three at once is shouting.`,
  },
];

const gesture: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Hold, point, wave",
    body: `On a storyboard I have about a minute for a hand, and the director looks at it for half a second. So the first line has to carry the meaning. Here are the three I need most.

## Hold

Start with **the object**. Draw all of it, then wrap the hand around it. Fingers arrive one after the other, the little one usually bends most, and the thumb closes the ring from the other side. Leave a sliver of shadow where skin meets the thing. If the hand floats, the tips are on the outline of the object and not *behind* it.

## Point

The line runs from the elbow through the wrist to the tip of the index finger, with one slight bend. Straight is a rifle, a soft curve is a suggestion. The other three fingers fold in steps, so that their knuckles make a small staircase. A relaxed thumb makes the gesture friendly, a thumb pressed on the fingers makes it an order.

## Wave

The palm is open, and its fingers fan out but **not evenly**. Bend the wrist against the direction of the swing: the hand always lags behind the arm, and the fingertips lag behind the hand.

## Tension

Every hand is somewhere between asleep and cramped. Asleep: all the joints a little bent, the gaps even. Cramped: tips dig in, knuckles stand out, tendons show on the back. Decide on a number from one to ten before you draw, and write it next to the sketch. Stiff hands are usually fives that wanted to be threes.`,
  },
  {
    kind: "exercise",
    title: "One cup, four people",
    body: `**Time:** 45 minutes. **Tools:** pencil, a cup.

Draw the **same cup** in the hand of four people:

1. someone who is freezing
2. someone who is about to throw it
3. a child who was told to be careful
4. someone who has forgotten that they're holding it

Give each hand a number for its tension first. Then: the cup, the line through the wrist, the boxes, the round forms. About ten minutes apiece.

## What to look for

- Cover everything but one hand. Can you, or someone else, say who it is?
- The cup has the same size in all four drawings. Measure it.
- Numbers one and three both use **two hands** if you let them. Did you think of it?
- In number four, at least one finger isn't doing any work.

Put the four in a row and squint. They should have four different outlines. If two are alike, change the wrist before you change the fingers.`,
  },
];

const ink: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Five marks for the knuckles",
    body: `A hand in ink is nearly empty. Every line inside the outline makes it older, so we spend them like coins.

## Five marks

On the back of a closed hand I allow myself **five**: one short arc over each of the four knuckles, and one at the base of the thumb. They curve around the form, they don't lie flat on it, and each is no longer than the knuckle is wide. For a child, make it three. For someone who has worked outdoors, add a second, thinner arc behind each.

## Creases

On the inside of a straight finger, two short marks are enough, one at each joint. Look at the two raised fingers in the video: two creases each, and not one of them goes from edge to edge. A crease that touches both sides cuts the finger off.

A **bent** joint has no crease on the outside at all. The skin is tight there. The fold is on the inside, and it's one sharp corner.

## Nails

Three sides of a nail are plenty: leave it open where it meets the skin, or open at the tip. Often one nail, the thumb's, will do for the whole hand.

## The outline

Press on the fleshy parts, the ball of the thumb and the pads, and go light over bone, on knuckles and wrist. Soft forms bulge, hard forms are flat. The same finger in one even line is a tube.

When you're in doubt, leave the mark out and look at it tomorrow. It's much easier to add a wrinkle than to remove one.`,
  },
  {
    kind: "video",
    film: "hand.mp4",
    title: "Ink and tone once more",
    isRequired: false,
    body: `The same video. This time, loop the part from second 7 to 14 and let it go around at half speed.

In the first half, count the marks inside the hand. Two creases on each raised finger, a small notch where the two meet, a nail, and a handful of short folds. The outlines of the fingers stop wherever something lies in front.

In the second half, look only at the dots. They sit on the **left** of each finger and low on the palm and the thumb, because the light comes from the upper right. They shrink toward the light and stop before the middle. The raised fingers keep more than half of their paper.

Then the background does what no line could. Gold behind white, black behind gold: the hand comes forward by itself.`,
  },
  {
    kind: "exercise",
    title: "Paper, scissors, rock",
    body: `**Time:** two evenings. **Tools:** pencil, pen or brush pen, tone or a fine pen for dots, the swatch sheet.

A round of the game in **three panels**. Three hands, the same person, the same light.

1. Rule three upright panels on one sheet.
2. Pencil all three hands: gesture line, boxes, rings, round forms. Use your own hand and a mirror.
3. Choose the light, and draw a small sun in the margin so that you don't forget it.
4. Lighten the pencil. Ink from near to far. Knuckles: five marks at most.
5. On the swatch sheet, copy the 20 and the 40 percent squares. Then lay **one** tone on each hand, on the side away from your sun.
6. Give each panel a different ground: white, tone, black.

## What to look for

- All three are the same size, and the same person's. Compare the thumbs.
- Every junction is a T.
- Tone stays on one side, and it never fills more than a third of a hand.
- From three steps away you know who won.

If one of the three is stiff, go back to its first line. It was straight, wasn't it? Bend it, and draw that hand once more on top.`,
    materials: [swatches],
  },
];

export const hands: DemoCurriculum = {
  className: "Hands Built from Boxes",
  tools:
    "Pencil, a stack of cheap paper and a few good sheets, a pen with black ink or a brush pen, a ruler for one exercise. A printer for two worksheets. Your other hand.",
  sections: [
    { title: "Boxes", lessons: boxes },
    { title: "Fingers", lessons: fingers },
    { title: "Gesture", lessons: gesture },
    { title: "Ink and tone", lessons: ink },
  ],
};
