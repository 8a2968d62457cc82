import { palette } from "../../ink/palette.ts";

export interface GirlLook {
  sheet: string;
  guide: string;
  red: string;
  /** Gap between shadow dots; wider at a small scale. */
  toneGap: number;
}

export const printedGirl: GirlLook = {
  sheet: palette.sheet,
  guide: palette.guide,
  red: palette.red,
  toneGap: 10,
};
