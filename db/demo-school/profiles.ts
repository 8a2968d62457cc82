import { instructorProfiles, portfolioPictures } from "../../src/features/school/instructors/tables.ts";
import type { Transaction } from "../../src/platform/database.ts";
import { newIdAt } from "../../src/platform/ids.ts";

interface DemoProfile {
  /** Key in people.ts. */
  readonly of: string;
  readonly headline: string;
  readonly bio: string;
  readonly links: readonly string[];
  readonly portfolio: readonly (readonly [drawing: string, description: string])[];
}

const profiles: readonly DemoProfile[] = [
  {
    of: "mio",
    headline: "Draws faces you can't stop reading",
    bio:
      "I've drawn shōjo romance for twelve years, most of it in close-up. My editor used to say that my pages had four eyes " +
      "each and needed no words.\n\nI teach the way I learned: one small thing at a time, twenty times over, until your " +
      "hand stops asking.",
    links: [
      "https://miotanabe.example",
      "https://www.pixiv.net/en/users/1",
      "https://www.instagram.com/miotanabe.example",
    ],
    portfolio: [
      ["cover-eyes", "One eye in four stages, from circle and cross to finished ink"],
      ["hero-light", "A girl with a bow, penciled, inked and toned across three panels"],
      ["cover-hair", "Long hair built from ribbons, inked with a white shine"],
    ],
  },
  {
    of: "haru",
    headline: "Backgrounds, back alleys and pages that flow",
    bio:
      "Background artist by day, webcomic author by night. I grew up above a noodle shop and still draw its street from " +
      "memory.\n\nPerspective isn't math. It's deciding where someone stands. Bring a ruler, you'll only need it once.",
    links: ["https://haru-okafor.example", "https://bsky.app/profile/haru-okafor.example"],
    portfolio: [
      ["cover-street", "A shopping street in one-point perspective with poles and wires"],
      ["cover-page", "A comic page, half rough pencil and half finished ink"],
      ["not-found", "A cat walking away from a page after tipping an ink bottle over it"],
    ],
  },
  {
    of: "lena",
    headline: "Solid heads, sharp tools, no shortcuts",
    bio:
      "I studied engineering, then fell for mecha. Now I build heads the way I'd build a robot: from simple parts that fit " +
      "together.\n\nIf you've ever erased the same face nine times, start with my class.",
    links: ["https://lenabrandt.example", "https://www.youtube.com/@lenabrandt.example"],
    portfolio: [
      ["cover-heads", "The same construction head turned to several angles"],
      ["cover-tools", "A manga artist's desk: ink, pens, brush, ruler and screentone"],
      ["portrait-robot", "A self-portrait as a robot"],
    ],
  },
  {
    of: "teo",
    headline: "Screentone, shadow and one hundred good lines",
    bio:
      "I was an assistant on a weekly series, which means that I've laid more tone than I've slept. Black and white is all the " +
      "color I need.",
    links: ["https://teomarchetti.example", "https://ko-fi.com/teomarchetti"],
    portfolio: [
      ["cover-tones", "A ball, a box and a cone shaded with screentone dots"],
      ["cover-lines", "A page of pen drills: lines that swell and fade"],
      ["portrait-fox", "A self-portrait as a fox"],
    ],
  },
  {
    of: "juno",
    headline: "Makes still pictures loud",
    bio:
      "Action, food and sound effects: anything that moves, sizzles or explodes. I letter my own comics by hand and would " +
      "never go back to fonts.",
    links: ["https://junopark.example", "https://x.com/junopark_example"],
    portfolio: [
      ["cover-speed", "A rice ball hero flying out of a burst of speed lines"],
      ["cover-sfx", "A jagged sound effect bursting out of its panel"],
      ["cover-food", "A steaming bowl of noodle soup with toppings"],
    ],
  },
  {
    of: "sana",
    headline: "Big skies and clothes with a past",
    bio:
      "I design costumes for the stage and paint skies to relax. Both are about weight: what hangs, what floats, what the wind " +
      "does to it.\n\nMy classes are slow on purpose. Make tea first.",
    links: ["https://sanaiyer.example"],
    portfolio: [
      ["cover-clouds", "A towering summer cloud over a small town"],
      ["cover-garments", "Costume designs with notes on folds and fabric"],
      ["portrait-cactus", "A self-portrait as a cactus"],
    ],
  },
  {
    of: "iris",
    headline: "Hands, moods and weather",
    bio:
      "Storyboard artist for animation, ten years and counting. I draw the parts people skip: hands, hesitation, the moment " +
      "before it rains.\n\nIn class we fix what's stiff. Nobody leaves with hands in pockets.",
    links: [
      "https://irisfalk.example",
      "https://www.artstation.com/irisfalk-example",
      "https://www.instagram.com/irisfalk.example",
    ],
    portfolio: [
      ["cover-hands", "Hands built from boxes, from rock to scissors"],
      ["cover-faces", "One character's face in many moods"],
      ["cover-rain", "A street at night in heavy rain"],
      ["envelope", "Three drawn panels rising from an airmail envelope"],
      ["portrait-daruma", "A self-portrait as a daruma doll"],
    ],
  },
];

export async function writeProfiles(tx: Transaction, idOf: (key: string) => string, at: Date): Promise<void> {
  for (const { of, headline, bio, links, portfolio } of profiles) {
    const userId = idOf(of);
    await tx.insert(instructorProfiles).values({ userId, headline, bio, links: [...links], updatedAt: at });
    await tx.insert(portfolioPictures).values(
      portfolio.map(([drawing, description], position) => ({
        id: newIdAt(at),
        instructorId: userId,
        position,
        image: `/drawings/${drawing}.svg`,
        description,
      })),
    );
  }
}
