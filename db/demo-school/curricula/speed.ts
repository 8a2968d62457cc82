import type { DemoCurriculum, DemoLesson } from "./curriculum.ts";

const panels = { file: "focus-panels.pdf", label: "Three panels and their points" };

const focus: readonly DemoLesson[] = [
  {
    kind: "video",
    film: "speed.mp4",
    title: "A rice ball flies",
    isPreview: true,
    body: `Ten seconds, no sound. You'll hear it anyway.

- **0:00 Guides.** A cross for the point, an oval that has to stay clear, and a handful of rays. That's the whole plan of the panel.
- **0:02 Pencil.** Our hero: a rice ball, a scarf, one arm. Watch which way the scarf and the arm point. Both lie on a ray.
- **0:04** The eraser sweeps through.
- **0:04 Ink.** The hero comes first. Then the lines: every one starts at the **border** and flies in, and stops somewhere around the oval. No two stop at the same distance.
- **0:07 Tone.** Red for the scarf, dots on the shady side, black for the boots. The white of the fist stays white, because that's where you should look.

Now set **A** at 5 and **B** at 7, choose half speed, and watch one single line. Fast at the edge, thin as a hair at the end. It doesn't stop. It takes off.`,
  },
  {
    kind: "text",
    title: "All lines want one thing",
    body: `Focus lines are a crowd that stares at one spot. If one of them looks elsewhere, the joke is over.

## Aim

Mark the **point** before anything else, with a pin or a small cross. It's not the middle of the panel. It's the thing that matters: a fist, an eye, a letter on the doormat. Then draw an oval around it, the **clear zone**. Nothing goes in there. If your hero doesn't fit into the oval, the oval is too small, not the hero too big.

## Pull from the border

Put the pen down at the frame with full pressure and pull **toward** the point. Lift while you're still moving, before you reach the oval. Thick outside, a hair inside. With a ruler, lay it against the pin, so that every line passes through the point without thinking.

## The rhythm

Even lines make a sunrise. Impact needs clumps: three close together, a gap, one thick, a gap, five thin ones. Vary three things at once:

- **length**: one line in five flies far into the oval, but never to the point
- **weight**: one in eight is three times as thick
- **distance**: no gap like its neighbor

![A rice-ball hero bursting out of focus lines](/drawings/cover-speed.svg)

Cover the hero with your hand. The lines alone still tell you where the fist was. That's your test for every panel of this kind.

**White on black?** Fill the panel with ink and pull the same lines in white. It's the same crowd in a darker mood: shock instead of force.`,
  },
  {
    kind: "exercise",
    title: "Three points",
    body: `**Time:** 30 minutes. **Tools:** pen or brush pen, a ruler and a pin if you like, two prints of the worksheet.

The sheet has three panels. Each has a cross and an oval: one in the middle, one high up at the left, one **outside** its frame.

1. **First panel:** forty lines with the ruler. Pin, ruler, pull.
2. **Second panel:** forty lines by hand. Turn the paper so that you always pull toward your belly.
3. **Third panel:** by hand, and fewer. Twenty lines are enough when the point lies outside. The panel looks as though something were about to come in.
4. On the second print do all three again, twice as fast.

## What I look at

- I lengthen ten of your lines. Do they hit the cross?
- Ends. A line that stops in a blob was slowed down to be careful. Don't be careful.
- The clear zone is clear.
- Clumps and gaps. If I can count your lines without losing my place, they're too even.

The second print is nearly always better than the first. Send me both, so that I can say "see?"`,
    materials: [panels],
  },
];

const impact: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Speed lines, and the bent limb",
    body: `Focus lines say *look here*. Speed lines say *it went that way*. Mixing them up is how a punch ends up looking like a sunrise.

## Speed lines

They're **parallel** and follow the path of what moves. Two ways to use them:

1. **Behind the hero.** A few lines start at the trailing edge (heel, elbow, hem of the scarf) and fade backward. They stick to the figure. The figure moves, the world stands still.
2. **Across the background.** The whole panel is streaked, the hero is sharp. Now we run alongside: the world moves, the hero stands still beside us.

On a curve the lines bend too, and stay the same distance apart. Draw the path first, as one blue arc, and slide it sideways.

## The bent limb

A straight arm has already hit. A **bent** one is about to. So look for the joint that is most bent a moment *before* and stretch the drawing around it: shoulder far back, elbow high, fist small. Or take the moment *after*: arm past straight, shoulder pushed forward, fist huge because it comes at us. The moment of contact itself is the weakest of the three. Skip it, and put the burst there instead.

One limb only. If all four are bent, nobody knows which is going to hit.

## Things that lag

Scarf, hair, laces, crumbs: they know of the movement last. They point back along the path, and their tips bend a little where it turned.

Draw the hero solid. Lines are cheap, but they can't rescue a stiff pose.`,
  },
  {
    kind: "exercise",
    title: "Make something harmless fly",
    body: `**Time:** one long evening. **Tools:** pencil, pen, a red pencil or a tone, the third panel of the worksheet for warming up.

Choose something that never hurt anyone: a dumpling, a sock, a grandmother's handbag. It's going to be the hero.

1. Two panels, side by side. In the **first** it winds up, in the **second** it arrives.
2. First panel: speed lines. Draw the path as a blue arc before you draw the thing. Bend one limb. No limbs? Give it one, or bend the whole body like a banana.
3. Second panel: focus lines. Cross, oval, hero, then at least sixty lines.
4. Something soft lags behind in both.
5. Spot red or tone goes on **one** thing.

## What I look at

- Cover the second panel: does the first make me lean back?
- The path of panel one points at the cross of panel two. If they disagree, the reader trips.
- In panel two nothing crosses the clear zone, and at least one line comes from each side of the frame.
- The limb. Is it the one that hits, and is it the only one that's bent?

If it makes you laugh while you ink it, don't stop to fix anything.`,
    materials: [panels],
  },
];

export const speed: DemoCurriculum = {
  className: "Speed Lines and Impact",
  tools:
    "Pencil, a pen or brush pen with black ink, a ruler, a pin, something red. A printer (you'll print one worksheet twice).",
  sections: [
    { title: "Look here", lessons: focus },
    { title: "It went that way", lessons: impact },
  ],
};
