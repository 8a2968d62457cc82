/** Covers and portraits look printed, so these colors never follow the theme. */
export const palette = {
  ink: "#16171d",
  sheet: "#fffdf7",
  paper: "#f7f2e6",
  /** Non-photo blue. */
  guide: "#6db2e1",
  guideDark: "#2c7fbe",
  red: "#e9452a",
  gold: "#f0b429",
  green: "#2f8f6b",
  glow: "#f4c64e",
  glass: "#dbe9f0",
  metal: "#e9e4d6",
} as const;

export const newsprint = {
  pink: "#f6d3ca",
  mint: "#cfe6d3",
  sky: "#cbe2ef",
  straw: "#f3e4b5",
  clay: "#ead2b8",
  dusk: "#d9d6e8",
  rose: "#f3d9e2",
} as const;

export const newsprintDots = {
  pink: "#eba99a",
  mint: "#9ccbac",
  sky: "#93c1df",
  straw: "#e3c778",
  clay: "#d3b184",
  dusk: "#aaa6c6",
  rose: "#dcaabb",
} as const;
