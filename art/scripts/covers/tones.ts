import { inked, outline } from "../ink/inking.ts";
import { newsprint, palette } from "../ink/palette.ts";
import { screentone } from "../ink/screentone.ts";
import { ellipse, rectangle } from "../ink/shapes.ts";
import { fill, line } from "../ink/svg.ts";
import { cover } from "./cover.ts";

export function tonesCover(): string {
  const table = rectangle(0, 520, 1200, 230);
  return cover(
    "Sphere, cone and ball shaded with halftone screentone",
    newsprint.mint,
    fill(table, "#b6d8bf"),
    line("M0 520H1200", palette.ink, 6),
    screentone({ on: table, gap: 14, color: "#86b896", darkness: (_, y) => (y - 520) / 330, cut: false }),
    sphere(330, 360, 196, palette.sheet),
    cone(),
    sphere(990, 470, 92, "#f6b6a6"),
    toneSheet(),
  );
}

function sphere(x: number, y: number, radius: number, color: string): string {
  const ball = ellipse(x, y, radius);
  const shadow = ellipse(x + radius * 0.92, y + radius * 0.93, radius * 1.12, radius * 0.22);
  const darkness = (dotX: number, dotY: number) => {
    const [right, down] = [(dotX - x) / radius, (dotY - y) / radius];
    const out = Math.sqrt(Math.max(0, 1 - right * right - down * down));
    const light = right * -0.62 + down * -0.55 + out * 0.6;
    const reflected = right * 0.7 + down * 0.55 > 0.82 ? 0.3 : 0;
    return 0.62 - light * 0.95 - reflected;
  };
  return [
    screentone({ on: shadow, gap: 10, darkness: (dotX) => 0.85 - (dotX - x) / (radius * 3) }),
    fill(ball, color),
    screentone({ on: ball, gap: 11, darkness }),
    outline(ball, { contrast: 0.35 }),
  ].join("");
}

function cone(): string {
  const shape = "M690 150L858 556C800 590 600 590 540 556Z";
  return [
    screentone({ on: ellipse(830, 572, 160, 26), gap: 10, darkness: (x) => 0.85 - (x - 700) / 440 }),
    fill(shape, palette.gold),
    screentone({ on: shape, gap: 11, darkness: coneDarkness }),
    outline(shape, { contrast: 0.22 }),
  ].join("");
}

function coneDarkness(x: number, y: number): number {
  const halfWidth = 8 + ((y - 150) / 406) * 160;
  const across = (x - 695) / halfWidth;
  return (across + 0.05) * 0.85 - (across > 0.8 ? 0.35 : 0);
}

function toneSheet(): string {
  const sheet = "M880 60L1150 40L1166 300L910 318C920 240 900 160 880 60Z";
  return [
    fill(sheet, palette.sheet),
    screentone({ on: sheet, gap: 12, darkness: (x) => 0.08 + (x - 880) / 520 }),
    outline(sheet, { width: 6, contrast: 0.22 }),
    inked("M910 318C940 300 985 306 1010 286C990 320 950 326 910 318Z", "#dfe9df", { width: 5 }),
  ].join("");
}
