import type { DemoCurriculum, DemoLesson } from "./curriculum.ts";

const ribbonSheet = { file: "hair-ribbons.pdf", label: "Hair ribbons" };

const ribbons: readonly DemoLesson[] = [
  {
    kind: "video",
    film: "hair.mp4",
    title: "A head of hair in fifteen seconds",
    isPreview: true,
    body: `This video is silent and quick. Watch it three times.

**The first time, watch the left side only.** One curve, then two edges, then ink, then black with a band of paper left in it. That's the whole class: one ribbon.

**The second time, watch the order.** In ink the bangs come before the sides, and the locks behind the neck come last of all. Whoever stands in front is drawn first, so nothing has to be erased.

**The third time, count.** There are seven ribbons in front, six behind, and one stray tuft on top. Fourteen. It looks like thousands because each ribbon has two clear edges and a few thin lines inside, and because the bangs throw a shadow of dots on the forehead.

Did you notice how little of the face was there when the hair began? Jaw, eyes, nose, mouth. Hair needs a head to sit on, but it doesn't need a finished one.`,
  },
  {
    kind: "text",
    title: "Root, two edges, one tip",
    body: `Nobody can draw hair. There's too much of it. What we can draw is a ribbon, and a head wears a dozen or so.

## The parts of a ribbon

- **The root** is wide. It sits on the skull and follows its curve.
- **The way** is one line from root to tip. Draw it first, in blue. If the way is stiff, the ribbon will be stiff.
- **Two edges** follow the way without copying it. They start apart, bulge a little, and meet.
- **The tip** is where both edges arrive. They arrive *together*, in a point that leans the way the hair is going.

## Wide, narrow, wide

A ribbon of one width is a noodle. Let yours be widest about a third of the way down and then run thin for a long time. The long thin end is what makes hair look soft.

## Lines inside

Three to five thin lines, and no more. They start at the root and fade before the middle, or they start late and run into the tip. None goes all the way. A line from root to tip cuts the ribbon in two, and then you have two ribbons you didn't plan.

![One lock in three stages: pencil, ink and black](/drawings/cover-hair.svg)

Look at the first panel and find a way, two edges and a tip. Then find the ribbon that lies in front of all the others. There's always one, and it's always the one to draw first.`,
  },
  {
    kind: "exercise",
    title: "Eighteen ribbons",
    body: `**Time:** 30 minutes. **Tools:** pencil, the worksheet, two empty sheets.

1. On the sheet, give each of the six printed curves its two edges. Keep the curve *inside* the ribbon, but not always in its middle.
2. On an empty sheet, draw six curves of your own: three like a C, three like an S. Make them as long as your hand.
3. Give those six their edges.
4. On the last sheet draw six ribbons **without** the curve. Say "root, edge, edge, tip" while you do it.

## What to look for

- Both edges reach the tip at the same moment. If one arrives early, the tip looks chewed.
- The S ribbons change their wide side where they turn over.
- Your pencil moved from the elbow. Ribbons drawn from the wrist are all the same length: the length of your wrist.

Mark the three best with a dot. At the end of the class we'll ink them.`,
    materials: [ribbonSheet],
  },
];

