import type { DemoCurriculum, DemoLesson } from "./curriculum.ts";

const stacks = { file: "cloud-stacks.pdf", label: "Cloud stacks" };

const spheres: readonly DemoLesson[] = [
  {
    kind: "video",
    film: "cloud.mp4",
    title: "A cloud in ten seconds",
    isPreview: true,
    body: `Make tea first. The video takes ten seconds and has no sound, and you'll want to see it three times.

- **0:00 Guides.** The horizon, very low. Then balls: a few large ones, smaller ones around them, and all of them stand on one level line. That line is the floor of the cloud.
- **0:02 Pencil.** The outline is found in bumps, each of them a piece of one ball. Here and there a ball in front cuts into the one behind.
- **0:04** The eraser takes the balls away. The cloud doesn't need them anymore.
- **0:04 Ink.** The outside first, then a few short folds inside. Count them. There are fewer than you think.
- **0:07 Tone.** Dots on the side away from the sun, then the blue around it.

The third time, look at the space *beside* the cloud. Nothing happens there at all, and that's the sky. It was finished before I began.`,
  },
  {
    kind: "text",
    title: "Spheres that forgot to stop",
    body: `A summer cloud is warm air that rises, cools, and becomes visible at a certain height. That sentence tells you nearly everything about how to draw it.

## The floor

It becomes visible at **one** height. So the underside is flat, and every cloud of that kind in the sky has its floor at the same level. Near clouds show us their floor from below. Far ones are thin and lie close above the horizon, one behind the other like boats.

## The tower

Above the floor the air boils upward in balls. Build them in three sizes:

1. **Two or three large** balls, off center, one clearly higher than the others.
2. **Five or six middle** ones, in front of and between the large ones. Let them overlap by a third.
3. **Small** ones along the upper edge, in groups, never in a row.

The top boils, so it has many small, hard bumps. Lower down the bumps get larger and softer. If yours are all of one size you've drawn a sheep.

## The edge

Follow the outline of the balls, but **not all of them**. Go around two bumps, skip the third with a flat piece, dive into the valley, come out again. Where a ball lies in front, its line runs a little way *into* the cloud and stops. I call these folds. Three to seven do for a whole cloud.

![A towering summer cloud over a line of telephone poles](/drawings/cover-clouds.svg)

Follow the folds inside this one and notice that each begins at the outline or at another fold, and that all of them stop. Then squint: it's still one shape.`,
  },
  {
    kind: "exercise",
    title: "Five stacks",
    body: `**Time:** 40 minutes, slowly. **Tools:** soft pencil, the worksheet, a pen for the last one.

1. The first two stacks are printed with all their balls. Find the outline of each: bumps, flats, valleys. Leave at least two balls out of it.
2. The next two have only the large balls and the floor. Add the middle and the small ones yourself, then the outline.
3. The last has only a floor. Build all of it.
4. Give each cloud three folds. Choose the places where one ball clearly lies in front of another.
5. Ink the last one. Outline first, then the folds, thin.

## What I look at

- Three sizes. I should be able to point to a large, a middle and a small ball in each.
- The floor is **flat**, and open or very light in the middle. A dark line underneath turns a cloud into a cake.
- The highest point isn't in the middle.
- Folds stop. A fold that goes from edge to edge cuts the cloud in two.
- Valleys are sharp, bumps are round. If both are round, it's a flower.

Then go to a window. If there's a cloud, draw it as the sixth. If there isn't, send me an empty sixth frame. I'll understand.`,
    materials: [stacks],
  },
];

const sky: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "One side lit",
    body: `A white thing on a white sheet is a problem. We solve it by drawing everything that *isn't* white.

## Choose the sun

Put it in a corner, high, and draw a small arrow in the margin. Now every ball has a lit side and a shaded side, and the border between them is a curve that bulges toward the shade, like the moon a few days before it's full.

## Three values

- **Bare paper** for everything the sun sees. It should be more than half of the cloud.
- **Light dots**, 10 or 20 percent, on the far side of each *large* ball. Ignore the small ones, or the cloud gets measles.
- **A little more** toward the floor, because less light gets down there. The floor itself is the darkest, and still lighter than the sky.

Light comes back from neighboring balls, so a shaded side gets lighter again right before it meets the next one. One thin gap of paper there is enough.

## The sky behind

The sky is **darker** than the cloud. That's the whole trick. It's deepest overhead and pales toward the horizon, where we look through more air. With dots: large ones above, small ones below, none in the last finger's width. Let the tone run right up to the lit edge and leave the outline there thin, or broken, or away.

## Patience

Tone the sky first. You'll find that the cloud needs half of what you'd planned. I've never regretted a dot that I didn't draw.`,
  },
  {
    kind: "text",
    title: "Poles, birds, and half a sky",
    body: `A cloud alone has no size. It could be a kilometer high or a piece of cotton. We need a witness.

## Poles

Telephone poles are the best ones I know: everyone knows how tall they are, and they come in a row.

- Draw the nearest one tall, but let it reach only a **third** of the cloud.
- Each of the next is shorter, and the gaps between them shrink in the same way. Their feet rise toward the horizon, their tops fall toward it.
- The wires sag between them. Draw them last, even and thin, with a full breath.

Black against all that white, they do what no shading does: the cloud jumps back by ten kilometers.

## Birds

Three are a flock, two are a couple, one is a mood. Give them different sizes, put them close together and off the middle, and draw each with two strokes that swell at the body. Never as the letter V.

## Half a sky

Now the hardest part. Decide which **half** of the sky stays empty, and guard it. Empty doesn't mean white. It may be a plain blue or an even tone. It means that nothing happens. The cloud leans toward it, the wires run into it, the birds look at it.

If you feel that something is missing there, you're right. That's the feeling of summer, and it's why people look at skies. Don't fill it. Put the pen down, drink what's left of the tea, and look at the sheet again when the cup is empty.`,
  },
  {
    kind: "exercise",
    title: "A summer sky",
    body: `**Time:** two slow evenings. **Tools:** pencil, pen and ink, one tone or a blue pencil, the worksheet for your first stack.

1. Frame: wide, about twice as wide as it's high. The horizon lies in the lowest sixth.
2. Draw a light line down the middle. On one side of it there'll be nothing. Decide now, and write "nothing" on it in pencil.
3. Build one cloud on a floor: large, middle, small. Its top may touch the frame or go beyond it, but not *just* touch it.
4. Ink the outline, thinner toward the sun. Five folds at most.
5. Tone the sky, then the cloud. Sky darker than cloud everywhere.
6. Four poles, wires, three birds. A strip of ground, as dark as you like.
7. Erase "nothing".

## What I look at

- Squint: one white shape, leaning one way.
- Everything is lit from the same side, poles included.
- The poles shrink evenly, and the nearest is no taller than a third of the cloud.
- The empty half is empty. I'll count what's in it, and I hope to stop at zero.

Tell me in one line what time of day it is. If you have to think about it, the light isn't decided yet.`,
    materials: [stacks],
  },
];

export const clouds: DemoCurriculum = {
  className: "Big Summer Skies",
  tools:
    "Soft pencil, smooth paper, a pen with black ink, one light tone or a blue pencil. A printer for one worksheet. A window, and something warm to drink.",
  sections: [
    { title: "Spheres", lessons: spheres },
    { title: "The sky around them", lessons: sky },
  ],
};
