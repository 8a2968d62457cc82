import type { DemoCurriculum, DemoLesson } from "./curriculum.ts";

const grid = { file: "one-point-street.pdf", label: "One-point street grid" };

const withRuler: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Where do you stand?",
    isPreview: true,
    body: `Perspective isn't math. It's deciding where someone stands, and then being stubborn about it.

## Two decisions

1. **The horizon** is the height of your eyes. Draw it as one level line across the whole sheet. Sit down on the curb and it sinks to the height of the door handles. Climb on a roof and it climbs with you.
2. **The vanishing point** is the spot on that line you look at. In a street it lies where the two curbs would meet if the street never ended. Put it a little left or right of the middle, because a point dead in the center looks like a tunnel.

## Three kinds of edges

- What runs **away** from you goes to the point: curbs, gutters, roof edges, shop signs that lie flat on their wall.
- What runs **across** stays level: front steps, crosswalks, the near edge of a roof.
- What stands **up** stays upright. Always, even far to the side.

That's all. If an edge confuses you, ask which of the three it is, and draw it.

![A shopping street with guide lines to the vanishing point](/drawings/cover-street.svg)

Find the red circle in this picture and follow the dashed lines back to us. Above the horizon they come down toward the point, below it they climb. Only the horizon itself does neither.

**A warning:** a box in the corner of the sheet looks stretched, even when it's right. Keep the point at least a hand away from both edges and leave the corners to the sky and the road.`,
  },
  {
    kind: "exercise",
    title: "Nine boxes, one point",
    body: `**Time:** 30 minutes. **Tools:** pencil, ruler, the worksheet.

The grid has a horizon, a point and nine front faces: three above the line, three on it, three below.

1. Use the ruler. From the corners of each face draw light lines to the point. Only from the corners you can *see* the sides of: a box to the right of the point shows its left side.
2. Close each box with a second face, smaller, with its edges parallel to the first. All boxes should be about as deep as they're wide.
3. Go over the visible edges with a soft pencil.
4. Turn two of them into something: a mailbox, a vending machine, a bench.

## What I look at

- Do the **level** edges of the back stay level? Nearly everyone lets one of them lean after the seventh box.
- Boxes above the horizon show their underside, boxes below it their top, and those on it neither.
- A box straight in front of the point shows no side at all. If yours does, you invented a second point.
- Depth. A cube near us shows more of its side than the same cube far away.

Take a photo of the whole sheet, straight from above. A photo from the side adds a perspective I didn't ask for.`,
    materials: [grid],
  },
  {
    kind: "text",
    title: "Boxes become shops",
    body: `A shop is a box with holes in it. Two tricks put the holes in the right place.

## The X finds the middle

Draw both diagonals across a wall. They cross in its middle, *as you see it*: closer to the far end than a ruler would say. An upright line through the crossing cuts the wall into two equal halves. Do the same in each half and you have four shop windows of equal width. No measuring.

## The fence trick continues it

You have two uprights and want the third at the same distance? Draw a line from the top of the first through the **middle** of the second, down to the ground line. Where it lands, the third one stands. This works for windows, poles, fence posts and tiles.

## Signs that lean the right way

- A sign that lies **flat on its wall** is part of the wall. Its long edges run to the point.
- A sign that **sticks out** into the street faces us. Its front is a plain rectangle, level and upright. Only its thickness runs to the point.

Mix both in every thirty feet. That mixture is what makes a street look busy.

## Awnings

The edge on the wall and the edge in the air both run to the point. The short slanted ends are all **parallel**, near and far, because they face us. Draw one, and slide that slant down the street.

Finish the nearest shop completely, the second one half, and everything behind it as a row of uprights. The eye does the rest, and does it better.`,
  },
];

const withoutRuler: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Wires, poles, and someone to walk there",
    body: `Now put the ruler into another room. A ruled street is a diagram. The same street by hand is a place.

## Poles

Draw a light line from the foot of the first pole to the point, and another from its top. Every pole of that side stands between the two. Space them with the fence trick. The crossbars face us, so they stay level, and get shorter with their pole.

## Wires

A wire goes from bar to bar **and sags**. First think of the straight line to the point, then hang the wire below it, deepest in the middle of each span. The near spans hang in wide, lazy bows, the far ones are almost straight. Draw each in one go, from the shoulder. A wire that was drawn in three pieces looks mended.

## Room for a figure

Do this *before* you ink anything.

- On level ground the horizon cuts everyone your height **through the eyes**, near or far. A child's head stays under the line, someone on a step rises above it.
- So: put the eyes on the horizon, put the feet where they stand, and the size is right by itself.
- Leave an empty patch of road around the figure, about as wide as they're tall. No crosswalk, no shadow, no cat unless the cat is the point.

## Weight

Near lines thick, far lines thin. Let the last third of the street have no outlines at all, only edges where dark meets light. One side of the street in shadow is enough to make the other one sunny.`,
  },
  {
    kind: "exercise",
    title: "The street outside",
    body: `**Time:** two evenings. **Tools:** blue or hard pencil and ruler for the first half hour, then a pen and nothing else.

Draw a shopping street that you know, or remember one. Mine is the one under my parents' noodle shop.

1. Write one sentence at the top of the sheet: who stands where, and what they're looking at.
2. **With the ruler,** in blue: horizon, point, curbs, roof edges, the uprights of six buildings. Stop.
3. **Without the ruler,** in pencil: windows by the X, at least one sign of each kind, one awning, four poles.
4. Place one figure by the horizon and keep their patch of road empty.
5. Ink by hand, near to far. Wires come last, each in one stroke.

Use the back of the worksheet for your first wires. Twenty of them, and only then the real ones.

## What I look at

- I lay a ruler on five of your edges. Four should hit the point, and I won't say a word about the fifth.
- The two kinds of signs are different, and both are right.
- The figure could walk. Nothing crosses the head, no wire touches it.
- Near is heavy, far is light, and the last third is mostly paper.

Don't correct a wobbly wall. A street where everything is straight was built yesterday.`,
    materials: [grid],
  },
];

export const street: DemoCurriculum = {
  className: "Streets in One-Point Perspective",
  tools:
    "A ruler, a blue or hard pencil, a soft one, smooth paper and any pen that doesn't smear. A printer for one worksheet. A street.",
  sections: [
    { title: "With the ruler", lessons: withRuler },
    { title: "Without it", lessons: withoutRuler },
  ],
};
