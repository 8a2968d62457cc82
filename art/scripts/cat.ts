import { drawing, fill } from "./ink/svg.ts";
import { catEyes, sittingCat } from "./motifs/cat.ts";

export function sittingCatPicture(color: string): string {
  return drawing({ width: 110, height: 126, origin: [-34, -70] }, fill(sittingCat, color), catEyes());
}
