import type { DemoCurriculum, DemoLesson } from "./curriculum.ts";

const leaf = { file: "test-leaf.pdf", label: "The same leaf, eight times" };

const unpack: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Nibs, brushes, inks",
    isPreview: true,
    body: `I'm an engineer, so I read the label first. Here's what the labels don't say.

## Nibs

| Nib | Line | Good for |
| --- | --- | --- |
| G nib | thin to thick, opens easily | figures, anything alive |
| Spoon nib, also called turnip | nearly even, stiff | beginners, backgrounds, letters |
| Mapping nib | hair-thin, opens if you dare | eyelashes, hatching |

They're a few coins each and wear out after a dozen pages. Buy three of one kind rather than one of three kinds. The holder has to fit: G and spoon nibs go into the wide ring, a mapping nib wants a small one.

## Brushes

A round brush of size 2 or 3 does almost everything. Synthetic hair is cheap and springy, sable holds more ink and a finer point. Dip a new one in water at the store and flick it once. If it comes to a **point**, buy it. A brush pen is a brush that carries its own ink, and always a bit of a compromise.

## Inks

There is one question: **what's in it?**

- **Pigment** ink is black, dries waterproof, and clogs anything it dries in. Take this one for pages.
- **Dye** ink flows beautifully, and runs as soon as water or a marker touches it.
- Fountain pen ink is dye, nearly always. Drawing ink in a fountain pen kills the pen.

![Ink, pens, brush, ruler, eraser and screentone on a desk](/drawings/cover-tools.svg)

The kit that costs less than lunch: a holder, three spoon nibs, a small bottle of pigment ink, one synthetic brush of size 2, twenty sheets of smooth paper. Everything else on the desk came later.`,
  },
  {
    kind: "text",
    title: "Why your first try blotted",
    body: `It wasn't you. It was one of four things, and each can be tested in a minute.

## 1. Oil on the nib

A new nib has a thin coat of oil. Ink beads on it, hangs there, and falls off as a blot. Wipe the nib with alcohol or dish soap before its first dip.

## 2. Too deep a dip

Ink belongs up to the little hole. Above it there's a reservoir that you can't see and that empties at once when you press. Dip less, and dip more often.

## 3. Paper that drinks

Paper is sized, which means that glue keeps ink on top. Copy paper has little of it, so ink crawls along the fibers: it **feathers**. Test every paper before you draw on it:

1. Put a dot and wait. Does it grow?
2. Draw five lines close together. Do the gaps stay open?
3. Cross two wet lines. Is the crossing a clean X, or a star?
4. Erase over it, hard. Does the surface fluff?
5. Turn it over. Did it come through?

Smooth Bristol and manuscript paper for comics pass all five. Watercolor paper passes the first four and ruins your nib on the way, because it's rough. Cheap sketch paper usually fails at two. One sheet of anything is worth a test, since even good brands change.

## 4. Pushing

A nib is made to be pulled. Pushed, it stabs the paper, fills with fibers, and *then* blots. If there's a hair in your line, there's one in your nib.

Four causes, four tests. When it blots again, go through the list in this order and don't change two things at once. That's all engineering is.`,
  },
  {
    kind: "exercise",
    title: "One leaf, everything in the box",
    body: `**Time:** 45 minutes. **Tools:** every pen, nib and brush you own, your ink, the worksheet, and one sheet of each paper you can find.

The worksheet has the same leaf eight times, in light blue. It's the same on purpose: only the tool may change.

1. Draw each leaf with another tool. Outline first, then the middle rib in one stroke, then five veins on each side. Nothing else.
2. Write tool and ink underneath, and **one** word for how it felt.
3. Cut the empty strip at the foot into pieces of different papers, or glue them on. On each, do the five tests: dot, lines, crossing, eraser, back.
4. Circle the leaf you'd choose for a face, and put a square around the one you'd choose for a wall.

Only three tools? Then use each twice, once slowly and once fast. You'd be surprised.

## What I look at

- The middle rib. It tells me whether the tool can swell and whether you let it.
- Labels. A test without a label is a drawing.
- Paper tests that *failed*. Please show me at least one, feathered and ugly.
- Circle and square have a reason. Write it down in five words.

No tool wins. The point is that next time you'll reach for one without thinking.`,
    materials: [leaf],
  },
];

const care: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Clean it so it lasts",
    body: `Ink is pigment and glue. Glue sets. Everything I have to say about cleaning follows from that: **before it dries**.

## Nibs

Wipe after every few dips with a rag, from the holder toward the tip. At the end, water, an old toothbrush on both sides, and dry it at once, because steel rusts overnight. Take it out of the holder. A nib that stays in rusts *into* it, and then you own a stick.

Has it dried already? Ten minutes in warm water with dish soap. If the two halves no longer meet, or one is bent, throw it away. Nibs are like blades, nobody sharpens them.

## Brushes

- Never let ink reach the metal. It dries in there, pushes the hairs apart, and the point is gone for good.
- Rinse in cold water. Hot water softens the glue that holds the hairs.
- Work in a little hand soap with your fingers until the foam stays white. Rinse, and **shape the point** with your lips or fingertips.
- Dry it lying down, or hanging. Standing on its hairs for one night ruins it. Standing it hairs up lets the water run into the handle.

## Bottles

Close it every time, even just to answer the phone. Pour what you need into a small cap, so that dirt from the nib doesn't get back into the bottle. Thickened ink takes a few drops of distilled water. Ink that smells has gone bad, and no, it doesn't matter how much it cost.

## The desk

Bottle on the side of your drawing hand, behind the paper, in something heavy. I use a ring of tape. The cat has tested it.`,
  },
  {
    kind: "exercise",
    title: "Your kit, on one card",
    body: `**Time:** 30 minutes, after a week of use. **Tools:** the tool you circled, a sheet of the paper that passed.

Draw your own kit on one card, the size of your hand, the way a mechanic hangs a drawing of each wrench on the wall.

1. Lay out what you *really* used this week. Three to six things. Leave out what you only like to own.
2. Draw each in ink with the tool itself: the brush with the brush, the nib with the nib. Outline, one shadow, no tone.
3. Under each write two facts: what it's for, and how it's cleaned.
4. On the back, do the five paper tests once more, small, with your favorite pair of pen and paper.
5. Print the leaf again, take the tool with the square, and draw it once from memory beside the printed one. Hand in the card and the leaf.

## What I look at

- Is the brush drawn with a brush? I can tell.
- The facts are yours. "For hair" is copied, "for hair, but not when I'm tired" is yours.
- The five tests pass. If one doesn't, say which paper you'll try next.
- The leaf from memory has a rib that swells.

Hang the card where you draw. In a year, draw a new one and see what's gone.`,
    materials: [leaf],
  },
];

export const tools: DemoCurriculum = {
  className: "Ink Tools from Zero",
  tools:
    "A pen holder with three nibs, a small bottle of pigment ink, one round brush, smooth paper and a few others to fail. A rag, soap, an old toothbrush. A printer for one worksheet.",
  sections: [
    { title: "Unpack", lessons: unpack },
    { title: "Use and care", lessons: care },
  ],
};
