import { palette } from "../ink/palette.ts";
import { place, reusable } from "../ink/svg.ts";
import { eye, pencilledEye } from "../motifs/eye.ts";
import { note, trace, worksheet } from "./worksheet.ts";

const columns = [410, 1060, 1670];

export function eyeShapes(): string {
  const guides = reusable(eye("guides"));
  const pencilled = reusable(pencilledEye(palette.guide));
  const rowOf = (y: number, draw: (column: number) => string): string =>
    columns
      .map((x, column) => place({ x, y, scale: column === 1 ? [-1.3, 1.3] : 1.3 }, draw(column)))
      .join("");
  return worksheet(
    {
      title: "Eye shapes to trace",
      how: [
        "Trace the pencil eyes once with a soft pencil and once with a pen. Press where the lash is thick, lift at its end.",
        "Then build your own on the guides. The eyes in the middle are mirrored: draw them as often as the others.",
      ],
    },
    guides.definition,
    pencilled.definition,
    note("Finished in ink", 130, 400),
    place({ x: 520, y: 742, scale: 1.5 }, eye("ink")),
    note("1  Lash first: edges, then black", 1020, 600),
    note("2  Lid fold: thinner than the lash", 1020, 670),
    note("3  Iris: cut off by the upper lid", 1020, 740),
    note("4  Two lights, left white", 1020, 810),
    note("5  Lower lid: open toward the nose", 1020, 880),
    note("Trace", 130, 1010),
    rowOf(1290, () => pencilled.copy()),
    note("Build", 130, 1540),
    rowOf(1800, () => guides.copy()),
    rowOf(2290, () => guides.copy()),
    trace("M130 960H1970M130 1490H1970", 2),
  );
}
