import { sittingCatPicture } from "./cat.ts";
import { certificate } from "./certificate.ts";
import { cloudsCover } from "./covers/clouds.ts";
import { eyesCover } from "./covers/eyes.ts";
import { facesCover } from "./covers/faces.ts";
import { foodCover } from "./covers/food.ts";
import { garmentsCover } from "./covers/garments.ts";
import { hairCover } from "./covers/hair.ts";
import { handsCover } from "./covers/hands.ts";
import { headsCover } from "./covers/heads.ts";
import { linesCover } from "./covers/lines.ts";
import { pageCover } from "./covers/page.ts";
import { rainCover } from "./covers/rain.ts";
import { sfxCover } from "./covers/sfx.ts";
import { speedCover } from "./covers/speed.ts";
import { streetCover } from "./covers/street.ts";
import { tonesCover } from "./covers/tones.ts";
import { toolsCover } from "./covers/tools.ts";
import { envelope } from "./envelope.ts";
import { door } from "./door.ts";
import { footerEdge } from "./footer-edge.ts";
import { darkHero, hero, lightHero } from "./hero.ts";
import { logo, mark, maskableIcon } from "./logo.ts";
import { notFound } from "./not-found.ts";
import { bunnyPortrait } from "./portraits/bunny.ts";
import { catPortrait } from "./portraits/cat.ts";
import { darumaPortrait } from "./portraits/daruma.ts";
import { penguinPortrait } from "./portraits/penguin.ts";
import { cactusPortrait } from "./portraits/cactus.ts";
import { foxPortrait } from "./portraits/fox.ts";
import { frogPortrait } from "./portraits/frog.ts";
import { ghostPortrait } from "./portraits/ghost.ts";
import { onigiriPortrait } from "./portraits/onigiri.ts";
import { robotPortrait } from "./portraits/robot.ts";
import { promoNib } from "./promo.ts";
import { sixEyesAfter, sixEyesBefore } from "./six-eyes.ts";
import { torn } from "./torn.ts";

export interface Drawing {
  /** Without the file extension. */
  name: string;
  /** KB after Brotli compression. */
  budget: number;
  draw: () => string;
  /** Of the coordinates of paths, by default 1. A unit of a cover or the hero is about a pixel of a screen. */
  decimals?: 0;
  /** Much of it lies under other shapes or beyond a clip, and is left out. */
  overlaps?: true;
}

/** Of a cover or the hero: with the headers of its answer, it fits into the first ten packets of a connection. */
const [coverBudget, portraitBudget, heroBudget, smallBudget] = [12, 5, 12, 2];

export const drawings: Drawing[] = [
  { name: "hero-light", budget: heroBudget, decimals: 0, overlaps: true, draw: () => hero(lightHero) },
  { name: "hero-dark", budget: heroBudget, decimals: 0, overlaps: true, draw: () => hero(darkHero) },
  { name: "door-light", budget: heroBudget, decimals: 0, overlaps: true, draw: () => door(lightHero) },
  { name: "door-dark", budget: heroBudget, decimals: 0, overlaps: true, draw: () => door(darkHero) },

  { name: "cover-clouds", budget: coverBudget, decimals: 0, draw: cloudsCover },
  { name: "cover-eyes", budget: coverBudget, decimals: 0, draw: eyesCover },
  { name: "cover-faces", budget: coverBudget, decimals: 0, draw: facesCover },
  { name: "cover-food", budget: coverBudget, decimals: 0, draw: foodCover },
  { name: "cover-garments", budget: coverBudget, decimals: 0, draw: garmentsCover },
  { name: "cover-hair", budget: coverBudget, decimals: 0, draw: hairCover },
  { name: "cover-hands", budget: coverBudget, decimals: 0, draw: handsCover },
  { name: "cover-heads", budget: coverBudget, decimals: 0, draw: headsCover },
  { name: "cover-lines", budget: coverBudget, decimals: 0, draw: linesCover },
  { name: "cover-page", budget: coverBudget, decimals: 0, draw: pageCover },
  { name: "cover-rain", budget: coverBudget, decimals: 0, draw: rainCover },
  { name: "cover-sfx", budget: coverBudget, decimals: 0, draw: sfxCover },
  { name: "cover-speed", budget: coverBudget, decimals: 0, draw: speedCover },
  { name: "cover-street", budget: coverBudget, decimals: 0, draw: streetCover },
  { name: "cover-tones", budget: coverBudget, decimals: 0, draw: tonesCover },
  { name: "cover-tools", budget: coverBudget, decimals: 0, draw: toolsCover },

  { name: "portrait-bunny", budget: portraitBudget, draw: bunnyPortrait },
  { name: "portrait-cat", budget: portraitBudget, draw: catPortrait },
  { name: "portrait-daruma", budget: portraitBudget, draw: darumaPortrait },
  { name: "portrait-penguin", budget: portraitBudget, draw: penguinPortrait },
  { name: "portrait-cactus", budget: portraitBudget, draw: cactusPortrait },
  { name: "portrait-fox", budget: portraitBudget, draw: foxPortrait },
  { name: "portrait-frog", budget: portraitBudget, draw: frogPortrait },
  { name: "portrait-ghost", budget: portraitBudget, draw: ghostPortrait },
  { name: "portrait-onigiri", budget: portraitBudget, draw: onigiriPortrait },
  { name: "portrait-robot", budget: portraitBudget, draw: robotPortrait },

  { name: "six-eyes-before", budget: heroBudget, draw: sixEyesBefore },
  { name: "six-eyes-after", budget: heroBudget, draw: sixEyesAfter },

  { name: "not-found", budget: coverBudget, draw: notFound },
  { name: "envelope", budget: coverBudget, draw: envelope },
  { name: "torn", budget: coverBudget, draw: torn },
  { name: "certificate", budget: 30, draw: certificate },
  { name: "promo-nib", budget: portraitBudget, draw: promoNib },
  { name: "tone-edge", budget: smallBudget, draw: footerEdge },
  { name: "cat-light", budget: smallBudget, draw: () => sittingCatPicture("#16171d") },
  { name: "cat-dark", budget: smallBudget, draw: () => sittingCatPicture("#d5d1c5") },

  { name: "mark", budget: smallBudget, draw: () => mark() },
  { name: "logo-light", budget: smallBudget, draw: () => logo("#16171d", "#f7f2e6") },
  { name: "logo-dark", budget: smallBudget, draw: () => logo("#f3ede0", "#14161c") },
  { name: "icon", budget: smallBudget, draw: () => mark() },
  { name: "icon-maskable", budget: smallBudget, draw: maskableIcon },
];