const roots: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Where hair starts",
    body: `Hair that starts nowhere slides off the head. So before the first ribbon, we mark three places on the bald ball.

1. **The hairline.** Between the brow and the top of the skull there's room for a forehead. The hairline runs about a finger's width in front of the ears, up, and across. Draw it lightly, all around, even if bangs will hide it.
2. **The crown.** A single point, high and toward the back. Ribbons leave it in all directions, like water from a fountain.
3. **The part.** A line from the hairline to the crown. Ribbons fall away from it on both sides. No part? Then they all start at the crown.

## The helmet

Hair has thickness. Draw a second line around the skull, a good finger above the first. Ribbons climb to that line before they fall. This is the step people skip, and it's why so many characters look as though their hair were painted on.

In the video you can see it: the ball is drawn first, and later the outline of the hair passes *above* it.

## Roots follow the ball

Near the root, each ribbon lies on a sphere. Those at the side of the head start almost level, those in the middle point at us and look short. Print the head grid and draw nothing but roots on it: ten short strokes on each ball, like the seams of an orange. Then turn to the next lesson with a warm hand.`,
    materials: [{ file: "head-grid.pdf", label: "Head construction grid" }],
  },
  {
    kind: "text",
    title: "Twist, overlap, weight",
    body: `Five ribbons side by side are a fence. Three things turn them into hair.

## Overlap

Let each ribbon cover the root or the edge of its neighbor. Choose who is in front **before** you draw, and put a small dot on that one. Where two edges cross, one of them stops. Crossing edges that both go on are the fastest way to flatten a lock.

## Twist

A ribbon has a front and a back, like a strip of paper. When it turns over, its edges swap sides at a narrow place. You don't need many of these. One twist in a lock is enough to tell the eye that all of it could turn.

## Weight

Hair hangs from its root and obeys three things, in this order:

- **Gravity.** Long hair falls straight once it has left the head and the shoulder.
- **What it lies on.** Ear, shoulder, collar and scarf each push it aside. Show the place where it bends.
- **What happened last.** A turned head, wind, a hand. The tips know about it last, so they lag behind.

## Gaps

Leave a few. A thin wedge of background between two tips does more than ten extra lines. Look at the right side of the finished head in the video: the tips there spread like the fingers of a hand, and every wedge between them has a different width.

If your lock looks like a broom, its tips end on one level. Pull one down, push one up, and let the shortest one cross the longest.`,
  },
  {
    kind: "exercise",
    title: "One lock of five",
    body: `**Time:** 45 minutes. **Tools:** pencil, the worksheet, a mirror or a photo of your own hair.

1. At the foot of the worksheet, the same lock stands twice in pencil and once in ink. Number the ribbons of the first one from front to back, then go over it in pencil.
2. On empty paper, draw five ways that start close together at the top, spread, and cross at least twice.
3. Add edges, **front ribbon first**. Stop every edge where it goes behind another.
4. Twist one ribbon. Only one.
5. Now draw a second lock of five from the mirror or the photo. Squint until you can count its ribbons. If you count more than seven, squint harder.

## What to look for

- You can trace each ribbon from root to tip with a finger and never get lost.
- No two tips end on one level.
- There is at least one gap you can see the paper through.

Cut a strip of paper, hold one end and let it hang over your hand. When a twist won't work on the page, look at the strip.`,
    materials: [ribbonSheet],
  },
];

const ink: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Two edges, two weights",
    body: `In pencil both edges of a ribbon are equal. In ink they aren't. That difference is most of what makes hair look round.

## Which edge is heavier?

Imagine a lamp above the head, a little to one side. The edge that looks **away** from the lamp gets the heavy line. So does every edge that lies on top of something, because it throws a shadow there. The edge toward the light is thin, and may even break for a moment and go on.

## How the stroke runs

Put the nib down at the root without pressing. Press in the long middle, lift toward the tip, and let the pen leave the paper while your arm is still moving. The tip should be a whisker, finer than you think you can draw. You can't draw it; you can only *leave* it.

Always pull from root to tip. Turn the paper, not your hand. When the curve goes away from you, stand up.

## Strands

The thin lines inside are half as wide as the edges or less. They come in little groups: two close together, then a space, then one. Even spacing makes corduroy.

## Where the lines gather

At three places strands come close and the tone gets dark by itself: at the **root**, under the **overlap**, and toward the **tip**. Leave the swell in the middle almost empty. That's where the light will sit in the last section, and you'd only have to get rid of the lines again.

Ink the front ribbon completely before you touch the one behind it.`,
  },
  {
    kind: "video",
    film: "hair.mp4",
    title: "The ink again, front to back",
    isRequired: false,
    body: `You know this video. Loop the part from 6.6 to 10.8 seconds at half speed. You'll see nothing but the pen.

This is its order:

1. the border of the panel
2. the single ribbon on the left
3. jaw, eyes, nose and mouth
4. the **middle** of the bangs, then its neighbors to the left and right
5. the two long locks beside the face
6. the outline of the head, the tuft, the pencil behind the ear
7. scarf and neck
8. the six locks behind

Stop anywhere in the last second and look at the long locks. They end where the scarf begins. They weren't drawn and then covered, they were never drawn there at all.

The pencil behind the ear is my signature, by the way. I lose them otherwise.`,
  },
  {
    kind: "exercise",
    title: "Ink bangs",
    body: `**Time:** one hour. **Tools:** pen and ink or a brush pen, smooth paper, the worksheet.

**Warm up** by inking the six ribbons on the worksheet that you gave edges in the first week. Heavy edge on the right, thin edge on the left. Then do it the other way around on a fresh print.

**Then the bangs.**

1. Pencil a head seen from the front: ball, middle line, eye line, jaw. Keep it as large as your palm.
2. Pencil seven ribbons for the bangs. The middle one lies in front.
3. Lighten the pencil until you can barely see it.
4. Ink the middle ribbon, both edges and its strands. Then work outward, left and right in turn.
5. Let it dry while you make tea. Erase.

## What to look for

- Heavy and thin edges lie on the **same side** of all seven.
- Strands gather at roots and tips and leave the middle free.
- The tips are whiskers. Count the blobs, write the number on the page, and try to halve it next time.

Your first whiskers will miss the tip. Let them. A near miss looks like hair, a slow hit looks like wire.`,
    materials: [ribbonSheet],
  },
];

