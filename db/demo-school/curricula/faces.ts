import type { DemoCurriculum, DemoLesson } from "./curriculum.ts";

const sheet = { file: "mood-sheet.pdf", label: "Twelve heads without a mood" };

const dials: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Three dials",
    isPreview: true,
    body: `On a storyboard a face gets about eight lines. That's plenty, because only three things on it move far enough to be seen from the back of a movie theater: **brow, lid, mouth**. Think of them as dials.

## Brow

It's one line with two ends. The **inner** end does the talking: down is anger, up is worry. The outer end hardly moves. Both ends up is surprise, both down is tired. Keep the distance to the eye in mind as well. A brow that presses on the lid is serious, a brow far above it is comic.

## Lid

How much of the iris do we see? All of it, with white above: alarm. The upper lid cutting a third: awake. Half: bored, or sly. The **lower** lid coming up: a real smile, or a squint, and the mouth will say which.

## Mouth

Two corners and one opening. Corners up, corners down, one of each. Opening: none, a slot, a square, an egg. A square shows both rows of teeth and means force. An egg means air: surprise, singing, a yawn. The mouth is the loudest dial and the worst liar, so turn it *last*.

![One face in five moods](/drawings/cover-faces.svg)

Take the angry one, upper row, middle. Brow: inner end down. Lid: pressed flat. Mouth: square, with teeth. Now the proud one at the lower right: only the brow differs much from neutral. Read all five that way, aloud, dial by dial. After that you'll do it on the bus, with strangers.`,
  },
  {
    kind: "text",
    title: "One at a time",
    body: `Turn one dial and leave the others at zero. It feels like scales on a piano, and it's just as useful.

## Zero

First draw the neutral face: brows nearly level and a finger's width above the eye, upper lids on the iris, mouth a short straight line. Neutral is *not* sad and not angry. If yours is, its brow tilts. Get this right before anything else, since every mood is measured from it.

## Half and full

Each dial has a half turn and a full one. Half a brow is doubt, a full one is rage. Draw both. In a story you'll need the half turns nine times out of ten, and if you only know the full ones everyone in it shouts.

## Two that agree, two that fight

- Brow down **and** lid flat agree: anger. Clear, quick to read.
- Brow up inside **and** mouth up fight: someone is smiling through something. Readers stop there.
- Lid low **and** mouth up fight gently: smug.
- Brow level **and** lid wide fight hard: shock that hasn't arrived yet.

Use agreement for speed, and fights for the panel you want people to remember.

## Left and right

People aren't symmetrical when they feel something. A raised brow, one corner of the mouth: one side a half turn ahead of the other makes a face think. Both sides equal is a mask, and you can use that for someone who's acting.

When you're stuck, don't look at the drawing. Make the face yourself and notice what pulls.`,
  },
  {
    kind: "exercise",
    title: "One dial at a time",
    body: `**Time:** 40 minutes. **Tools:** soft pencil, a mirror, the worksheet.

The sheet has twelve heads with guide lines and nothing on them. They're the same head, and they have to stay the same.

1. **First row:** neutral, then brow at half, brow at full. Lid and mouth stay at zero.
2. **Second row:** lid half closed, lid wide, lower lid up.
3. **Third row:** mouth corners up, corners down, open as an egg.
4. **Fourth row:** two dials that agree, two that fight, and one face with a different left and right.
5. Write the setting under each head, for example "brow -1". Not the mood. I'll write the mood.

Eight lines a face: two brows, two upper lids, two irises, nose, mouth. If you need more, you're drawing wrinkles.

## What I look at

- In rows one to three, **only** the named dial moved. I compare head by head with your neutral.
- Neutral is neutral.
- Half is really half. Most people's halves are full ones.
- My guess at each mood in row four, before I read your setting. We'll compare.

Use the mirror after drawing, not before. First guess, then check, then laugh.`,
    materials: [sheet],
  },
];

const onModel: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Push it, and stay on model",
    body: `"On model" means that it's the same person on every page, whatever happens to them. Exaggeration means that something on their face goes where faces don't go. You need both, and they don't like each other.

## What must not move

Choose **four** things that make your character recognizable, and write them down. Mine, for the girl with the pencil: the bangs, the distance between the eyes, the pointed chin, the pencil. They stay in every mood, at any size. Everything else may go wild.

Good fixed points: hairline, width of the jaw, spacing of the eyes, the ear, one accessory. Bad ones: mouth and brow. Those have work to do.

## What may

1. **Stretch and squash.** Surprise pulls the whole head longer, rage presses it flat. A tenth is enough. The jaw follows the mouth: an open mouth needs a lower chin, or the teeth are in the neck.
2. **Size.** Irises shrink with fear and grow with love. Up to half, or double.
3. **Drop the detail.** A dot for an eye, a line for a mouth, for one panel. It's funny because everything else stays.
4. **Symbols.** Veins, drops, stars. They're subtitles. Add them when the face already works, and never more than one.

## How to check

Draw the pushed face on tracing paper and lay it over the neutral one. Your four fixed points should lie on top of each other, or all be moved by the same step. Whatever else doesn't match is acting.

And then ask the question of every director I've worked for: "Would *she* do it like that?" A shy character's rage is a half turn and a long look. That's exaggeration too.`,
  },
  {
    kind: "exercise",
    title: "Twelve moods, one face",
    body: `**Time:** two evenings. **Tools:** pencil, pen, a fresh print of the worksheet or a sheet ruled into twelve.

This is the expression sheet you'll keep on the wall for years. Use a character of your own.

1. Write the four things that stay fixed at the top.
2. Choose twelve moods. Six from this list: **bored, furious, relieved, caught, proud, in pain**. Six that only *your* character has, such as "has seen the bill".
3. Write a setting for each: brow, lid, mouth. No two alike.
4. Pencil all twelve before you ink one. Then lay tracing paper over the sheet, or flip it on your tablet, and check the fixed points.
5. Push **three** of them to the limit. Three stay at half. The others lie in between.
6. Ink. A symbol on at most two.

## What I look at

- I cover hair and clothes: same person?
- I cover the mouths: still twelve moods? If two become one, the mouth was doing all the work.
- Three really are pushed. You'll have been polite. Everyone is, the first time.
- Left and right differ in at least four.

Then show it to someone who doesn't draw and ask which one they'd be afraid of. It's usually not the furious one.`,
    materials: [sheet],
  },
];

export const faces: DemoCurriculum = {
  className: "Twelve Moods, One Face",
  tools:
    "Soft pencil, a pen with black ink, tracing paper or a tablet, a mirror. A printer (you'll print one worksheet twice).",
  sections: [
    { title: "The dials", lessons: dials },
    { title: "On model", lessons: onModel },
  ],
};
