import { fill } from "../ink/svg.ts";

/** A four-pointed star of light around 0 0; `reach` is the length of its points. */
export function glint(reach: number, color: string): string {
  const near = Math.round(reach * 0.12);
  const bend = Math.round(reach * 0.3);
  return fill(
    `M0 ${-reach}C${near} ${-bend} ${bend} ${-near} ${reach} 0C${bend} ${near} ${near} ${bend} 0 ${reach}` +
      `C${-near} ${bend} ${-bend} ${near} ${-reach} 0C${-bend} ${-near} ${-near} ${-bend} 0 ${-reach}Z`,
    color,
  );
}
