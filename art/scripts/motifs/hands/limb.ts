import type { Pen } from "../../ink/pen.ts";
import { polar, type Point } from "../../ink/point.ts";
import { closedSpline } from "../../ink/shapes.ts";

export const edge: Pen = { width: 9, contrast: 0.35 };
export const crease: Pen = { width: 5, fadeIn: 0.2, fadeOut: 0.6 };

/** Joints run from base to tip, with one width per joint. */
export interface Limb {
  joints: readonly Point[];
  widths: readonly number[];
}

export function limbShape({ joints, widths }: Limb): string {
  const left: Point[] = [];
  const right: Point[] = [];
  for (const [index, joint] of joints.entries()) {
    const width = widths[index] ?? 0;
    const heading = headingAt(joints, index);
    left.push(polar(joint, heading - Math.PI / 2, width / 2));
    right.push(polar(joint, heading + Math.PI / 2, width / 2));
    const next = joints[index + 1];
    if (!next) {
      left.push(polar(joint, heading - Math.PI / 4, width / 2), polar(joint, heading, width / 2));
      right.push(polar(joint, heading + Math.PI / 4, width / 2));
      continue;
    }
    const middle: Point = [(joint[0] + next[0]) / 2, (joint[1] + next[1]) / 2];
    const slim = ((width + (widths[index + 1] ?? width)) / 2) * 0.46;
    const along = Math.atan2(next[1] - joint[1], next[0] - joint[0]);
    left.push(polar(middle, along - Math.PI / 2, slim));
    right.push(polar(middle, along + Math.PI / 2, slim));
  }
  return closedSpline([...left, ...right.toReversed()]);
}

/** Radians. */
export function headingAt(joints: readonly Point[], index: number): number {
  const before = joints[index - 1] ?? joints[index];
  const after = joints[index + 1] ?? joints[index];
  return before && after ? Math.atan2(after[1] - before[1], after[0] - before[0]) : 0;
}
