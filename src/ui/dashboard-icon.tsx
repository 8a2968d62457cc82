import { DrawnIcon, type SvgProps, drawings } from "./icons.tsx";

/** Separate from icons.tsx: visitors do not load these. */
const dashboardDrawings = {
  ...drawings,
  book: "M12 6.5C10 4.8 7 4.5 3 4.5v14c4 0 7 .3 9 2 2-1.7 5-2 9-2v-14c-4 0-7 .3-9 2Zm0 0v14",
  card: "M2.5 5h19v14h-19ZM2.5 10h19M6 15h4",
  desk: "M2.5 10h19M5 10v10.5M19 10v10.5M9 10V3.5h7V10",
  critique: "M3 4h18v13h-9.5L6 21.5V17H3ZM7.5 8.5h9M7.5 12.5h5",
  film: "M3 4.5h18v15H3ZM7.5 4.5v15M16.5 4.5v15M3 9.5h4.5M3 14.5h4.5M16.5 9.5H21M16.5 14.5H21",
  home: "m3 11 9-8 9 8M5.5 9.5V21h13V9.5M10 21v-6h4v6",
  info: "M2.5 12a9.5 9.5 0 1 0 19 0 9.5 9.5 0 1 0-19 0M12 11v6M12 7h.01",
  letter: "M3 10 12 3l9 7v11H3Zm0 0 9 7 9-7",
  list: "M8 6h13M8 12h13M8 18h13M3 6h1M3 12h1M3 18h1",
  lock: "M5 11h14v10H5ZM8 11V7.5a4 4 0 0 1 8 0V11",
  logout: "M9 21H4V3h5M15 16.5l4.5-4.5L15 7.5M19 12H9",
  mail: "M2.5 5h19v14h-19Zm0 1.5 9.5 7 9.5-7",
  move: "M12 3v18M8.5 6.5 12 3l3.5 3.5M8.5 17.5 12 21l3.5-3.5",
  palette:
    "M12 3a9 9 0 0 0 0 18c2 0 2-1.6 1.4-2.6-.9-1.6.2-2.9 1.8-2.9H18a3 3 0 0 0 3-3C21 7 17 3 12 3ZM7.5 12h.01M10 7.5h.01M15 8h.01",
  pencil: "m4 20 1-4.5L16.5 4l3.5 3.5L8.5 19ZM14 6.5 17.5 10",
  people:
    "M5 7.5a4 4 0 1 0 8 0 4 4 0 1 0-8 0M2 21c0-4.5 3-7 7-7s7 2.5 7 7M16 3.8a4 4 0 0 1 0 7.4M18.5 14.5c2.2.9 3.5 3.2 3.5 6.5",
  person: "M8 7.5a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4 21c0-4.5 3.5-7 8-7s8 2.5 8 7",
  plus: "M12 4v16M4 12h16",
  shield:
    "M12 3c3 2 5.5 2.6 8 2.6C20 13 17.5 18.5 12 21 6.5 18.5 4 13 4 5.6c2.5 0 5-.6 8-2.6ZM12 8v5M12 16.5h.01",
  seal: "M6 9a6 6 0 1 0 12 0 6 6 0 1 0-12 0M8.5 14.2 7 22l5-2.5 5 2.5-1.5-7.8",
  stamp: "M9.5 13.5c0-2.5-1.5-4-1.5-6a4 4 0 0 1 8 0c0 2-1.5 3.5-1.5 6M4 13.5h16V18H4ZM4 21.5h16",
  tiles: "M3.5 3.5h7.5v9H3.5ZM14 3.5h6.5v5H14ZM14 11.5h6.5v9H14ZM3.5 15.5h7.5v5H3.5Z",
  trash: "M3.5 6h17M8.5 6V3h7v3M5.5 6l1 15h11l1-15M10 10.5v6M14 10.5v6",
} as const;

export type DashboardIconName = keyof typeof dashboardDrawings;

export const DashboardIcon = ({ name, ...rest }: { readonly name: DashboardIconName } & SvgProps) => (
  <DrawnIcon drawing={dashboardDrawings[name]} {...rest} />
);
