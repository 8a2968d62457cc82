import { palette } from "../../ink/palette.ts";

/** What changes with the sheet that the girl is drawn on, and with her size. */
export interface GirlLook {
  sheet: string;
  guide: string;
  red: string;
  /** Distance between the dots of her shadows; wider when she is shown small. */
  toneGap: number;
}

/** As printed on every sheet but the theme's. */
export const printedGirl: GirlLook = {
  sheet: palette.sheet,
  guide: palette.guide,
  red: palette.red,
  toneGap: 10,
};
