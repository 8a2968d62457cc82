import { clouds } from "./curricula/clouds.ts";
import type { DemoCurriculum } from "./curricula/curriculum.ts";
import { eyes } from "./curricula/eyes.ts";
import { faces } from "./curricula/faces.ts";
import { garments } from "./curricula/garments.ts";
import { hair } from "./curricula/hair.ts";
import { hands } from "./curricula/hands.ts";
import { heads } from "./curricula/heads.ts";
import { lines } from "./curricula/lines.ts";
import { page } from "./curricula/page.ts";
import { sfx } from "./curricula/sfx.ts";
import { speed } from "./curricula/speed.ts";
import { street } from "./curricula/street.ts";
import { tones } from "./curricula/tones.ts";
import { tools } from "./curricula/tools.ts";

export const demoCurricula: readonly DemoCurriculum[] = [
  eyes,
  street,
  heads,
  hair,
  tones,
  speed,
  page,
  lines,
  tools,
  clouds,
  garments,
  sfx,
  hands,
  faces,
];
