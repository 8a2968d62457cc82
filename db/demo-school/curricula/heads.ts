import type { DemoCurriculum, DemoLesson } from "./curriculum.ts";

const grid = { file: "head-grid.pdf", label: "Head construction grid" };

const fourMarks: readonly DemoLesson[] = [
  {
    kind: "video",
    film: "head.mp4",
    title: "Three heads in ten seconds",
    isPreview: true,
    body: `Ten seconds, no sound, three heads out of the same parts. I build them like a robot: every part is simple, and every part has one job.

- **0:00 Guides.** Three balls, each drawn around twice. Then two lines on each: one over the middle of the face, one around at the height of the brow. The balls are the same. Only the lines say which way they look.
- **0:02 Pencil.** A slice comes off each side, the jaw hangs from the ball, and a line runs down for the nose.
- **0:04** The eraser takes the pencil back.
- **0:04 Ink.** Skull and jaw first, then closed eyes, nose and mouth.
- **0:07 Tone.** Dots lie on the side plane and below the jaw, and nowhere else. That's when the heads turn solid.

Stop at 0:02 and cover the rest of the video with your hand. Could you already point to where each of them is looking? If you can, the drawing is done. The rest is a nose.`,
  },
  {
    kind: "text",
    title: "Ball, side plane, brow line, jaw",
    body: `Four marks, always in this order. Skip one and you'll erase the face nine times.

1. **The ball.** It is the brain case, from the brow up and all the way back. Draw it round, freehand, from the shoulder.
2. **The side plane.** A skull isn't round at the sides. Slice a piece off the ball, left or right, as you'd cut the end off an orange. What you see is an oval of about **two thirds** of the ball's height. Facing us it's nearly a circle. Seen from the front it's a sliver.
3. **The brow line.** It runs around the ball like a rubber band and cuts the side oval into an upper and a lower half. Where it meets the front of the oval, the temple sits. The **center line** crosses it at a right angle, as two seams do on a ball.
4. **The jaw.** From the lower half of the side oval a line drops down to the corner of the jaw, turns there, and runs forward to the chin. From hairline to brow, from brow to the base of the nose, from there to the chin: three **equal** distances, all measured along the center line.

## Where things go

The ear hangs in the lower back quarter of the side oval, between brow and nose. The eyes lie a third of the way down from the brow to the nose. The mouth sits a third of the way down from the nose to the chin.

![Construction heads turning through six angles, and one finished in ink](/drawings/cover-heads.svg)

Look at the six blue heads. Find the side plane on each, and the one head that shows two of them.`,
  },
  {
    kind: "exercise",
    title: "Six balls become heads",
    body: `**Time:** 40 minutes. **Tools:** soft pencil, two prints of the worksheet.

1. On the first print, go over the front view twice and say the heights aloud: hairline, brow, nose, chin.
2. At the foot are six balls whose lines are already there. Give each a side plane, a brow line around the ball, and a jaw. No faces.
3. On the second print do the same, but turn the sheet upside down first. The balls now look down where they looked up.
4. Choose your best two. Add an ear, a line for each eye and a line for the mouth. Nothing more.

## What I look at

- **The slice.** When the head turns away, the oval gets wider. When it looks at us, the oval nearly closes. I check this first.
- The brow line passes through the **middle** of the side oval. If it doesn't, the head has two brows.
- The chin lies on the center line. Extend the line downward and see whether it lands there.
- The ball is still visible. Don't clean up: I can only help with a mistake that I can see.

You'll want to start with the eyes. Don't. A robot gets its cameras last.`,
    materials: [grid],
  },
];

const everyAngle: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Over the shoulder, under the chin",
    body: `Turning left and right is easy: the center line moves sideways, and the far cheek gets narrow. Looking up and down is where faces fall apart. Here is what really happens.

## Looking up

- The brow line and everything parallel to it **bends upward** in the middle, like the top of a barrel that stands above you.
- The three distances on the center line no longer look equal. The forehead shrinks, the chin comes toward us.
- The ears sink. They stay on the side plane, but the face has moved up past them. An ear *below* the eyes says "looking up" louder than anything else.
- You see the **underside of the jaw**: a plane shaped like a horseshoe, from one corner of the jaw around the chin to the other. Draw it as a shape of its own, because it's the first thing that catches shadow.

## Looking down

Everything is reversed. The lines sag in the middle, the skull gets large, the chin shrinks, and the ears ride up toward the brow. The nose covers the upper lip.

## The neck

It's a cylinder that leans **forward**. At the back it starts high, under the skull. In front it starts low, well behind the chin. Two muscles run from behind the ears down to the pit between the collarbones and make a long V. When the head turns, the one on the *other* side stands out.

If a head looks cut off and put on a pole, its neck comes out of the middle of the jaw. Move it back.`,
  },
  {
    kind: "exercise",
    title: "Twelve angles, no reference",
    body: `**Time:** two evenings of 40 minutes. **Tools:** pencil, an empty sheet, a timer if you like company.

Think of a clock lying on your table. Twelve heads, one for each hour, and each of them **looks** at its number: twelve looks up, three looks to the right, six looks down, nine to the left, and the others in between.

1. Draw twelve balls in a ring, all the same size. A coin is allowed.
2. Give each its center line and brow line. Check all twelve before you go on: the two lines always cross on the side the head looks to.
3. Side planes, then jaws. Draw the horseshoe under the jaw for eleven, twelve and one.
4. A neck for each. No faces on ten of them. Two may have one.

No photos, no mirror, no 3D model. You may touch your own head as often as you like.

## What I look at

- All twelve balls are the same size, and the heads are the same **person**: same jaw, same skull.
- The ears. High when looking down, low when looking up.
- The neck leaves the head behind the chin.
- At least one of them looks *away* from us, so far that the face is only a cheek. That's the one people avoid.

Number the two you find worst. We'll start with those.`,
    materials: [grid],
  },
];

export const heads: DemoCurriculum = {
  className: "Heads from Any Angle",
  tools:
    "A soft pencil, plain paper, an eraser you'll hardly need. A printer (you'll print one worksheet twice). Your own head.",
  sections: [
    { title: "Four marks", lessons: fourMarks },
    { title: "Every angle", lessons: everyAngle },
  ],
};
