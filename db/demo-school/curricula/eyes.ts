import type { DemoCurriculum, DemoLesson } from "./curriculum.ts";

const shapes = { file: "eye-shapes.pdf", label: "Eye shapes to trace" };

const build: readonly DemoLesson[] = [
  {
    kind: "video",
    film: "eye.mp4",
    title: "One eye, start to finish",
    isPreview: true,
    body: `Fifteen seconds, no sound, one eye. Watch it once without stopping. Then watch it at half speed and follow the words at the foot of the picture: **Guides**, **Pencil**, **Ink**, **Tone**. They are the four stages of every drawing in this class.

Things to look for:

- **Guides.** Each oval goes around twice. I'm not correcting the first one, I'm finding the shape by drawing it again. Two slanted lines show how far the lids may go, two dashed lines how wide the eye is.
- **Pencil.** The upper lash is searched three times. The lower lid never closes at the corner near the nose.
- **The eraser** only lightens the pencil. I still want to see it under the pen.
- **Ink.** The lash gets its edges first and its black second. The brow comes last, because by then I know how heavy the eye has become.
- **Tone.** Red goes into the iris, dots lie under the lid, and the two lights stay white.

You don't need to draw yet. Just notice how late the black arrives.`,
  },
  {
    kind: "text",
    title: "Two ovals, a cross and a lid",
    body: `An eye is a ball behind a curtain. We draw the ball first and close the curtain over it.

## The order

1. **A wide oval**, half again as wide as it is high. This is the opening if nothing covered it. Draw it from the shoulder, twice around.
2. **A cross** through its middle. The level line is the eye line you already know from drawing heads. Let it run past the oval on both sides, because the second eye will hang on it.
3. **An upright oval** for the iris. In a young, open face it's nearly as tall as the wide one. Make it an oval and not a circle: we see it through a curved surface, and a circle looks like a button.
4. **Two slanted lines**, one above and one below. The upper one rises toward the outside. That slant decides more about the character than anything you do later.
5. **The lid.** One curve that starts low at the nose, climbs quickly, and comes down late. Its highest point is *not* in the middle.

## The mistake everyone makes

Most first eyes show the whole iris, floating like a coin. The upper lid covers the top of it. Draw the full oval anyway, in pencil, and let the lid cut through it. You need to know where the hidden part is, or the iris will look flat on top.

If an eye goes wrong, don't fix it. Draw the next one beside it. Twenty small eyes teach more than one that has been erased nine times.`,
  },
  {
    kind: "exercise",
    title: "Twelve pairs of ovals",
    body: `**Time:** 25 minutes. **Tools:** blue or soft pencil, the worksheet, two more sheets.

1. Trace the three pencil eyes on the sheet. Say the order aloud while you draw: oval, cross, iris, slant, lid.
2. Build six eyes on the guides that are printed below them.
3. Turn to an empty sheet and draw six more from nothing, three looking left and three mirrored.

## What to look for

- Did each oval go around **twice**, without a stop at the joint?
- Is the highest point of the lid *beside* the middle?
- Does the lid cover the top of the iris in every one of the twelve?
- Hold the sheet up to a window and look at it from behind. Slants that lean the wrong way jump out at once.

Your mirrored eyes will be worse. Everyone's are. Give that side the first ten minutes next time, when your hand is fresh.`,
    materials: [shapes],
  },
];

