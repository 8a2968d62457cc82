import { focusLines } from "../ink/focus-lines.ts";
import { inked, inkLine, outline } from "../ink/inking.ts";
import { newsprint, palette } from "../ink/palette.ts";
import { screentone } from "../ink/screentone.ts";
import { ellipse } from "../ink/shapes.ts";
import { clip, fill, place } from "../ink/svg.ts";
import { discs } from "../ink/tables.ts";
import { glint } from "../motifs/glint.ts";
import { bowl, surface } from "../motifs/noodle-soup/bowl.ts";
import { liftedNoodles, nest } from "../motifs/noodle-soup/noodles.ts";
import { egg, fishCake, pork, scallions, seaweed } from "../motifs/noodle-soup/toppings.ts";
import { cover, wholeCover } from "./cover.ts";

export function foodCover(): string {
  return cover(
    "A steaming bowl of noodle soup with egg, seaweed and fish cake, chopsticks lifting the noodles",
    newsprint.mint,
    focusLines({
      centre: [600, 330],
      clear: [330, 230],
      reach: 1000,
      count: 54,
      width: 34,
      seed: 21,
      color: "#b3d8bd",
    }),
    screentone({
      on: wholeCover,
      gap: 19,
      color: palette.sheet,
      darkness: (x, y) => 0.9 - Math.hypot((x - 600) / 560, (y - 300) / 400),
      cut: false,
    }),
    table(),
    bowl(),
    seaweed(),
    soup(),
    steam(),
    chopstick("M1260 2L640 124L636 108L1260-34Z"),
    liftedNoodles(),
    chopstick("M1260 92L548 172L544 154L1260 56Z"),
    clip(surface, nest("front"), fishCake()),
    egg(),
    scallions(),
    place({ x: 872, y: 232 }, glint(34, palette.sheet)),
    place({ x: 916, y: 284 }, glint(16, palette.sheet)),
  );
}

function table(): string {
  return (
    fill("M0 590C300 576 900 576 1200 590V750H0Z", palette.ink) +
    inkLine(
      "M40 640H300M120 690H420M860 662H1160M760 716H1080",
      { width: 7, fadeIn: 0.3, fadeOut: 0.6, contrast: 0 },
      palette.sheet,
    )
  );
}

function soup(): string {
  const fat = discs("700 276 13, 668 264 8, 876 352 14, 890 324 8, 300 368 9, 846 384 9").map(
    ({ x, y, radius }) => ellipse(x, y, radius, radius * 0.5),
  );
  return [
    fill(surface, palette.gold),
    screentone({
      on: surface,
      gap: 13,
      color: palette.red,
      darkness: (x, y) => Math.hypot((x - 600) / 336, (y - 330) / 96) ** 4 * 0.5,
    }),
    outline(surface, { width: 9 }),
    outline(fat.join(""), { width: 4 }),
    clip(surface, nest("back"), pork()),
  ].join("");
}

function chopstick(shape: string): string {
  return inked(shape, palette.ink, { width: 7 });
}

function steam(): string {
  const pen = { width: 30, fadeIn: 0.4, fadeOut: 0.6, thinnest: 0.04, contrast: 0.3 };
  return [
    inkLine("M330 286C250 220 400 180 340 110C310 70 336 40 360 20", pen, palette.sheet),
    inkLine("M430 250C380 200 470 150 440 90C430 60 440 40 456 26", { ...pen, width: 20 }, palette.sheet),
    inkLine("M986 250C1060 200 940 170 1000 110", { ...pen, width: 22 }, palette.sheet),
  ].join("");
}
