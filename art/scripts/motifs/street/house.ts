import { palette } from "../../ink/palette.ts";
import { seededRandom, type Random } from "../../ink/random.ts";
import { screentone } from "../../ink/screentone.ts";
import { fill, line, outlined } from "../../ink/svg.ts";
import { wallsAt, type Building } from "./building-row.ts";
import { edge, face, front, lineWidth, wall, type Span, type View } from "./perspective.ts";
import { balconies, awning, signBoard } from "./shop-fronts.ts";

export function drawHouse(view: View, building: Building, plain: boolean): string {
  // A seed per house keeps its look independent of its neighbors.
  const random = seededRandom(building.near * 1000);
  const { side, near, height } = building;
  const dark = side > 0;
  const across = side * wallsAt;
  const far = Math.min(building.far, near + 40);
  const width = lineWidth(near);
  const gable = front(view, near, [across, side * (wallsAt + 5)], [0, height]);
  let drawn = outlined(gable, dark ? palette.sheet : "#e9e2d0", palette.ink, width);
  if (!dark && !plain) drawn += screentone({ on: gable, gap: 8, darkness: () => 0.2 });
  drawn += outlined(
    wall(view, across, [near, far], [0, height]),
    dark ? palette.ink : palette.sheet,
    palette.ink,
    width,
  );
  if (near > 45) return drawn;

  const bays = bayGrid(building, far);
  drawn += openings(view, building, far, bays, random);
  if (near < 22 && !plain) drawn += windowDetails(view, building, bays, random);
  if (building.kind < 2 && near < 30) drawn += awning(view, building, far);
  if (building.kind === 2 && near < 26) drawn += balconies(view, building, far, bays.floors);
  if (building.kind % 2 === 1 && near < 30 && near > 3) drawn += signBoard(view, building, random);
  return drawn;
}

interface Bays {
  floors: number;
  columns: readonly Span[];
}

const storey = 2.3;
const firstSill = 0.9;

function bayGrid({ near, height }: Building, far: number): Bays {
  const count = Math.max(1, Math.round((far - near) / 1.5));
  const step = (far - near) / count;
  return {
    floors: Math.max(1, Math.floor((height - firstSill) / storey)),
    columns: Array.from({ length: count }, (_, index) => [
      near + step * (index + 0.18),
      near + step * (index + 0.82),
    ]),
  };
}

function openings(view: View, building: Building, far: number, bays: Bays, random: Random): string {
  const across = building.side * wallsAt;
  const dark = building.side > 0;
  const width = lineWidth(building.near) * 0.6;
  const panes: string[] = [];
  let doors = edge(
    view,
    [across, building.height - 0.28, building.near],
    [across, building.height - 0.28, far],
  );
  for (let floor = 0; floor < bays.floors; floor++) {
    for (const [from, to] of bays.columns) {
      const low = firstSill + floor * storey;
      if (floor > 0) {
        if (random() < 0.9) panes.push(wall(view, across, [from, to], [low, windowTop(building, low)]));
      } else if (building.kind < 2) {
        panes.push(wall(view, across, [from, to], [0.12, 1.9]));
      } else {
        const handle = from + (to - from) * 0.1;
        doors += wall(view, across, [from, from + (to - from) * 0.6], [0, 1.95]);
        doors += edge(view, [across, 0.95, handle], [across, 1.05, handle]);
      }
    }
  }
  const lit = panes.filter(() => dark && building.near < 40 && random() < 0.3);
  const unlit = panes.filter((pane) => !lit.includes(pane));
  return (
    fill(lit.join(""), palette.gold) +
    outlined(unlit.join(""), dark ? palette.sheet : "#cfe4f0", palette.ink, width) +
    line(doors, dark ? palette.sheet : palette.ink, width)
  );
}

function windowDetails(view: View, building: Building, bays: Bays, random: Random): string {
  const across = building.side * wallsAt;
  let bars = "";
  let glare = "";
  for (let floor = 1; floor < bays.floors; floor++) {
    const low = firstSill + floor * storey;
    for (const [from, to] of bays.columns) {
      const middle = (from + to) / 2;
      const along = (share: number) => from + (to - from) * share;
      bars += edge(view, [across, low, middle], [across, windowTop(building, low), middle]);
      if (random() < 0.5) {
        glare += face(
          view,
          [across, low + 0.2, along(0.08)],
          [across, low + 1.1, along(0.36)],
          [across, low + 1.1, along(0.46)],
          [across, low + 0.2, along(0.2)],
        );
      }
    }
  }
  return (
    fill(glare, building.side > 0 ? palette.ink : palette.sheet) +
    line(bars, palette.ink, lineWidth(building.near) * 0.55)
  );
}

function windowTop({ height }: Building, low: number): number {
  return Math.min(low + 1.35, height - 0.5);
}
