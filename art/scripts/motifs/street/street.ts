import { inkLine } from "../../ink/inking.ts";
import { palette } from "../../ink/palette.ts";
import { coordinates } from "../../ink/point.ts";
import { seededRandom } from "../../ink/random.ts";
import { discs, points } from "../../ink/tables.ts";
import { screentone } from "../../ink/screentone.ts";
import { ellipse, rectangle } from "../../ink/shapes.ts";
import { fill, line, outlined, place } from "../../ink/svg.ts";
import { catSilhouette } from "../cat.ts";
import { cumulus } from "../cumulus.ts";
import { buildingRow } from "./building-row.ts";
import { drawHouse } from "./house.ts";
import { edge, ground, type View } from "./perspective.ts";
import { powerPoles } from "./power-poles.ts";

const view: View = { width: 1200, height: 750, vanishing: [552, 450], focal: 744 };

/** Meters from the middle of the street. */
const kerbAt = 3;

const puffs = discs(
  "520 330 70, 585 290 78, 660 250 92, 745 215 100, 835 235 88, 905 290 84, 960 345 74, 640 340 100, " +
    "740 320 120, 850 340 110, 565 365 80, 470 372 48, 1010 385 56, 700 160 62, 780 140 58",
);

/** 1200 by 750. `small` omits the far end, fine details and tone that would blur. */
export function street({ small = false }: { small?: boolean } = {}): string {
  const random = seededRandom(21);
  const houses = [...buildingRow(-1, random, 2.3), ...buildingRow(1, random, 2.7)]
    .filter(({ near }) => near < (small ? 24 : 90))
    .toSorted((one, other) => other.near - one.near)
    .map((building) => drawHouse(view, building, small));
  return [
    sky(small),
    road(small),
    ...houses,
    powerPoles(view, small ? 3 : 8),
    place({ x: 396, y: 633.8, scale: small ? 1.5 : 1.15 }, catSilhouette()),
  ].join("");
}

function sky(small: boolean): string {
  const horizon = view.vanishing[1];
  const cloud = cumulus(puffs, 7, {
    gap: small ? 24 : 11,
    color: "#5aa7d8",
    darkness: (depth, y) => Math.min(0.5, (depth - 0.28) * 0.8) * (y > 150 ? 1 : 0.4),
  });
  const inner =
    "M636 307.5C672 277.5 720 285 738 315M792 247.5C828 217.5 882 225 900 262.5M720 210C732 187.5 774 183.8 792 202.5";
  const hills = `M0 ${horizon + 6}V410C240 380 384 414 480 426S672 410 792 420S1080 390 1200 406V${horizon + 6}Z`;
  return [
    fill(rectangle(0, 0, view.width, view.height), "#8ec6ec"),
    small
      ? ""
      : screentone({
          on: rectangle(0, 0, view.width, horizon + 40),
          gap: 13,
          color: palette.sheet,
          darkness: (_, y) => ((y - 60) / horizon) * 0.75,
          cut: false,
        }),
    cloud,
    inkLine(inner, { width: 4, fadeIn: 0.4 }),
    fill(hills, "#5aa7d8"),
    line("M360 410C408 414 432 420 480 426S672 410 792 420", palette.ink, 2.5),
  ].join("");
}

function road(small: boolean): string {
  const shadow = ground(view, [0.3, kerbAt], [1.1, 300]);
  const kerbs = [-1, 1].flatMap((side) =>
    [kerbAt, kerbAt + 0.22].map((across) => edge(view, [side * across, 0, 1.1], [side * across, 0, 300])),
  );
  const crossing = Array.from({ length: 7 }, (_, index) => -kerbAt + 0.25 + index * 0.86).map((left) =>
    outlined(ground(view, [left, left + 0.48], [4.3, 6.2]), palette.sheet, palette.ink, 2),
  );
  const dashes = Array.from({ length: 18 }, (_, index) => 7 + index * 3).map((near) =>
    ground(view, [-0.07, 0.07], [near, near + 1.5]),
  );
  return [
    fill(ground(view, [-60, 60], [1.2, 400]), "#efe9da"),
    fill(ground(view, [-kerbAt, kerbAt], [1.1, 300]), palette.sheet),
    screentone({ on: shadow, gap: small ? 22 : 8, darkness: () => 0.2 }),
    ...crossing,
    line(kerbs.join(""), palette.ink, 3.2),
    fill(dashes.join(""), palette.ink),
  ].join("");
}

export function guideLines(): string {
  const [x, y] = view.vanishing;
  const starts = points(
    "0 0, 0 225, 0 600, 120 750, 384 750, 744 750, 1080 750, 1200 645, 1200 112.5, 240 0, 900 0, 0 390",
  );
  const rays = starts.map((start) => `M${coordinates(start)}L${x} ${y}`).join("");
  return [
    line(rays, palette.guideDark, 1.6, { opacity: 0.8, "stroke-dasharray": "12 7" }),
    line(`M0 ${y}H${view.width}`, palette.guideDark, 2.2, { opacity: 0.9 }),
    line(ellipse(x, y, 11), palette.red, 4),
    line(`M${x - 22} ${y}h44M${x} ${y - 22}v44`, palette.red, 2.5),
  ].join("");
}
