import { fill } from "../ink/svg.ts";

export function glint(reach: number, color: string): string {
  const near = Math.round(reach * 0.12);
  const bend = Math.round(reach * 0.3);
  return fill(
    `M0 ${-reach}C${near} ${-bend} ${bend} ${-near} ${reach} 0C${bend} ${near} ${near} ${bend} 0 ${reach}` +
      `C${-near} ${bend} ${-bend} ${near} ${-reach} 0C${-bend} ${-near} ${-near} ${-bend} 0 ${-reach}Z`,
    color,
  );
}
