import type { DemoCurriculum, DemoLesson } from "./curriculum.ts";

const panels = { file: "sound-panels.pdf", label: "Panels for three sounds" };

const letters: readonly DemoLesson[] = [
  {
    kind: "video",
    film: "sound.mp4",
    title: "A bang in ten seconds",
    isPreview: true,
    body: `Silent, of course. Say it out loud while you watch: **BANG**.

- **0:00 Guides.** Two slanted lines that move apart, and one box for each letter. The boxes get *bigger* from left to right. The sound comes toward us.
- **0:02 Pencil.** The letters fill their boxes to the edge. No letter is drawn before all the boxes stand.
- **0:04** Eraser.
- **0:04 Ink.** One thick outline around each letter, and a jagged star behind all of them. The star's line stops wherever a letter begins, because the letters are in front.
- **0:07 Tone.** Gold in the star, red dots that climb from the foot of the letters.

Go frame by frame from 0:04. The ink follows the outer corners, and each corner is a real corner. A round one would make it a *bong*.

Now turn your own sound off and read the word once more. Still loud? Then we can start.`,
  },
  {
    kind: "text",
    title: "Draw what you hear",
    body: `A font is one voice that reads everything. Letter by hand, and every sound has its own. Close your eyes, make the noise, and answer four questions about it.

| Question | If yes | If no |
| --- | --- | --- |
| Does it start suddenly? | sharp corners, straight cuts | round, soft beginnings |
| Is it loud? | thick strokes, no air inside | thin strokes, wide gaps |
| Does it last? | letters repeat, stretch, fade in size | short word, all one size |
| Is it low? | heavy at the foot, wide | tall, narrow, light above |

A **slam** is sudden, loud, short and low: thick, square, wide. A **whisper** is none of them: thin, small, round, with so much space between the letters that they nearly lose each other. A **splash** starts suddenly, lasts, and ends in drops: fat first letters, then smaller ones that fly apart.

## Vowels carry, consonants hit

Repeat the one that does the work. A long scream repeats its vowel, a rattle its consonants. Three are long, five are very long, and from seven on it's a pattern.

## Boxes before letters

Draw a box for each letter before you draw any. That's where the rhythm is decided: growing boxes come closer, shrinking ones leave, boxes on an arc fly, boxes that overlap are fast.

![Sound-effect lettering on a jagged burst](/drawings/cover-sfx.svg)

Look at the gaps *between* the letters in this one. They're all thin and all slanted the same way, so five letters become one shape. That's the difference between a word and a noise.`,
  },
  {
    kind: "exercise",
    title: "Slam, whisper, splash",
    body: `**Time:** 40 minutes. **Tools:** soft pencil, the worksheet, a fat marker or a brush.

1. Make the three noises. Really. With a door, a friend, a sink.
2. Answer the four questions for each. Write the answers in the margin.
3. Invent a word for each sound. It doesn't have to be in any dictionary, but it has to be **sayable**.
4. In each of the three printed panels, draw the boxes first. The slam fills its panel. The whisper takes less than a tenth of it. The splash starts in one corner and leaves through another.
5. Fill the boxes with letters. Change something between the three: weight, corners, slant, gaps.
6. Go over the slam with the fat marker, the whisper with your thinnest pen.

## What I look at

- I cover two of the panels and make the noise of the third. Did I get it right?
- The boxes are still visible in pencil. They show me what you wanted.
- Gaps inside a word are alike, unless they say something.
- Nothing was copied from a font. Your S is allowed to be strange.

If a word looks weak, don't make it bigger. Make the others smaller. Loud is a comparison.`,
    materials: [panels],
  },
];

const fitting: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Into a panel that's already full",
    body: `The sound comes last on the script and first on the page. Rough it in together with the figures, or it'll end up in the one corner that was left, looking like a price tag.

## Find its place

Ask where the sound comes **from** and where it goes. It starts at the source (the door, the fist, the pot) and grows away from it. Let it follow a line that's already there: along the arm, around the pot, up the stairs. A word that follows the drawing belongs to it.

- **Behind** the figure: it fills the room. Cover up to a third of the letters. The upper halves are what we read, so hide the lower ones.
- **In front:** it hits us. Keep it off eyes and hands.
- **Broken by the border:** it's too loud for the panel. Once in a chapter, please.

## Give it weight

1. **Outline.** Thick outside, the same all around. On a busy background add a second one in white around it, so that the letters come off the wall.
2. **Fill.** White is bright and hollow, black is heavy and near, tone is far away.
3. **Tone inside.** Dots that grow toward the foot make letters stand. Dots that grow toward one side make them round.
4. **A shadow.** The same letters once more, in black, moved down and right by half a stroke. Cheap, loud, and quickly too much.

Take **two** of the four. With all of them the word is so heavy that nobody believes the drawing anymore.

## Read it

Turn the page upside down. Can you still tell which shapes are letters? Then squint. If the word is the first thing you see, and the source the second, it's right.`,
  },
  {
    kind: "exercise",
    title: "One crowded kitchen",
    body: `**Time:** an evening. **Tools:** pencil, pen, fat marker or brush, one tone. The worksheet for trying things out.

Draw one panel, large, full of things: a kitchen five minutes before dinner. Two people, a stove, a table, a cat. Three sounds happen **at once**:

- something boils over
- someone whispers a secret
- a lid falls

1. Rough figures *and* sounds together, in the same pencil.
2. Boxes for all three words. Each starts at its source and follows a line of the drawing.
3. One sound goes behind a figure, one in front of something, one fits into a gap you planned for it.
4. Ink. Give the loudest **two** kinds of weight, the middle one a single kind, and the whisper none.
5. Tone in the letters or in the room. Not in both.

## What I look at

- The order: loudest first, then next, then the whisper, which I should find last and with pleasure.
- I can point from every word to the thing that makes it.
- Eyes, hands and the cat are uncovered.
- The panel works without the words, too. Put your thumb on each.

Lids are the best. Everyone knows how they end: fast, then faster, then silence. Can you letter the silence?`,
    materials: [panels],
  },
];

export const sfx: DemoCurriculum = {
  className: "Sound-Effect Lettering",
  tools:
    "Soft pencil, a thin pen, a fat marker or a brush with black ink, one tone. A printer for one worksheet. A door to slam.",
  cohort: { startsInDays: 9, timeZone: "America/New_York" },
  sections: [
    { title: "Letters that sound", opensAfterDays: 0, lessons: letters },
    { title: "In the panel", opensAfterDays: 7, lessons: fitting },
  ],
};
