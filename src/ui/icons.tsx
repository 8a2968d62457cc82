import type { ReactNode, SVGProps } from "react";

/** The drawings of the icons, on a field of 24 × 24, in strokes of the current colour, as data of a path. */
const drawings = {
  alert: "M12 9v4M12 17h.01M10.3 3.9 1.8 18a2 2 0 0 0 1.7 3h17a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z",
  bookmark: "M6 3h12v18l-6-4.5L6 21Z",
  book: "M12 6.5C10 4.8 7 4.5 3 4.5v14c4 0 7 .3 9 2 2-1.7 5-2 9-2v-14c-4 0-7 .3-9 2Zm0 0v14",
  card: "M2.5 5h19v14h-19ZM2.5 10h19M6 15h4",
  chair: "M7 3v18M7 13h10v8M7 9h6M17 13v-3",
  check: "m4.5 12.5 5 5 10-11",
  chevronLeft: "m15 5-7 7 7 7",
  chevronRight: "m9 5 7 7-7 7",
  clock: "M2.5 12a9.5 9.5 0 1 0 19 0 9.5 9.5 0 1 0-19 0M12 6.5V12l3.5 2.5",
  close: "m5 5 14 14M19 5 5 19",
  dot: "M7 12a5 5 0 1 0 10 0 5 5 0 1 0-10 0",
  eye: "M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7ZM9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
  eyeOff:
    "M4.5 7C2.9 8.9 2 12 2 12s3.6 7 10 7c1.8 0 3.4-.5 4.7-1.3M9.5 5.3C10.3 5.1 11.1 5 12 5c6.4 0 10 7 10 7s-.9 1.8-2.6 3.5M3 3l18 18M9.9 9.9a3 3 0 0 0 4.2 4.2",
  home: "m3 11 9-8 9 8M5.5 9.5V21h13V9.5M10 21v-6h4v6",
  info: "M2.5 12a9.5 9.5 0 1 0 19 0 9.5 9.5 0 1 0-19 0M12 11v6M12 7h.01",
  list: "M8 6h13M8 12h13M8 18h13M3 6h1M3 12h1M3 18h1",
  lock: "M5 11h14v10H5ZM8 11V7.5a4 4 0 0 1 8 0V11",
  logout: "M9 21H4V3h5M15 16.5l4.5-4.5L15 7.5M19 12H9",
  mail: "M2.5 5h19v14h-19Zm0 1.5 9.5 7 9.5-7",
  menu: "M4 6h16M4 12h16M4 18h10",
  letter: "M3 10 12 3l9 7v11H3Zm0 0 9 7 9-7",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z",
  pencil: "m4 20 1-4.5L16.5 4l3.5 3.5L8.5 19ZM14 6.5 17.5 10",
  people:
    "M5 7.5a4 4 0 1 0 8 0 4 4 0 1 0-8 0M2 21c0-4.5 3-7 7-7s7 2.5 7 7M16 3.8a4 4 0 0 1 0 7.4M18.5 14.5c2.2.9 3.5 3.2 3.5 6.5",
  palette:
    "M12 3a9 9 0 0 0 0 18c2 0 2-1.6 1.4-2.6-.9-1.6.2-2.9 1.8-2.9H18a3 3 0 0 0 3-3C21 7 17 3 12 3ZM7.5 12h.01M10 7.5h.01M15 8h.01",
  plus: "M12 4v16M4 12h16",
  receipt: "M5 3h14v18l-2.3-1.6L14.3 21 12 19.4 9.7 21l-2.4-1.6L5 21ZM9 8h6M9 12.5h6",
  stamp: "M9.5 13.5c0-2.5-1.5-4-1.5-6a4 4 0 0 1 8 0c0 2-1.5 3.5-1.5 6M4 13.5h16V18H4ZM4 21.5h16",
  sun: "M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8",
  tiles: "M3.5 3.5h7.5v9H3.5ZM14 3.5h6.5v5H14ZM14 11.5h6.5v9H14ZM3.5 15.5h7.5v5H3.5Z",
  trash: "M3.5 6h17M8.5 6V3h7v3M5.5 6l1 15h11l1-15M10 10.5v6M14 10.5v6",
} as const;

export type IconName = keyof typeof drawings;

type SvgProps = Omit<SVGProps<SVGSVGElement>, "name" | "d">;

/** An icon beside words that say the same; it is never read aloud. */
export const Icon = ({ name, ...rest }: { readonly name: IconName } & SvgProps): ReactNode => (
  <DrawnIcon drawing={drawings[name]} {...rest} />
);

/** An icon that one page alone has, in the strokes of the others. @param drawing the data of its path */
export function DrawnIcon({ drawing, ...rest }: { readonly drawing: string } & SvgProps): ReactNode {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      <path d={drawing} />
    </svg>
  );
}
