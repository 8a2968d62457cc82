import { focusLines } from "../ink/focus-lines.ts";
import { lettering } from "../../../src/platform/lettering.ts";
import { palette } from "../ink/palette.ts";
import { outlined, place } from "../ink/svg.ts";
import { onigiriHero } from "../motifs/onigiri-hero.ts";
import { cover } from "./cover.ts";

export function speedCover(): string {
  return cover(
    "A rice-ball hero bursting out of focus lines",
    palette.sheet,
    focusLines({ centre: [600, 392], clear: [330, 250], reach: 1000, count: 120, width: 15, seed: 8 }),
    place({ x: 620, y: 336, turn: 8, scale: 0.84 }, place({ x: -300, y: -310 }, onigiriHero())),
    outlined(lettering("WHOOSH", 40, 670, 112), palette.gold, palette.ink, 7),
  );
}
