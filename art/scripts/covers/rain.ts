import { inked, inkLine } from "../ink/inking.ts";
import { palette } from "../ink/palette.ts";
import { penStroke } from "../ink/pen.ts";
import { polar, radians, type Point } from "../ink/point.ts";
import { seededRandom } from "../ink/random.ts";
import { screentone } from "../ink/screentone.ts";
import { ellipse, polygon, rectangle } from "../ink/shapes.ts";
import { fill } from "../ink/svg.ts";
import { discs, points } from "../ink/tables.ts";
import { boxWithCat, umbrella } from "../motifs/cat-in-box.ts";
import { cover, coverHeight, coverWidth } from "./cover.ts";

const night = "#27496f";

const lamp: Point = [318, 128];
const pool = ellipse(650, 668, 440, 62);
const groundAt = 606;

export function rainCover(): string {
  return cover(
    "Rain at night: a black cat in a cardboard box, dry under a red umbrella in the light of a street lamp",
    night,
    town(),
    lampLight(),
    ground(),
    streetLamp(),
    rain(180, 11, 0.55),
    boxWithCat(),
    umbrella(),
    splashes(),
    rain(46, 5, 1),
  );
}

function town(): string {
  const houses = "M0 606V214H74V150H150V300H190V606ZM940 606V320H986V196H1052V120H1132V236H1200V606Z";
  const windows = points(
    "28 250, 28 320, 98 190, 98 254, 1012 240, 1080 164, 1080 230, 1012 306, 1148 282, 1148 346",
  ).map(([x, y]) => rectangle(x, y, 24, 36));
  return [
    screentone({
      on: rectangle(0, 0, coverWidth, groundAt),
      gap: 18,
      darkness: (_, y) => 0.66 - y / 700,
      cut: false,
    }),
    fill(houses, palette.ink),
    fill(windows.join(""), palette.gold),
  ].join("");
}

function lampLight(): string {
  const cone = polygon([
    [lamp[0] - 22, lamp[1]],
    [lamp[0] + 30, lamp[1]],
    [1010, groundAt + 30],
    [214, groundAt + 30],
  ]);
  return screentone({
    on: cone,
    gap: 14,
    color: palette.sheet,
    darkness: (x, y) => 0.8 - Math.hypot(x - lamp[0], y - lamp[1]) / 560,
  });
}

function ground(): string {
  return [
    fill(rectangle(0, groundAt, coverWidth, coverHeight - groundAt), palette.ink),
    fill(pool, palette.sheet),
    screentone({
      on: pool,
      gap: 12,
      color: night,
      darkness: (x, y) => (Math.hypot((x - 650) / 440, (y - 668) / 62) ** 2 - 0.4) * 1.2,
    }),
    reflections(),
  ].join("");
}

function reflections(): string {
  const red = "M520 716H742M560 730H700M596 742H668M470 702H560M716 702H790";
  const gold =
    "M900 640H966M916 656H948M1020 634H1096M1040 652H1076M1120 662H1160M20 640H64M30 658H50M92 634H130";
  const shine = "M40 690H150M1030 700H1150M210 734H330M900 736H1000M1110 730H1180";
  const stroke = { width: 9, fadeIn: 0.5, fadeOut: 0.5, contrast: 0 };
  return (
    inkLine(red, stroke, palette.red) +
    inkLine(gold, stroke, palette.gold) +
    inkLine(shine, { ...stroke, width: 5 }, night)
  );
}

function streetLamp(): string {
  const post = "M196 640L204 120C206 74 240 62 284 74L318 92L312 102L282 90C250 80 222 90 220 124L228 640Z";
  return [
    fill(post, palette.ink),
    inkLine("M216 610L211 140C213 100 234 82 268 86", { width: 5, fadeIn: 0.3 }, palette.sheet),
    inked("M286 128C286 98 302 84 322 86C344 88 356 106 352 132Z", palette.ink),
    inked("M282 124L356 128C352 146 340 156 318 154C298 154 286 144 282 124Z", palette.gold, { width: 6 }),
    fill("M180 636H244L252 662H172Z", palette.ink),
  ].join("");
}

function splashes(): string {
  const random = seededRandom(3);
  const onCanopy = Array.from({ length: 17 }, (_, index) => {
    const angle = radians(-164 + index * 9.4 + random() * 5);
    const foot = polar([690, 280], angle, 244, 204);
    const away = angle + (random() - 0.5) * 0.9;
    return polygon([
      polar(foot, away + 1.4, 3),
      polar(foot, away - 1.4, 3),
      polar(foot, away, 16 + random() * 22),
    ]);
  });
  const rings = discs(
    "300 690 34, 402 718 44, 884 706 48, 990 668 30, 120 716 40, 1100 716 44, 860 650 22, 452 650 22",
  ).map(({ x, y, radius }) => ellipse(x, y, radius, radius * 0.26));
  return (
    fill(onCanopy.join(""), palette.sheet) +
    fill(penStroke(rings.join(""), { width: 4, contrast: -1.2 }), palette.guide)
  );
}

/** `weight` is 1 for near rain. No rain falls under the umbrella. */
function rain(count: number, seed: number, weight: number): string {
  const random = seededRandom(seed);
  const drops: string[] = [];
  while (drops.length < count) {
    const [x, y] = [random() * 1320 - 60, random() * 760 - 30];
    const length = (50 + random() * 90) * (0.6 + weight * 0.5);
    const width = (1.6 + random() * 2.2) * (0.6 + weight * 0.7);
    const foot: Point = [x - length * 0.24, y + length];
    if (isSheltered(foot) || isSheltered([x, y])) continue;
    drops.push(
      polygon([
        [x, y],
        [foot[0] - width, foot[1]],
        [foot[0] + width, foot[1] + 1],
      ]),
    );
  }
  return fill(drops.join(""), palette.sheet, { opacity: weight < 1 ? 0.6 : 1 });
}

function isSheltered([x, y]: Point): boolean {
  const slant = (y - 300) * -0.24;
  return y > 70 && x > 440 + slant && x < 920 + slant && y < 700;
}
