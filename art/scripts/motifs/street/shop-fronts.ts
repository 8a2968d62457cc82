import { palette } from "../../ink/palette.ts";
import type { Random } from "../../ink/random.ts";
import { fill, line, outlined } from "../../ink/svg.ts";
import { wallsAt, type Building } from "./building-row.ts";
import { edge, face, front, lineWidth, spot, wall, type View } from "./perspective.ts";

export function awning(view: View, { side, near, kind }: Building, far: number): string {
  const stripes = 7;
  const [inner, outer] = [side * wallsAt, side * (wallsAt - 0.75)];
  const stripe = (from: number, to: number) =>
    face(view, [inner, 2.45, from], [inner, 2.45, to], [outer, 2, to], [outer, 2, from]);
  const at = (index: number) => near + 0.1 + ((far - near - 0.2) * index) / stripes;
  let [colored, white] = ["", ""];
  for (let index = 0; index < stripes; index++) {
    if (index % 2 === 0) colored += stripe(at(index), at(index + 1));
    else white += stripe(at(index), at(index + 1));
  }
  return (
    fill(colored, kind > 0 ? palette.red : palette.gold) +
    fill(white, palette.sheet) +
    line(stripe(at(0), at(stripes)), palette.ink, lineWidth(near) * 0.7)
  );
}

export function balconies(view: View, { side, near }: Building, far: number, floors: number): string {
  const [inner, outer] = [side * wallsAt, side * (wallsAt - 0.55)];
  const [from, to] = [near + 0.3, far - 0.3];
  const width = lineWidth(near);
  let drawn = "";
  for (let floor = 1; floor < floors; floor++) {
    const low = 0.55 + floor * 2.3;
    const high = low + 0.75;
    let rails = "";
    for (let post = 0; post <= 10; post++) {
      const away = from + ((to - from) * post) / 10;
      rails += edge(view, [outer, low, away], [outer, high, away]);
    }
    const slab = face(view, [inner, low, from], [inner, low, to], [outer, low, to], [outer, low, from]);
    drawn +=
      outlined(slab, "#d9d2c0", palette.ink, width * 0.5) +
      outlined(wall(view, outer, [from, to], [low, high]), palette.sheet, palette.ink, width * 0.7) +
      outlined(front(view, from, [inner, outer], [low, high]), palette.sheet, palette.ink, width * 0.6) +
      line(rails, palette.ink, width * 0.45);
  }
  return drawn;
}

/** The marks are invented, so the sign contains no real writing. */
export function signBoard(view: View, { side, near, height, chance }: Building, random: Random): string {
  const away = near + 0.35;
  const [inner, outer] = [side * (wallsAt - 0.05), side * (wallsAt - 0.75)];
  const [low, high] = [2.6, Math.min(height - 0.3, 5.4)];
  const color = chance < 0.4 ? palette.red : chance < 0.7 ? palette.gold : palette.sheet;
  const on = (share: number, up: number) => spot(view, [inner + (outer - inner) * share, up, away]);
  let marks = "";
  for (let index = 0; index < Math.floor((high - low) / 0.7); index++) {
    marks += signMark(Math.floor(random() * 4), low + 0.14 + index * 0.7, on);
  }
  return (
    outlined(front(view, away, [inner, outer], [low, high]), color, palette.ink, lineWidth(near) * 0.8) +
    line(marks, color === palette.red ? palette.sheet : palette.ink, lineWidth(near) * 0.6)
  );
}

function signMark(kind: number, up: number, on: (share: number, up: number) => string): string {
  if (kind === 0)
    return `M${on(0.22, up + 0.25)}L${on(0.5, up + 0.5)}L${on(0.78, up + 0.25)}L${on(0.5, up)}Z`;
  if (kind === 1) {
    const bar = (height: number, end: number) => `M${on(0.22, up + height)}L${on(end, up + height)}`;
    return bar(0.42, 0.78) + bar(0.24, 0.78) + bar(0.06, 0.58);
  }
  if (kind === 2) {
    const [top, bottom] = [up + 0.48, up + 0.02];
    return (
      `M${on(0.5, top)}C${on(0.95, top)} ${on(0.95, bottom)} ${on(0.5, bottom)}` +
      `C${on(0.05, bottom)} ${on(0.05, top)} ${on(0.5, top)}`
    );
  }
  return `M${on(0.2, up + 0.1)}L${on(0.4, up + 0.4)}L${on(0.6, up + 0.1)}L${on(0.8, up + 0.4)}`;
}
