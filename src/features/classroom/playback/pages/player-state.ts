export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

export interface Loop {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A shorter loop would only stutter. */
const minLoopSeconds = 0.5;

export const nextSpeed = (speed: number, direction: -1 | 1): number =>
  (direction === 1 ? speeds.find((each) => each > speed) : speeds.findLast((each) => each < speed)) ?? speed;

/** Setting one end drops the other unless it lies beyond. */
export const startLoop = ({ to }: Loop, from: number): Loop => ({
  from,
  to: to !== undefined && to >= from + minLoopSeconds ? to : undefined,
});

export function endLoop({ from = 0 }: Loop, to: number): Loop {
  return to >= from + minLoopSeconds ? { from, to } : { from };
}

export const loopBack = ({ from, to }: Loop, second: number): number | undefined =>
  from !== undefined && to !== undefined && second >= to ? from : undefined;
