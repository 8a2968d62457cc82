import { expect, test } from "vitest";
import { timeOf } from "./lesson-video.ts";
import { endLoop, loopBack, nextSpeed, startLoop } from "./player-state.ts";

test("a loop needs both its ends, in order", () => {
  const open = startLoop({}, 12);
  expect(loopBack(open, 100)).toBeUndefined();
  const loop = endLoop(open, 15);
  expect([loopBack(loop, 14.9), loopBack(loop, 15)]).toEqual([undefined, 12]);
  expect(endLoop(open, 12.2)).toEqual({ from: 12 });
  expect(startLoop(loop, 14)).toEqual({ from: 14, to: 15 });
  expect(startLoop(loop, 20)).toEqual({ from: 20, to: undefined });
});

test("speeds stop at both ends", () => {
  expect([nextSpeed(1, 1), nextSpeed(2, 1), nextSpeed(1, -1), nextSpeed(0.5, -1)]).toEqual([
    1.25, 2, 0.75, 0.5,
  ]);
});

test("times read as clocks do", () => {
  expect([0, 65.9, 3725].map(timeOf)).toEqual(["0:00", "1:05", "1:02:05"]);
});
