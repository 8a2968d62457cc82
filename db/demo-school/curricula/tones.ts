import type { DemoCurriculum, DemoLesson } from "./curriculum.ts";

const swatches = { file: "tone-swatches.pdf", label: "Tone and hatching swatches" };

const dots: readonly DemoLesson[] = [
  {
    kind: "video",
    film: "tone.mp4",
    title: "A ball and a cone in ten seconds",
    isPreview: true,
    body: `Ten seconds, silent, and for the first seven of them nothing happens that you couldn't do yourself. Then the dots come.

- **0:00 Guides.** A ball, a cone with its axis, the edge of the table.
- **0:02 Pencil.** Watch for two lines that are not outlines. One curves over the ball, one runs down the cone: they show where the light **ends**. Then come the shapes of the cast shadows.
- **0:04** The eraser, because tone sticks to graphite dirt.
- **0:04 Ink.** Outlines only. The two light lines aren't inked. Tone will draw them.
- **0:07 Tone.** The ball, then the cone, then both shadows on the table.

Run the last three seconds at half speed. The dots never get darker toward the outline. They're darkest a little *before* it, and then grow lighter again. That's light coming back from the table. Leave it out and a ball turns into a hole.`,
  },
  {
    kind: "text",
    title: "Choose a gray by its number",
    body: `I was an assistant on a weekly series. Nobody said "a bit darker" there. They said a number.

## Two numbers

- **Percent** is how much of the paper is covered. 10 is a whisper, 30 is a shirt, 50 is a shirt in the shade. Above 60 use ink.
- **Lines** is how many rows of dots stand on an inch. 60 is the everyday sheet. Fewer lines are coarser dots, which look loud and close. More lines are finer and tend to fill in.

Pick **one** line count for a page and change only the percent. Tones with different line counts side by side look like different printers.

## Three grays are enough

Decide on light, middle and dark before you cut: for example 10, 30 and 60. Give each a job. Light goes on what turns away a little, middle on what has a color of its own, dark on what no light reaches. White paper and black ink are the other two. Five values make a page.

## Never two on top of each other

Two sheets that overlap by accident make **moiré**, those swimming squares. If you need a darker spot, cut a darker piece. If you must lay one over another, use the same line count, turn neither of them, and shift the upper one until its dots sit in the gaps of the lower.

![A sphere, a cone and a small ball shaded with screentone](/drawings/cover-tones.svg)

Squint at the picture until the dots melt. Count the grays. On the big ball there are four, and the fourth is a mistake that I kept because I like it.`,
  },
  {
    kind: "exercise",
    title: "Six squares, two balls",
    body: `**Time:** 45 minutes. **Tools:** the worksheet, a pencil, tone sheets with a knife, or a fine pen for dots, or your tablet.

1. In the top row are six printed tones. Match each in the empty square below it: cut it, dot it or draw it. On a tablet, use dots at 600 dpi and print the result.
2. Squint at each pair. If one is darker, write by how much you think you missed: "5 too dark".
3. The second row is hatching. Copy it with a pen, at the same gray as the squares above.
4. Shade the two empty balls at the foot, one with dots, one with lines. The light comes from the upper left. Draw the edge of the shadow in pencil first.

## What I look at

- From six feet away, each pair is **one** gray.
- The light end of the ball is bare paper. Not 5 percent: bare.
- The darkest part is a crescent *inside* the ball, not along its outline.
- The cast shadow is darkest where it touches the ball, and its far edge is softer.

Dots by hand don't have to be perfect. They have to be evenly spaced, and that's a matter of breathing. Stop after each row.`,
    materials: [swatches],
  },
];

const light: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Scrape it back, print it small",
    body: `Tone goes on in minutes. The light is what you take away afterward.

## Scraping

Hold the knife flat, with the tip lifted, and stroke the film lightly. You want to take off the **dots** and leave the film. Three rules:

- Scrape **across** the rows of dots, at a slant. Along the rows you take away whole lines and get a zebra.
- Short strokes that start firmly and lift off make an edge that fades. Long even ones make a stripe.
- Two passes in slightly different directions make a soft cloud. Three make a hole.

On a tablet, the same thing is a hatching brush in transparent color. Don't use the soft eraser: it leaves gray pixels that no press can print.

## A crumpled sheet

Crumpled paper is nothing but flat facets. Each has **one** value. Lay 20 percent over all of it, cut 40 for the facets that look down, and scrape the ridges. A ridge is a line, so scrape it with one stroke. Don't blend. A facet with a soft edge is a pillow.

## Print it small

A page is drawn larger than it's printed. At two thirds of its size a 60-line tone becomes a 90-line one. The gaps close first, so **dark** tones die before light ones. Keep big areas under 40 percent and never trust a gap that's narrower than the dot.

## On a phone

A phone shows your dots through its own dots, and at some sizes they swim. So keep two files: dots for print, and for screens the same page with flat grays at the size it'll be read. Ten minutes of work, and nobody sees moiré on the train.`,
  },
  {
    kind: "exercise",
    title: "One crumpled sheet",
    body: `**Time:** two evenings. **Tools:** a sheet of paper, a lamp, pen, two tones or a tablet, a knife or a hatching brush, the swatch sheet.

1. Crumple a sheet of paper, open it halfway, and put it under a lamp. Everything else in the room is dark.
2. Draw its outline and at most **twelve** facets in pencil. Number each 1, 2 or 3: light, middle, dark. Leave facets that face the lamp without a number.
3. Ink the outline, and inside it only ridges that hide something.
4. Lay the middle tone on everything with a number. Cut the light ones free, cover the dark ones with the darker tone.
5. Scrape **five** highlights, one stroke each. Then put the knife away.
6. Add a cast shadow in the darkest tone you have.

Photograph it twice: once filling the screen, once from so far away that it's as large as a stamp.

## What I look at

- In the small photo the sheet is still crumpled, and no tone has closed up.
- Facets have straight borders, and each has one value.
- Your five highlights lie across the dots, and all come from the same lamp.
- There is bare paper in it. Tone without white is just gray.

The percentages from the swatch sheet go into the margin. I'll ask about them.`,
    materials: [swatches],
  },
];

export const tones: DemoCurriculum = {
  className: "Screentone and Light",
  tools:
    "Two or three tone sheets and a knife, or a tablet that can do dots, or a fine pen and patience. Smooth paper, black ink, a lamp. A printer for one worksheet.",
  sections: [
    { title: "Dots", lessons: dots },
    { title: "Light", lessons: light },
  ],
};
