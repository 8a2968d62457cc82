import { inked, inkLine } from "../ink/inking.ts";
import { lettering } from "../../../src/platform/lettering.ts";
import { palette } from "../ink/palette.ts";
import { ellipse } from "../ink/shapes.ts";
import { fill } from "../ink/svg.ts";

/** The point is at 0 0, the holder ends at y = -430. */
export function dipPen(): string {
  return [
    inked(
      "M0 0C-7-22-26-52-26-92C-26-112-21-126-19-140H19C21-126 26-112 26-92C26-52 7-22 0 0Z",
      palette.metal,
      { width: 6 },
    ),
    inkLine("M0-4V-74", { width: 4, fadeIn: 0, fadeOut: 0.1 }),
    fill(ellipse(0, -82, 7, 8), palette.ink),
    inkLine("M-14-70C-16-84-15-100-13-118", { width: 4 }),
    inked("M-22-138H22L26-176H-26Z", palette.gold, { width: 6 }),
    inkLine("M-24-150H24M-25-162H25", { width: 4, fadeIn: 0, fadeOut: 0.1 }),
    inked("M-26-176H26L30-420C30-436-30-436-30-420Z", palette.red, { width: 7 }),
    inkLine("M-14-196C-16-270-17-330-17-400", { width: 7, fadeIn: 0.2 }, palette.sheet),
  ].join("");
}

/** The tip is at 2 84, the handle ends at y = -440. */
export function brush(): string {
  return [
    inked("M-10-430C-14-330-16-200-14-96H14C16-200 14-330 10-430C6-444-6-444-10-430Z", "#c98d4e", {
      width: 7,
    }),
    inked("M-17-98H17L20-50H-20Z", palette.metal, { width: 6 }),
    inkLine("M-18-84H18M-19-66H19", { width: 4, fadeIn: 0, fadeOut: 0.1 }),
    inked("M-20-50C-34 0-16 40 2 84C18 40 34 0 20-50Z", palette.ink, { width: 6 }),
    inkLine("M-6-30C-10 0-6 20 0 46", { width: 4, fadeIn: 0.3 }, palette.sheet),
  ].join("");
}

const bottleGlass =
  "M-90-40C-90-64-70-76-50-76H50C70-76 90-64 90-40V96C90 118 76 130 54 130H-54C-76 130-90 118-90 96Z";
const bottleShine = "M-76-34C-78-20-78-10-78 0M75-38V-4";

/** About 180 by 290 units around 0 0. */
export function inkBottle(): string {
  return [
    inked(bottleGlass, palette.glass, { width: 9 }),
    fill("M-80 8H80V94C80 110 70 120 52 120H-52C-70 120-80 110-80 94Z", palette.ink),
    inked("M-56-92H56V-72H-56Z", palette.sheet, { width: 7 }),
    inked("M-62-150C-62-158-56-162-48-162H48C56-162 62-158 62-150V-92H-62Z", palette.ink, { width: 7 }),
    capRidges("M-44-148V-104M-30-150V-104M-16-150V-104M-2-150V-104M12-150V-104"),
    inked("M-56 26H56V96H-56Z", palette.sheet, { width: 6 }),
    fill(lettering("INK", -43, 73, 34), palette.ink),
    inkLine(bottleShine, { fadeIn: 0.3, fadeOut: 0.45 }, palette.sheet),
  ].join("");
}

export function tippedBottle(): string {
  return [
    inked(bottleGlass, palette.glass, { width: 10 }),
    fill("M-84 100V-38C-84-58-68-70-50-70H34L-34 124H-54C-72 124-84 114-84 100Z", palette.ink),
    inkLine("M30-66L-30 118", { width: 4, fadeIn: 0.1, fadeOut: 0.1 }, palette.sheet),
    fill("M-50-92H50V-70H-50Z", palette.ink),
    inked("M-56-96H56V-74H-56Z", palette.sheet),
    inked("M-50 0H50V62H-50Z", palette.sheet, { width: 6 }),
    fill(lettering("INK", -37, 44, 30), palette.ink),
    inkLine(bottleShine, { fadeIn: 0.3, fadeOut: 0.45 }, palette.sheet),
  ].join("");
}

export function bottleCap(): string {
  return (
    inked("M-62-44C-62-52-56-56-48-56H48C56-56 62-52 62-44V14H-62Z", palette.ink, { width: 7 }) +
    capRidges("M-44-42V4M-30-44V4M-16-44V4M-2-44V4M12-44V4")
  );
}

function capRidges(path: string): string {
  return inkLine(path, { width: 4, fadeIn: 0.1, fadeOut: 0.1 }, palette.sheet);
}
