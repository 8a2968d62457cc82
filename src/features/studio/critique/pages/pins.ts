/** Shares of the picture's width and height, 0 to 1. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Rounded to a thousandth, so that sending it again gives the same value. */
const share = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;

export const placeAt = (x: number, y: number): Place => ({ x: share(x), y: share(y) });

const step = 0.01;
const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** By a hundredth of the picture, with Shift a twentieth; undefined for other keys. */
export function movedBy({ x, y }: Place, key: string, isFast: boolean): Place | undefined {
  const direction = directions[key];
  if (!direction) return undefined;
  const length = isFast ? 5 * step : step;
  return placeAt(x + direction[0] * length, y + direction[1] * length);
}

const third = (value: number): 0 | 1 | 2 => (value < 1 / 3 ? 0 : value > 2 / 3 ? 2 : 1);

/** "upper left", "center": for screen readers. */
export function placeInWords({ x, y }: Place): string {
  const [column, row] = [third(x), third(y)];
  const vertical = ["upper", "", "lower"][row] ?? "";
  const horizontal = ["left", "", "right"][column] ?? "";
  if (vertical && horizontal) return `${vertical} ${horizontal}`;
  if (vertical) return `${vertical} middle`;
  return horizontal ? `middle ${horizontal}` : "center";
}