const sayOneThing: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Three dials: lid, iris, brow",
    body: `My editor used to cover everything on a page but the eyes and ask what the character wanted. If he couldn't say it in one word, I drew the page again. So: one eye, one word.

You have three dials. Turn **one** at a time and look at what happens.

| Dial | Turned one way | Turned the other |
| --- | --- | --- |
| Upper lid | lifted: awake, alarmed | lowered: bored, sly, tender |
| Iris | small, white all around: shock | large, cut by both lids: fondness |
| Brow | inner end down: anger | inner end up: worry, grief |

## Pairs that fight

Things get interesting when two dials disagree. A lowered lid with a raised brow is doubt. A wide lid with the inner brow up is fear, but the same lid with a *flat* brow is only surprise. A smile that reaches the eye pushes the **lower** lid up. It's the only mood that starts from below, and it's why a polite smile looks cold: the lower lid stayed where it was.

![One face in five moods](/drawings/cover-faces.svg)

Cover the mouths in this picture with your thumb. You can still name most of the moods. Now cover the eyes instead, and see how many you lose.

Keep a list in your sketchbook with two columns, the word and the dial. When a face won't say what you want, read the list before you reach for the eraser.`,
  },
  {
    kind: "exercise",
    title: "Six words, six eyes",
    body: `**Time:** 40 minutes. **Tools:** pencil only.

Draw the same eye six times, each about as wide as three fingers. Write one word under each **before** you draw:

1. awake
2. sulking
3. caught in a lie
4. about to cry
5. in love
6. too tired to argue

Change only lid, iris and brow. No tears, no sweat drops, no blush, no mouth. They are seasoning, and we're still cooking.

## What to look for

Show the page to someone with the words covered. They have to match six words to six eyes.

- Four or more right: go on.
- Three or fewer: find the two that were confused and push one dial further in each. It's almost always the lid.

Keep this page. You'll come back to it in the last section.`,
  },
  {
    kind: "text",
    title: "Two eyes, one look",
    body: `Two perfect eyes can still look at two different things. A pair is one drawing, so build it as one.

## Spacing

Put **one eye's width** between them. Measure with your pencil on the paper, never by feel, because feel brings them closer each time. Both irises hang on the same line. Draw that line right across the head, even where you'll cover it with hair.

## Symmetry is not copying

Work on both eyes in step: oval and oval, iris and iris, lid and lid. If you finish the left one first, you'll spend an hour forcing the right one to match a mood you had at the beginning.

## Where do they look?

Draw a thin line straight out of each pupil.

- Lines that run **side by side** look far away: dreaming, thinking.
- Lines that **meet** in front of the face look at that spot. Put something there.
- Lines that **spread apart** look at nothing. Sometimes you want that, for a character who has just heard bad news.

When the eyes turn aside, the iris travels and the oval gets narrower at the edge of the ball. The lid follows a little, like cloth over a marble.

## The head decides

Use the head grid below. Tilt the head and the eye line tilts with it. Most tired pairs are not badly drawn, they're just level on a head that isn't.`,
    materials: [{ file: "head-grid.pdf", label: "Head construction grid" }],
  },
  {
    kind: "video",
    film: "hair.mp4",
    title: "Two eyes settle into a face",
    isRequired: false,
    body: `This video belongs to my hair class, but it shows a pair of eyes in its place better than I can describe it. It has no sound.

Watch the **Guides** stage. The ball comes first, then the middle line and the level lines across it. The eyes hang on the first of the level lines, a little below the middle of the head. That makes a young face.

In **Pencil** the eyes come right after the jaw, before any hair on the head. In **Ink** they're finished before the first lock, because everything else is arranged around them. I draw them one after the other here, since the line they hang on is already right. While you're learning, work on both in step.

Stop at the end and press the flip button, so that left and right change places. The look still holds. Now photograph one of your own pairs and flip the photo. If one eye jumps, measure the gap between the two.`,
  },
];