const black: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "The shine is paper",
    body: `Now we fill it with black, and leave out the best part.

## Where the band lies

Shine isn't a thing on the hair. It's the place where the head turns toward the lamp. On a ball lit from above, that place is a ring, like the brim of a hat pushed up. So the band runs **around the head**, across all ribbons, at the same height, and bends as the head bends. It doesn't follow any single ribbon.

## How its edges look

Its upper edge is fairly even. The lower one is ragged: long spikes and short spikes, each of them following the strands. Think of a row of icicles. Draw five spikes on a ribbon, no two alike, and leave one out.

## Filling

1. Pencil the band, lightly.
2. Ink the spikes as strokes of **black** that come from above and from below and stop short. What is left between them is the shine.
3. Fill the rest with a brush, ribbon by ribbon, along the way of the hair.
4. Between two black ribbons leave a hairline of paper, or they'll melt into one. In the video those thin white lines are all that holds the shape.

![A girl penciled, inked and toned across three panels](/drawings/hero-light.svg)

In the third panel, follow the band from the left lock through the bangs to the right lock. It's one ring, cut by every ribbon.

**When it goes wrong**, and you've closed the band, let it dry completely and put the spikes back with white ink. Nobody has to know.`,
  },
  {
    kind: "exercise",
    title: "Your own hair, in black",
    body: `**Time:** two evenings. **Tools:** everything; a brush for the black, white ink for emergencies; the swatch sheet for the shadow.

Draw yourself, with your own hair, the way an author does at the end of a volume. The face may be three dots. **The hair is the drawing.**

1. Look in the mirror and count your ribbons. Between nine and fourteen is plenty. Curly? Each curl is a ribbon that twists every time it turns. Very short? Draw the hairline, the outline and a few tufts with sharp tips.
2. Mark hairline, crown and part on the ball. Draw the helmet line.
3. Pencil ways, then edges, front to back. Show at least **one twist** and **three gaps**.
4. Lighten, ink, dry, erase.
5. Pencil the band of shine all around, and fill.
6. On the swatch sheet find a light tone, 20 or 30 percent, and lay it on the forehead under the bangs. It's the cheapest depth you'll ever buy.

## What to look for

- From three steps away: one dark shape with a bright ring.
- From close up: every ribbon can still be followed.
- The shadow on the forehead repeats the tips of the bangs, a little lower.

Is your hair white or fair? Then leave the ribbons empty and put the black *behind* the head. The ring becomes a few broken strands where the shine would be.`,
    materials: [{ file: "tone-swatches.pdf", label: "Tone and hatching swatches" }],
  },
];

export const hair: DemoCurriculum = {
  className: "Hair Built from Ribbons",
  tools:
    "Pencil, smooth paper, a flexible nib with black ink or a brush pen, a round brush for black areas, a little white ink. A mirror. A printer for three worksheets.",
  cohort: { startsInDays: -11, timeZone: "America/New_York" },
  sections: [
    { title: "One ribbon", opensAfterDays: 0, lessons: ribbons },
    { title: "Roots and weight", opensAfterDays: 5, lessons: roots },
    { title: "Ink", opensAfterDays: 12, lessons: ink },
    { title: "Black and shine", opensAfterDays: 19, lessons: black },
  ],
};
