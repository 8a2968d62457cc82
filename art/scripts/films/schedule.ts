import { between, distance, type Point } from "../ink/point.ts";
import { lengthOf, type Stroke } from "./strokes.ts";

export interface Moment {
  /** What has been drawn since the moment before. */
  readonly drawn: readonly Stroke[];
  /** Where the tool is. */
  readonly tip: Point;
}

const away: Point = [1330, 1010];

/** Spreads the strokes over `count` moments. A long stroke is drawn faster, a lifted tool costs time. */
export function schedule(strokes: readonly Stroke[], count: number): Moment[] {
  const steps = stepsOf(strokes);
  const total = steps.reduce((sum, { cost }) => sum + cost, 0);
  const moments: Moment[] = [];
  let index = 0;
  let before = 0;
  let from = 0;
  for (let moment = 1; moment <= count; moment++) {
    const until = (total * moment) / count;
    const drawn: Stroke[] = [];
    let step = steps[index];
    while (step && before + step.cost <= until) {
      if (step.stroke) drawn.push(part(step.stroke, from, 1));
      before += step.cost;
      from = 0;
      index += 1;
      step = steps[index];
    }
    let tip = steps.at(-1)?.to ?? away;
    if (step) {
      const share = (until - before) / step.cost;
      if (step.stroke) {
        const eased = share * share * (3 - 2 * share);
        const now = part(step.stroke, from, eased);
        drawn.push(now);
        from = eased;
        tip = now.points.at(-1) ?? step.to;
      } else {
        tip = between(step.from, step.to, share);
      }
    }
    moments.push({ drawn, tip });
  }
  return moments;
}

interface Step {
  readonly stroke?: Stroke;
  readonly from: Point;
  readonly to: Point;
  readonly cost: number;
}

function stepsOf(strokes: readonly Stroke[]): Step[] {
  const steps: Step[] = [];
  let here = away;
  const lift = (to: Point) => {
    const way = distance(here, to);
    if (way > 2) steps.push({ from: here, to, cost: 6 + 2.2 * Math.sqrt(way) });
    here = to;
  };
  for (const stroke of strokes) {
    const [first, last] = [stroke.points[0], stroke.points.at(-1)];
    if (!first || !last) continue;
    lift(first);
    steps.push({ stroke, from: first, to: last, cost: 4 + lengthOf(stroke.points) ** 0.8 });
    here = last;
  }
  lift(away);
  return steps;
}

function part(stroke: Stroke, from: number, to: number): Stroke {
  const { points } = stroke;
  const at = (share: number): Point => {
    const place = share * (points.length - 1);
    const index = Math.min(points.length - 1, Math.floor(place));
    const point = points[index] ?? away;
    return between(point, points[index + 1] ?? point, place - index);
  };
  const [first, last] = [Math.ceil(from * (points.length - 1)), Math.floor(to * (points.length - 1))];
  return { ...stroke, points: [at(from), ...points.slice(first, last + 1), at(to)] };
}
