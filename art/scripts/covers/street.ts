import { palette } from "../ink/palette.ts";
import { guideLines, street } from "../motifs/street/street.ts";
import { cover } from "./cover.ts";

export function streetCover(): string {
  return cover(
    "A summer shopping street in one-point perspective with guide lines to the vanishing point",
    palette.sheet,
    street() + guideLines(),
  );
}
