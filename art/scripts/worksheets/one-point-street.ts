import { palette } from "../ink/palette.ts";
import { coordinates, type Point } from "../ink/point.ts";
import { ellipse } from "../ink/shapes.ts";
import { line } from "../ink/svg.ts";
import { bottom, box, left, note, right, top, trace, worksheet } from "./worksheet.ts";

const vanishing: Point = [1180, 1400];
const [first, last] = [top + 40, bottom - 40];

/** Front faces: left edge, upper edge, width, height. */
const faces = [
  [200, 470, 300, 260],
  [620, 640, 220, 240],
  [1560, 520, 260, 300],
  [170, 1240, 260, 330],
  [640, 1300, 200, 190],
  [1640, 1190, 240, 420],
  [240, 2080, 330, 280],
  [900, 1980, 240, 200],
  [1500, 2020, 300, 320],
] as const;

export function onePointStreet(): string {
  const [pointX, pointY] = vanishing;
  const edges = Array.from({ length: 9 }, (_, index) => index / 8).flatMap((share): Point[] => [
    [left + (right - left) * share, first],
    [left + (right - left) * share, last],
    [left, first + (last - first) * share],
    [right, first + (last - first) * share],
  ]);
  return worksheet(
    {
      title: "One-point street grid",
      how: [
        "Nine front faces: three above your eye level, three on it, three below. Draw each one's depth toward the point, and close",
        "it with a smaller face whose edges are parallel. Then rule the curbs and roofs of a street of your own on the back.",
      ],
    },
    line(edges.map((edge) => `M${coordinates(vanishing)}L${coordinates(edge)}`).join(""), palette.guide, 1.6),
    line(`M${left} ${pointY}H${right}`, palette.guideDark, 5),
    ...faces.map(([x, y, width, height]) => box(x, y, width, height)),
    line(ellipse(pointX, pointY, 16), palette.red, 5),
    note("the point", pointX - 60, pointY + 60),
    note("horizon: your eye level", left + 740, pointY - 22),
    trace(`M${left} ${first}H${right}M${left} ${last}H${right}`, 1.8),
  );
}
