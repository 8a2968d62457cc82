import { focusLines } from "../ink/focus-lines.ts";
import { inked, panel } from "../ink/inking.ts";
import { newsprint, newsprintDots, palette } from "../ink/palette.ts";
import { looseEllipse } from "../ink/pencil.ts";
import { screentone } from "../ink/screentone.ts";
import { ellipse, rectangle } from "../ink/shapes.ts";
import { fill, inset, line, place, type Placement } from "../ink/svg.ts";
import { sittingCat } from "../motifs/cat.ts";
import { eye } from "../motifs/eye.ts";
import { girlCloseUp } from "../motifs/girl/girl.ts";
import { street } from "../motifs/street/street.ts";
import { cover, wholeCover } from "./cover.ts";

/** The page is 440 by 640. */
const frames = {
  face: "M28 28H252L228 206H28Z",
  burst: "M266 28H412V206H242Z",
  street: "M28 220H412V392L28 424Z",
  cat: "M28 440L196 426V612H28Z",
  eye: "M210 425L412 408V612H210Z",
};

export function pageCover(): string {
  return cover(
    "A rough page layout in blue pencil next to the finished manga page",
    newsprint.sky,
    screentone({
      on: wholeCover,
      gap: 20,
      color: newsprintDots.sky,
      darkness: (_, y) => (y - 200) / 900,
      cut: false,
    }),
    page({ x: 96, y: 70, turn: -5 }, rough()),
    page({ x: 640, y: 26, turn: 4 }, finished()),
    line("M550 354C584 330 594 330 622 346M600 324L624 346L596 368", palette.red, 9),
  );
}

function page(placement: Placement, body: string): string {
  const sheet = rectangle(0, 0, 440, 640);
  return place(
    placement,
    place({ x: 12, y: 14 }, fill(sheet, palette.ink, { opacity: 0.22 })),
    fill(sheet, palette.sheet),
    line(sheet, palette.ink, 5, { "stroke-linejoin": "miter" }),
    body,
  );
}

function rough(): string {
  const head =
    loose(130, 122, 58, 66, { seed: 3, turn: -8 }) +
    loose(106, 128, 16, 12, { seed: 5 }) +
    loose(156, 126, 16, 12, { seed: 6 });
  const houses = "M20 380L420 300M60 420V250H150V400M170 390V270H230V370M260 360V240H350V340M370 330V280H412";
  const shoulders = "M112 545C90 570 70 600 60 620M112 545C140 570 150 600 160 620M72 500H152";
  return [
    roughPanel(frames.face, `${head}M72 118H190M126 50L138 200`),
    roughPanel(frames.burst, "M340 210L300 20M340 210L412 60M340 210L260 90M340 210L380 20M340 210L412 140"),
    roughPanel(frames.street, houses + loose(320, 262, 22, 22, { seed: 7 })),
    roughPanel(frames.cat, loose(112, 500, 40, 46, { seed: 9, turn: 6 }) + shoulders),
    roughPanel(frames.eye, `${loose(310, 500, 78, 56, { seed: 11 })}M220 600C280 560 360 560 412 600`),
  ].join("");
}

function roughPanel(frame: string, path: string): string {
  return panel(frame, palette.sheet, line(path, palette.guide, 3), 5);
}

function loose(
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  { seed, turn = 0 }: { seed: number; turn?: number },
): string {
  return looseEllipse({ x, y, radiusX, radiusY, seed, turn, passes: radiusX > 30 ? 2 : 1 });
}

function finished(): string {
  const catTone = screentone({ on: frames.cat, gap: 10, darkness: (_, y) => (y - 450) / 260, cut: false });
  return [
    panel(
      frames.face,
      palette.sheet,
      inset({ x: 28, y: 28, width: 226, height: 180 }, "250 330 520 414", girlCloseUp()),
      5,
    ),
    panel(frames.burst, palette.gold, riceBallInBurst(), 5),
    panel(
      frames.street,
      palette.sheet,
      inset({ x: 20, y: 212, width: 400, height: 220 }, "0 60 1200 660", street({ small: true })),
      5,
    ),
    panel(
      frames.cat,
      palette.sheet,
      catTone + place({ x: 116, y: 552, scale: 0.85 }, fill(sittingCat, palette.ink)),
      5,
    ),
    panel(frames.eye, palette.sheet, place({ x: 312, y: 520, scale: 0.5 }, eye("tone")), 5),
  ].join("");
}

function riceBallInBurst(): string {
  const riceBall =
    "M330 92C350 92 366 118 372 140C378 164 356 170 330 170C304 170 282 164 288 140C294 118 310 92 330 92Z";
  return [
    focusLines({ centre: [330, 130], clear: [40, 48], reach: 260, count: 60, width: 7, seed: 4 }),
    inked(riceBall, palette.sheet, { width: 6 }),
    fill(rectangle(316, 140, 28, 30) + ellipse(318, 128, 4, 5) + ellipse(342, 128, 4, 5), palette.ink),
  ].join("");
}