const ink: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "One swelling stroke",
    body: `The upper lash is the heaviest line in the face. It's also where you can see at once whether someone was afraid of the pen.

## Load, press, lift

- **Load** the nib to just below its hole, and touch it once to the rim of the bottle.
- **Start light** at the corner near the nose, with hardly any pressure.
- **Press** as the curve climbs. A flexible nib opens and the line grows by itself. The thickest part sits over the outer third of the eye.
- **Lift** while your hand is still moving. A stroke that stops before it lifts ends in a blob.

Move your arm, not your fingers, and turn the paper until the curve suits your wrist. Nobody sees which way up you drew it.

## When one stroke isn't enough

You'll rarely get the whole shape in one go. Do what the video does: draw the **upper edge**, then the **lower edge**, each as one swelling line, and fill the space between them. The points at the outer end are short flicks that *leave* the lash. Start each one inside the black.

## What stays thin

Everything else. The fold above the eye, the lower lid and the rays of the iris together should weigh less than the lash. If the fold is as dark as the lash, the character looks as though they hadn't slept since spring.

Let the ink dry for ten minutes before you erase. Then wait five more.`,
  },
  {
    kind: "video",
    film: "eye.mp4",
    title: "The ink again, slowly",
    isRequired: false,
    body: `The same video, but only a few seconds of it. Loop the part from second 7 to 11, choose half speed, and let it go around while you ink your own eye beside it.

In these four seconds the pen does the following, in this order:

1. the border of the panel
2. both edges of the lash, then its black
3. the fold, thin and in one go
4. the lower lid, open toward the nose
5. the edge of the iris, the pupil and the black under the lid
6. the rays, from the edge inward
7. the small lower lashes, the corner, and the brow

Go frame by frame through number 2. The black is filled in short strokes *across* the lash. Filling along it would smudge its edges.`,
  },
  {
    kind: "exercise",
    title: "Ten lashes",
    body: `**Time:** 20 minutes a day, three days. **Tools:** pen and ink, or a brush pen; the worksheet.

Print a fresh sheet each day and ink the three pencil eyes in its middle row. Around them, wherever there's room, draw nothing but lashes until you have ten:

- three in **one** stroke, no repair allowed
- four with **two edges** and a fill
- three **mirrored**

## What to look for

- The thickest place is past the middle, toward the outside.
- The line at the nose is thin enough to disappear.
- No blobs at the ends. If there are some, you stopped before you lifted.
- By day three, one of the single strokes should be good enough to keep. Circle it and write the date beside it.

If your paper feathers, the ink crawls along its fibers and every line grows hair. Try smoother paper before you blame your hand.`,
    materials: [shapes],
  },
];

const page: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Black that stays alive",
    body: `A pupil without a light in it is a hole. A light in the wrong place is a sticker. Here's how to place it so that it looks wet.

## One lamp

Decide where the light comes from and put the big light of **both** eyes on that side. Both: the lamp doesn't move between the left eye and the right one. Let it overlap the edge of the pupil. A light that lies wholly inside the pupil, or wholly outside it, looks pasted on.

Put the small second light on the opposite side and lower down. It's the light that went through the eye and came out again. Keep it less than half as large.

![An eye in four stages, from guides to tone](/drawings/cover-eyes.svg)

## From dark to light, downward

The lid throws a shadow on the top of the iris. So the iris is darkest under the lid and brightest at its foot. In ink we do that with solid black above and rays below, in tone with dots that shrink on their way down. The white of the eye gets a little shadow too, only under the lid. Leave it out and the ball goes flat.

## Save the white first

Paper is the whitest white you own. Draw the outline of both lights in pencil and ink **around** them. White ink can rescue one that got lost, but it always looks a bit like chalk.

## Test

Hold the page at arm's length and squint until it blurs. You should see three things: lash, pupil, light. If you see five, take something out.`,
  },
  {
    kind: "exercise",
    title: "Your page of twelve",
    body: `**Time:** two evenings. **Tools:** everything you have used so far; tone or a gray marker if you like.

This is the page you came for: **twelve eyes, twelve words**, inked.

1. Divide a sheet into three columns and four rows. Leave gutters as wide as your little finger.
2. Take the six words from the second section and add six of your own. Write them small, at the foot of each box.
3. Pencil **all twelve** before you ink the first. Check that no two neighbors have the same lid.
4. Ink the lashes of all twelve, then the folds and lids of all twelve, then irises. Going row by row keeps the weight of your line the same across the page.
5. Tone at most four of them. Which four is a decision about where people look first.

## What to look for

- One word each, nothing else.
- The lights sit on the same side throughout, or you can say why not.
- From three steps away, the page has a dark corner and a light corner. An even gray page is tiring to read.

Would you like to take it further? On the page template, tell a short quarrel in five panels that show **only eyes**.`,
    materials: [{ file: "page-template.pdf", label: "A page of five panels" }],
  },
];

export const eyes: DemoCurriculum = {
  className: "Eyes That Speak",
  tools:
    "Blue or soft pencil, a kneaded eraser, smooth paper, and a flexible nib with black ink or a brush pen. A printer for three worksheets. A tablet works for everything but the blots.",
  sections: [
    { title: "Build it", lessons: build },
    { title: "Say one thing", lessons: sayOneThing },
    { title: "Ink", lessons: ink },
    { title: "The page of twelve", lessons: page },
  ],
};
