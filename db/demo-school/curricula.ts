import type { DemoCurriculum } from "./curricula/curriculum.ts";
import { eyes } from "./curricula/eyes.ts";
import { hair } from "./curricula/hair.ts";
import { hands } from "./curricula/hands.ts";

export const demoCurricula: readonly DemoCurriculum[] = [eyes, hair, hands];
