import type { SVGProps } from "react";

/** SVG path data on a 24 × 24 grid. Every page loads these; icons of a single page are defined there. */
export const drawings = {
  alert: "M12 9v4M12 17h.01M10.3 3.9 1.8 18a2 2 0 0 0 1.7 3h17a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z",
  bookmark: "M6 3h12v18l-6-4.5L6 21Z",
  chair: "M7 3v18M7 13h10v8M7 9h6M17 13v-3",
  check: "m4.5 12.5 5 5 10-11",
  chevronLeft: "m15 5-7 7 7 7",
  chevronRight: "m9 5 7 7-7 7",
  clock: "M2.5 12a9.5 9.5 0 1 0 19 0 9.5 9.5 0 1 0-19 0M12 6.5V12l3.5 2.5",
  close: "m5 5 14 14M19 5 5 19",
  menu: "M4 6h16M4 12h16M4 18h10",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z",
  sun: "M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8",
} as const;

export type SvgProps = Omit<SVGProps<SVGSVGElement>, "name" | "d">;

export const Icon = ({ name, ...rest }: { readonly name: keyof typeof drawings } & SvgProps) => (
  <DrawnIcon drawing={drawings[name]} {...rest} />
);

export function DrawnIcon({ drawing, ...rest }: { readonly drawing: string } & SvgProps) {
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
