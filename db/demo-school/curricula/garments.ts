import type { DemoCurriculum, DemoLesson } from "./curriculum.ts";

const hangers = { file: "three-hangers.pdf", label: "Three hangers" };

const owner: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Who owns it?",
    isPreview: true,
    body: `I design for the stage. There, a costume has to tell the last row who has just come in, before anyone speaks. It can only do that if *I* know.

## Five questions

Answer them in writing, a line each, before you draw a single collar.

1. **What do they do all day?** That decides sleeves, pockets, shoes.
2. **Who paid for it?** Bought, inherited, borrowed and stolen clothes fit in four different ways.
3. **What are they hiding?** Cold, money, a scar, how young they are.
4. **What have they been through in this very garment?** It leaves a mark, and we'll draw it.
5. **What would they never wear?** The most useful of the five.

## From answers to shapes

Begin with the **outline**, filled in black, no larger than your thumb. A person should be recognizable by it: heavy above or heavy below, closed or open, straight or flared. Draw ten. Choose two, and only then look inside.

Then one **accent**, and not two. A clasp, a scarf, one odd button. It goes where you want people to look, and nowhere near anything else of interest.

## On the hanger

We draw everything on a hanger first. Without a body you can't rely on a handsome pose, and cloth tells the truth: where it's heavy, where it's cut, and how it was closed.

![A patterned robe, a school uniform and a red cape on hangers](/drawings/cover-garments.svg)

Three garments, one rail. Which of them is put on in a hurry? Which is never put on alone? You already know something about three people who aren't there.`,
  },
  {
    kind: "exercise",
    title: "Three garments, one person",
    body: `**Time:** two evenings. **Tools:** pencil, the worksheet, an outfit of your own to look at.

Invent one person. Answer the five questions about them. Then design three garments for the *same* person:

- one for **work**
- one for the **worst day** of the year
- one that they've had for ten years and **won't give away**

1. Ten black outlines for each, thumb-sized. Thirty in all, twenty minutes.
2. Choose one of each. Draw them on the three printed hangers, front view: outline, seams, how it closes. Keep to the blue axis, so that left and right are cut alike.
3. Add the accent. Only one garment of the three may have a second.
4. Write under each what it's made of and how much it weighs.

## What I look at

- It's **one** person. Hide the labels: could these three hang in the same closet?
- How does it close? If I can't find out how your person gets into it, neither can they.
- Seams lie where cloth would be sewn: shoulder, side, armhole, waist. I count.
- Your answer to question five is visible. Something is missing on purpose.

No folds yet, please. Flat as a paper doll. We'll hang them up properly in the next section.`,
    materials: [hangers],
  },
];

const cloth: readonly DemoLesson[] = [
  {
    kind: "text",
    title: "Cloth hangs from something",
    body: `A fold is a line between two places: one where the cloth is **held**, and one where it's free, or held again. Find the places and the folds draw themselves.

## Where it's held

On a hanger: the two shoulders. On a body: shoulders, the point of the chest, elbows, hips, knees. And always at seams, belts, buttons and cuffs. Mark these in pencil with small crosses. No fold begins anywhere else.

## Five kinds are enough

| Fold | Where | How it looks |
| --- | --- | --- |
| **Pipe** | hangs from one point: capes, skirts | long cones, narrow above, wide at the hem |
| **Drape** | sags between two points: hoods, scarves | nested U shapes, deepest in the middle |
| **Zigzag** | pushed together in a tube: sleeves, pant legs | diamonds that alternate left and right |
| **Spiral** | twisted around a limb | slanting bands that wrap |
| **Fan** | pulled to one point: a button, a bent elbow | rays |

## At joints

A bent elbow has a **fan** on the inside and tight, smooth cloth on the outside. A straight sleeve has zigzags near the cuff, since it's a little too long, as all sleeves are. At the armpit, folds run from the seam toward the chest, because that's the way the arm pulls.

## How many?

Heavy cloth makes few, large folds with round turns. Thin cloth makes many, with sharp ones. Draw the two or three that carry weight, all the way from cross to hem, and **let the others fade** within a finger's width. At the hem each fold shows its shape: a pipe ends in an S, not in a point.

Look at the hem first when a drawing feels wrong. It's a map of everything above.`,
  },
  {
    kind: "text",
    title: "Wear tells where someone has been",
    body: `New clothes are silent. These are the places where they begin to talk.

## Where it wears

- **Edges** first: cuffs, pocket corners, collar, hem. Break the outline there, add two or three loose threads, let a corner go round.
- **Elbows, knees, seat** lose their pattern before they lose their cloth. Leave the pattern out in a soft patch. A hole comes later, and it's wider than it's high, because it tears across the pull.
- **Under the strap** of a bag there's a band that's either worn or, if the sun bleached everything else, *darker*.
- **One side more than the other.** People have a hand, a pocket, a shoulder they lean on. Symmetrical wear is stage dirt, we call it "breaking down by recipe", and the last row can smell it.

## How it was mended

A mend says who cared, and when. A patch from outside, in small even stitches, took an evening. A safety pin took a minute, a year ago. Darning is a tiny woven square. Thread in the wrong color means it was night, or that nobody minded, or that someone was proud of it.

Draw stitches as short strokes **across** the edge of a patch, each at a slightly different slant, and let the cloth pucker a little between them.

## How much

Three marks on a garment, and a reason for each. Write the reasons in the margin. If two marks have the same reason, take one off. If a mark has none, it's only dirt, and dirt is what you add when you've run out of story.`,
  },
  {
    kind: "exercise",
    title: "Hang them up, mend one",
    body: `**Time:** three evenings. Slow ones. **Tools:** pencil, pen or brush, one tone if you like, a fresh print of the worksheet.

1. Draw your three garments again, on their hangers, now with weight. Mark every place where cloth is held with a cross.
2. Folds from cross to hem: two or three that carry, the rest fades. Use at least **three kinds** from the table.
3. Choose the one your person won't give away. Give it three marks of wear and one mend. Write the four reasons in the margin.
4. Ink all three. Heavier line at the hem and on the side away from the light, thin where cloth is pulled tight.
5. Write at the top where this person was last week. One sentence.

## What I look at

- I follow five folds upward. Each arrives at a cross.
- Hems. They're curved, and they agree with the folds above.
- The heavy garment has fewer folds than the thin one.
- Wear on one side, for a reason. The mend is someone's handwriting.
- I read your sentence *last*. If I've guessed it by then, you're done.

Hang a shirt of your own beside your desk while you draw. It's patient, and it knows everything.`,
    materials: [hangers],
  },
];

export const garments: DemoCurriculum = {
  className: "Costumes with a Story",
  tools:
    "Pencil, good paper, a pen or brush with black ink, one tone if you like. A printer (you'll print one worksheet twice). A shirt on a hanger.",
  sections: [
    { title: "The owner", lessons: owner },
    { title: "The cloth", lessons: cloth },
  ],
};
